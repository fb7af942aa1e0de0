// How growth is said: shares of the heap's growth, differences, names of structures and places. Shares are those of the engine; nothing
// is computed here but differences.

import { bytes, count, objects, splitType } from '../../../shared/format';
import type { Frame, Size } from '../../../shared/protocol/answers';
import type {
  Field,
  Grown,
  GrownMetric,
  GrowthOrder,
  GrowthRow,
  GrowthWindow,
  RootText,
} from '../../../shared/protocol/growth';
import { tellingFrame } from '../../../shared/protocol/sites';
import { strings } from '../strings';
import { pointBriefly } from '../timeline/point_words';

const text = strings.growth;
const thinSpace = '\u2009';

/** In the order in which they are shown everywhere. */
export const metrics: readonly GrowthOrder[] = ['retained', 'deep', 'structure', 'deep-structure'];

export function metricOf(row: Pick<GrowthRow, 'metrics'>, metric: GrowthOrder): GrownMetric {
  return row.metrics[metric === 'deep-structure' ? 'deepStructure' : metric];
}

/** `80.4 %`, `−3.1 %`, `n/a`. */
export function hgpText({ hgp }: Pick<GrownMetric, 'hgp'>): string {
  if (hgp === null) return text.notAvailable;
  const size = Math.abs(hgp);
  const digits = size > 0 && size < 0.05 ? `<${thinSpace}0.1` : size.toFixed(1);
  const sign = hgp < 0 && size >= 0.05 ? '−' : '';
  return `${sign}${digits}${thinSpace}%`;
}

const signed = (difference: number, say: (value: number) => string) =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : '±'}${say(Math.abs(difference))}`;

export const bytesGrown = ({ from, to }: Grown): number => to.bytes - from.bytes;
export const deltaBytes = (grown: Grown): string => signed(bytesGrown(grown), bytes);
/** What was worked out from samples is said so. */
export const approximately = (words: string, estimated: boolean | undefined): string =>
  estimated ? `≈${thinSpace}${words}` : words;

/** `97.2 %` of a share 0…1. */
export const shareText = (share: number): string => hgpText({ hgp: 100 * share });
export const deltaObjects = ({ from, to }: Grown): string => signed(to.objects - from.objects, count);
/** Of one heap alone there is no difference to tell. */
export const toldBytes = (grown: Grown, whole: boolean): string => (whole ? bytes(grown.to.bytes) : deltaBytes(grown));
export const toldObjects = (grown: Grown, whole: boolean): string =>
  whole ? count(grown.to.objects) : deltaObjects(grown);

const sizeWords = (size: Size) => `${bytes(size.bytes)} (${objects(size.objects)})`;

/** `8.1 MiB (1 200 objects) → 450.1 MiB (4 000 objects), +442.0 MiB`. */
export const fromTo = (grown: Grown): string =>
  `${sizeWords(grown.from)} → ${sizeWords(grown.to)}, ${deltaBytes(grown)}`;

/**
 * `JourneyService.findLocations:42`; without a line where none is known. What runs when an object is built has no name that anybody wrote:
 * it is called by the field, where that is known, or else by its class.
 */
export function frameLabel({ class: className, method, line }: Frame, field?: Field | null): string {
  const owner = splitType(className).ownPart.replace(/(?<=\w)\$(?=\w)/g, '.');
  // Compilers call a lambda by the method that it is in.
  const written = /^lambda\$(.+)\$\d+$/.exec(method)?.[1] ?? method;
  if (['<init>', '<clinit>', 'new', 'static'].includes(written)) {
    const what = field && field.name !== '' && field.class === className ? `field ${field.name}` : owner;
    return `${what}${line === undefined ? '' : `, line ${line}`}`;
  }
  return `${owner}.${written}${line === undefined ? '' : `:${line}`}`;
}

/** Of a local variable, the method that has it: told with its class. */
export function holderFrame({ method, file, line }: RootText): Frame | undefined {
  const dot = method?.lastIndexOf('.') ?? -1;
  if (method === undefined || dot < 1) return undefined;
  return {
    class: method.slice(0, dot),
    method: method.slice(dot + 1),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}

/** Of the frame that says most. */
export function siteLabel(site: readonly Frame[]): string {
  const frame = tellingFrame(site);
  return frame ? frameLabel(frame) : '';
}

/** `com.example.JourneyService.findLocations (JourneyService.java:42)`. */
export function frameWords({ class: className, method, file, line }: Frame): string {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `${className}.${method}${place}`;
}

/** `static com.example.JourneyService.cache`; the class, where it is no field. */
export const fieldWords = ({ class: className, name, static: isStatic }: Field): string =>
  name === '' ? className : `${isStatic ? 'static ' : ''}${className}.${name}`;

type Named = Pick<GrowthRow, 'type' | 'site'> & { name?: string };

/** The field that holds it; its type where that is not known. */
export const titleOf = ({ name = '', type }: Pick<Named, 'name' | 'type'>): string =>
  name === '' ? splitType(type).ownPart : name;

/** `JourneyService.cache · ConcurrentHashMap`; without a name `ConcurrentHashMap · JourneyService.findLocations:42`. */
export const structureName = (named: Named): string => joined(titleOf(named), restOf(named));

/** What its name does not say, and whether it was born in the window: `born · ConcurrentHashMap`. */
export const placeLabel = (row: Named & Pick<GrowthRow, 'category'>): string =>
  joined(row.category === 'born' ? text.counts.born : '', restOf(row));

/** Its type; where that is its name, where it was allocated. */
const restOf = ({ name = '', type, site }: Named): string => (name === '' ? siteLabel(site) : splitType(type).ownPart);

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ');

/** `ConcurrentHashMap · JourneyService.<init>:12, born in the window`. */
export function structureWords(row: Named & Pick<GrowthRow, 'category'>): string {
  return `${structureName(row)}${row.category === 'born' ? `, ${text.born.words}` : ''}`;
}

/** Whether it is about all that one heap holds. */
export const isWhole = ({ chosen }: Pick<GrowthWindow, 'chosen'>): boolean => chosen === 'whole';

/** Whether there is any growth to have a share of. */
export const heapGrew = ({ from, to }: GrowthWindow): boolean => to.bytes > from.bytes;

/** Where there is no suspect. */
export function noSuspectWords(window: GrowthWindow): string {
  if (isWhole(window)) return strings.verdict.whole.scattered;
  return heapGrew(window) ? text.noSuspect.text : text.noSuspect.shrank;
}

/** `point 4 (1 min 45.8 s) to point 10 (3 min 52.8 s)`. */
export function windowPoints({ from, to }: GrowthWindow): string {
  return `${pointBriefly(from)} ${strings.timeline.to} ${pointBriefly(to)}`;
}

/** Everything there is to say of a structure in one sentence: for who does not see the bars. */
export function rowWords(row: GrowthRow): string {
  const sizes = metrics.map((metric) => `${text.metrics[metric]} ${hgpText(metricOf(row, metric))}`);
  return `${structureWords(row)}: ${sizes.join(', ')}`;
}

/** `, and was down to 6 MiB again at point 5`, of a heap that let go later of what it had grown by. */
export function fellWords({ fell }: GrowthWindow): string {
  return fell === undefined ? '' : text.fell.replace('{0}', bytes(fell.bytes)).replace('{1}', String(fell.index));
}

/** What has to be said of how the heap grew in a window beside the numbers: that these are lows of it, or that it fell again. */
export function asideWords(window: GrowthWindow): string {
  return (window.chosen === 'lows' ? text.betweenLows : '') + fellWords(window);
}
