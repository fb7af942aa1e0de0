// The suspects of a trace as a tree: each suspect, below it the site of the structure itself and the types of what it holds, below those their
// sites, and the frames of each. Knows nothing of the editor.
import type { Frame } from '../../protocol/answers';
import type { Grown, GrownLeaves, Suspect } from '../../protocol/growth';

export type SuspectNode =
  | { kind: 'suspect'; id: string; suspect: Suspect }
  | ({ kind: 'type'; id: string; suspect: Suspect; type: string; sites: SiteNode[] } & Grown)
  | SiteNode
  | { kind: 'frame'; id: string; suspect: Suspect; frame: Frame };

export interface SiteNode {
  kind: 'site';
  id: string;
  suspect: Suspect;
  /** The structure itself, or what it holds. */
  role: 'head' | 'leaf';
  type: string;
  /** Innermost frame first; empty where the trace does not tell. */
  site: Frame[];
  /** Of what it holds. */
  grown?: GrownLeaves;
}

export const suspectNodes = (suspects: readonly Suspect[]): SuspectNode[] =>
  suspects.map((suspect) => ({ kind: 'suspect', id: `${suspect.rank}`, suspect }));

export function childrenOf(node: SuspectNode): SuspectNode[] {
  switch (node.kind) {
    case 'suspect':
      return [...headSite(node.id, node.suspect), ...leafTypes(node.id, node.suspect)];
    case 'type':
      return node.sites;
    case 'site':
      // One frame is shown by the site itself.
      return node.site.length < 2
        ? []
        : node.site.map((frame, at) => ({ kind: 'frame', id: `${node.id}/${at}`, suspect: node.suspect, frame }));
    case 'frame':
      return [];
  }
}

/** Where a click leads: the frames to choose from; empty where nothing is known. */
export function siteOf(node: SuspectNode): Frame[] {
  switch (node.kind) {
    case 'suspect':
      return node.suspect.site.length > 0 ? node.suspect.site : firstKnown(node.suspect.leaves);
    case 'type':
      return firstKnown(node.sites);
    case 'site':
      return node.site;
    case 'frame':
      return [node.frame];
  }
}

const firstKnown = (rows: readonly { site: Frame[] }[]): Frame[] =>
  rows.find(({ site }) => site.length > 0)?.site ?? [];

function headSite(id: string, suspect: Suspect): SiteNode[] {
  const { type, site } = suspect;
  return site.length === 0 ? [] : [{ kind: 'site', id: `${id}/head`, suspect, role: 'head', type, site }];
}

/** Those that grew most first, as their sites; where it is data that grew, those that lead to most of it, as they come. */
function leafTypes(id: string, suspect: Suspect): SuspectNode[] {
  const byType = new Map<string, SiteNode[]>();
  for (const [at, { type, site, ...grown }] of suspect.leaves.entries()) {
    const sites = byType.get(type) ?? [];
    sites.push({ kind: 'site', id: `${id}/leaf/${at}`, suspect, role: 'leaf', type, site, grown });
    byType.set(type, sites);
  }
  const types = [...byType].map(([type, sites]) => ({ type, sites, grown: sumOf(sites) }));
  if (!suspect.leaves.some(({ deep }) => deep)) {
    for (const { sites } of types) sites.sort(byGrowth);
    types.sort(byGrowth);
  }
  return types.map(({ type, sites, grown }) => ({
    kind: 'type',
    id: `${id}/type/${type}`,
    suspect,
    type,
    sites,
    ...grown,
  }));
}

function sumOf(sites: readonly SiteNode[]): Grown {
  const sum = { from: { objects: 0, bytes: 0 }, to: { objects: 0, bytes: 0 } };
  for (const { grown } of sites) {
    for (const end of ['from', 'to'] as const) {
      sum[end].objects += grown?.[end].objects ?? 0;
      sum[end].bytes += grown?.[end].bytes ?? 0;
    }
  }
  return sum;
}

export const bytesAdded = ({ from, to }: Grown): number => to.bytes - from.bytes;
const growthOf = ({ grown }: { grown?: Grown }) => (grown ? bytesAdded(grown) : 0);
const byGrowth = (one: { grown?: Grown }, other: { grown?: Grown }) => growthOf(other) - growthOf(one);

/** What the user copies. */
export function textOf(node: SuspectNode): string {
  switch (node.kind) {
    case 'suspect':
      return `${node.suspect.sentence} ${node.suspect.advice}`;
    case 'type':
      return node.type;
    case 'site':
      return [node.type, ...node.site.map((frame) => `\tat ${frameText(frame)}`)].join('\n');
    case 'frame':
      return frameText(node.frame);
  }
}

/** As in a stack trace, which editors and terminals know how to follow. */
export function frameText({ class: type, method, file, line }: Frame): string {
  const place = file === undefined ? 'Unknown Source' : line === undefined ? file : `${file}:${line}`;
  return `${type}.${method}(${place})`;
}
