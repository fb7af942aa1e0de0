// What people often want to see over time, by name: a grouping with the size that goes with it; and why a trace cannot answer some of them.
import type { InfoAnswer } from '../../../shared/protocol/answers';
import { defaultViewState, type TrendChart } from '../../../shared/protocol/view';
import { type Preset, presetsFor, toldBy } from '../heap/presets';
import { strings } from '../strings';
import { groupingOf } from './chart_choice';

const text = strings.trends;

export interface TrendPreset {
  id: string;
  name: string;
  chart: TrendChart;
  /** Why this trace cannot answer it. */
  reason?: string;
}

const [usual] = defaultViewState.trends.charts as [TrendChart];

/** What each kind of structure keeps alive; in it the fields that hold them, and in these what piles up in them. */
const structures = 'type, place, leaves(deep)[type]';

/** Groupings by name, as in the Heap tab, but of structures as they are charted. */
export function groupingsFor(info: InfoAnswer): Preset[] {
  return presetsFor(toldBy(info)).map((preset) =>
    preset.rows === 'structures' ? { ...preset, by: structures } : preset,
  );
}

export function trendPresets({ trace }: InfoAnswer): TrendPreset[] {
  const { presets } = text;
  const hasSites = trace.sites !== 'none';
  const hasAges = trace.identity && trace.points > 3;
  return [
    { id: 'types', name: presets.types, chart: usual },
    {
      id: 'structures',
      name: presets.structures,
      chart: { ...usual, rows: 'structures', by: structures, metric: 'retained-bytes' },
    },
    {
      id: 'sites',
      name: presets.sites,
      chart: { ...usual, by: 'site, type' },
      ...(hasSites ? {} : { reason: strings.explore.noSites.why }),
    },
    {
      id: 'old',
      name: presets.old,
      chart: { ...usual, where: 'points-old>=3' },
      ...(hasAges ? {} : { reason: text.noAges.why }),
    },
  ];
}

/** Whether a chart shows what the preset does, whatever the number and order of its lines. */
export function isPreset({ chart }: TrendPreset, shown: TrendChart): boolean {
  return (
    groupingOf(chart) === groupingOf(shown) &&
    shown.of.path.length === 0 &&
    chart.where === shown.where &&
    chart.rows === shown.rows &&
    chart.metric === shown.metric
  );
}
