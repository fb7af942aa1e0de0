// The suspects of a trace as a tree: each suspect, below it who holds it, the lines of the program that feed it, the site of the structure
// itself and the types of what it took in, below those their sites, and the frames of each. Knows nothing of the editor.
import type { Frame } from '../../../../shared/protocol/answers';
import type { Field, GrownLeaves, LeafRow, Suspect, SuspectLine, TakenType } from '../../../../shared/protocol/growth';
import { commands } from '../contributions';

export type SuspectNode =
  | { kind: 'suspect'; id: string; suspect: Suspect }
  /** The field that holds it; one of several, where several hold the same. */
  | { kind: 'holder'; id: string; suspect: Suspect; name: string; type: string; field: Field | null }
  /** A line that makes what it took in. */
  | { kind: 'line'; id: string; suspect: Suspect; line: SuspectLine }
  | TypeNode
  | SiteNode
  | { kind: 'frame'; id: string; suspect: Suspect; frame: Frame };

export interface TypeNode {
  kind: 'type';
  id: string;
  suspect: Suspect;
  type: string;
  sites: SiteNode[];
  /** What was counted: at both ends, whatever sites are known. */
  taken?: TakenType;
  grown: ShownLeaves;
}

/** How many leaves there are, and whether that is worked out from samples. */
export type ShownLeaves = GrownLeaves & Pick<LeafRow, 'estimated' | 'samples'>;

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
  grown?: ShownLeaves;
}

export const suspectNodes = (suspects: readonly Suspect[]): SuspectNode[] =>
  suspects.map((suspect) => ({ kind: 'suspect', id: `${suspect.rank}`, suspect }));

export function childrenOf(node: SuspectNode): SuspectNode[] {
  switch (node.kind) {
    case 'suspect':
      return [
        ...holders(node.id, node.suspect),
        ...feedingLines(node.id, node.suspect),
        ...headSite(node.id, node.suspect),
        ...leafTypes(node.id, node.suspect),
      ];
    case 'type':
      return node.sites;
    case 'site':
      // One frame is shown by the site itself.
      return node.site.length < 2
        ? []
        : node.site.map((frame, at) => ({ kind: 'frame', id: `${node.id}/${at}`, suspect: node.suspect, frame }));
    case 'holder':
    case 'line':
    case 'frame':
      return [];
  }
}

/** What a click does: it opens the source, or, where no line is known, shows all that is known of it. A click always does something. */
export function clickOf(node: SuspectNode): { command: string; argument: Field | Frame[] | Frame | SuspectNode } {
  const target = targetOf(node);
  if (Array.isArray(target) && target.length === 0) return { command: commands.showSuspectGrowth, argument: node };
  // A frame that was chosen is meant itself; of a site, it is the line that the user wrote.
  return { command: commands.openSource, argument: node.kind === 'frame' ? node.frame : target };
}

/** Where a click leads: a field, or the frames to choose from; empty where nothing is known. */
export function targetOf(node: SuspectNode): Field | Frame[] {
  return node.kind === 'holder' ? (node.field ?? []) : siteOf(node);
}

/** Of a suspect, the line of the program that feeds it: what is to be changed. */
function siteOf(node: Exclude<SuspectNode, { kind: 'holder' }>): Frame[] {
  switch (node.kind) {
    case 'suspect': {
      const { lines, site, leaves } = node.suspect;
      return lines.length > 0 ? lines.slice(0, 1) : site.length > 0 ? site : firstKnown(leaves);
    }
    case 'line':
      return [node.line];
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

function holders(id: string, suspect: Suspect): SuspectNode[] {
  const all = suspect.owners.length > 0 ? suspect.owners : suspect.name === '' ? [] : [suspect];
  return all.map(({ name, type, field }, at) => ({
    kind: 'holder',
    id: `${id}/holder/${at}`,
    suspect,
    name,
    type,
    field,
  }));
}

const feedingLines = (id: string, suspect: Suspect): SuspectNode[] =>
  suspect.lines.map((line, at) => ({ kind: 'line', id: `${id}/line/${at}`, suspect, line }));

function headSite(id: string, suspect: Suspect): SiteNode[] {
  const { type, site } = suspect;
  return site.length === 0 ? [] : [{ kind: 'site', id: `${id}/head`, suspect, role: 'head', type, site }];
}

/** Those that grew most first, as their sites; where it is data that grew, those that lead to most of it, as they come. */
function leafTypes(id: string, suspect: Suspect): TypeNode[] {
  const byType = new Map<string, SiteNode[]>(suspect.taken.map(({ type }) => [type, []]));
  for (const [at, { type, site, ...grown }] of suspect.leaves.entries()) {
    const sites = byType.get(type) ?? [];
    sites.push({ kind: 'site', id: `${id}/leaf/${at}`, suspect, role: 'leaf', type, site, grown });
    byType.set(type, sites);
  }
  const types = [...byType].map(([type, sites]): TypeNode => {
    const taken = suspect.taken.find((each) => each.type === type);
    const node: TypeNode = { kind: 'type', id: `${id}/type/${type}`, suspect, type, sites, grown: sumOf(sites) };
    return taken ? { ...node, taken } : node;
  });
  if (!suspect.leaves.some(({ deep }) => deep)) {
    for (const { sites } of types) sites.sort(byGrowth);
    types.sort(byGrowth);
  }
  return types;
}

function sumOf(sites: readonly SiteNode[]): ShownLeaves {
  const sum: ShownLeaves = { from: { objects: 0, bytes: 0 }, to: { objects: 0, bytes: 0 } };
  for (const { grown } of sites) {
    for (const end of ['from', 'to'] as const) {
      sum[end].objects += grown?.[end].objects ?? 0;
      sum[end].bytes += grown?.[end].bytes ?? 0;
    }
    if (grown?.estimated) sum.estimated = true;
  }
  return sum;
}

export const bytesAdded = ({ from, to }: Pick<GrownLeaves, 'from' | 'to'>): number => to.bytes - from.bytes;
const growthOf = ({ grown }: { grown?: GrownLeaves }) => (grown ? bytesAdded(grown) : 0);
const byGrowth = (one: { grown?: GrownLeaves }, other: { grown?: GrownLeaves }) => growthOf(other) - growthOf(one);

/** What the user copies. */
export function textOf(node: SuspectNode): string {
  switch (node.kind) {
    case 'suspect':
      return `${node.suspect.sentence} ${node.suspect.advice}`;
    case 'holder':
      return node.field ? `${node.field.class}.${node.field.name}` : node.name;
    case 'line':
      return frameText(node.line);
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
