// Groupings that people often want, by name; why a trace cannot answer some of them; and those that the user keeps under names.
import type { InfoAnswer } from '../../../shared/protocol/answers';
import type { ViewSettings, ViewState } from '../../../shared/protocol/view';
import { strings } from '../strings';

const text = strings.explore;

/** What a trace tells of its objects. */
export interface Told {
  sites: boolean;
  loaders: boolean;
}

export function toldBy({ trace }: InfoAnswer): Told {
  return { sites: trace.sites !== 'none', loaders: trace.format === 'hprof' };
}

export interface Preset {
  id: string;
  name: string;
  by: string;
  /** What its rows stand for; where nothing is said, what they stood for before. */
  rows?: ViewState['rows'];
  /** Why this trace cannot answer it. */
  reason?: { brief: string; why: string };
}

export function presetsFor({ sites, loaders }: Told): Preset[] {
  const { presets, noSites, noLoaders } = text;
  const withSites = sites ? {} : { reason: noSites };
  const more = sites ? ', site' : '';
  return [
    { id: 'types', name: presets.types, by: 'type' },
    { id: 'packages', name: presets.packages, by: 'package, type' },
    { id: 'loaders', name: presets.loaders, by: 'loader, type', ...(loaders ? {} : { reason: noLoaders }) },
    { id: 'sites', name: presets.sites, by: 'site, type', ...withSites },
    { id: 'types-sites', name: presets.typesSites, by: 'type, site', ...withSites },
    { id: 'threads', name: presets.threads, by: 'thread, type', ...withSites },
    { id: 'roots', name: presets.roots, by: 'indirectly-rooted, type' },
    { id: 'stacks', name: presets.stacks, by: 'rooted(stacks, hide)', rows: 'objects' },
    { id: 'dominators', name: presets.dominators, by: 'dominator-tree', rows: 'objects' },
    { id: 'waste', name: presets.waste, by: 'waste(hide), owner, type', rows: 'objects' },
    { id: 'containing', name: presets.containing, by: `type, containing-structures[type${more}]` },
    { id: 'leaves', name: presets.leaves, by: `type, leaves(deep)[type${more}]`, rows: 'structures' },
  ];
}

/** Those that the user keeps. Whether they can be answered the engine says when one is chosen. */
export const savedPresets = ({ groupings }: ViewSettings): Preset[] =>
  groupings.map(({ name, words }) => ({ id: `saved-${name}`, name, by: words }));

/** What divides a set, as people call it. */
export function nameOfGrouping(by: string, presets: readonly Preset[]): string {
  return presets.find((preset) => preset.by === by)?.name ?? text.divisions[by] ?? by;
}
