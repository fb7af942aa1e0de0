// What the Growth tab shows, as Markdown for an issue or a chat: all that a colleague needs. The headline with the way and the lines, the
// other suspects, how it was recorded, the strongest structures, and the leaves of the one that is selected.

import { bytes } from '../../../shared/format';
import type { InfoAnswer } from '../../../shared/protocol/answers';
import type {
  GrowthAnswer,
  GrowthOfAnswer,
  GrowthRow,
  GrowthWindow,
  HoldingPath,
  LeafRow,
  Suspect,
} from '../../../shared/protocol/growth';
import { tellingFrame } from '../../../shared/protocol/sites';
import { strings } from '../strings';
import { growthWords } from '../timeline/point_words';
import {
  approximately,
  asideWords,
  deltaBytes,
  frameWords,
  hgpText,
  isWhole,
  metricOf,
  metrics,
  noSuspectWords,
  structureName,
  structureWords,
  toldBytes,
  toldObjects,
  windowPoints,
} from './growth_words';
import { createdWords, lineWords } from './suspect_facts';

const text = strings.growth;
const mostStructures = 10;
const mostLeaves = 15;

export interface MarkdownParts {
  fileName: string;
  info: Pick<InfoAnswer, 'trace' | 'runtime'>;
  /** Of all structures, the strongest first. */
  answer: GrowthAnswer;
  selected: { answer: GrowthOfAnswer; leaves: LeafRow[] } | undefined;
}

export function growthMarkdown({ fileName, info, answer, selected }: MarkdownParts): string {
  const [top, ...others] = answer.suspects;
  return [
    `## ${text.title}: ${cell(fileName)}`,
    windowWords(answer.window),
    ...(top
      ? [`**${cell(top.sentence)}**`, cell(top.advice), ...way(top.path), ...facts(top, answer.window)]
      : [noSuspectWords(answer.window)]),
    ...(others.length > 0 ? [otherSuspects(others)] : []),
    recorded(info),
    ...(answer.structures.length > 0 && !isWhole(answer.window)
      ? [structures(answer.structures.slice(0, mostStructures))]
      : []),
    ...(selected ? [`### ${cell(structureName(selected.answer.structure))}`, selected.answer.sentence] : []),
    ...(selected && selected.leaves.length > 0
      ? [leaves(selected.leaves.slice(0, mostLeaves), isWhole(answer.window))]
      : []),
    '',
  ].join('\n\n');
}

/** The way that keeps the largest of it alive, one step a line. */
function way(path: HoldingPath | null): string[] {
  if (!path) return [];
  const { root, steps } = path;
  const variable = root.class !== undefined && root.field !== undefined ? ` ${root.class}.${root.field}` : '';
  const thread = root.thread === undefined ? '' : ` ${root.thread}`;
  const items = steps.map(({ via, object }) => {
    const held = via === undefined ? '' : `${via.startsWith('[') ? via : `.${via}`} `;
    return `  - ${cell(`${held}${object.type}`)}`;
  });
  return [[`- ${text.keptAliveBy} ${cell(`${root.label}${variable}${thread}`)}`, ...items].join('\n')];
}

const otherSuspects = (suspects: readonly Suspect[]): string =>
  [`### ${text.otherSuspects}`, '', ...suspects.map(({ rank, sentence }) => `${rank}. ${cell(sentence)}`)].join('\n');

/** What whoever reads it must know to judge it, or to record it again. */
function recorded({ trace, runtime }: MarkdownParts['info']): string {
  const jvm = [runtime.name, runtime.version].filter((part) => part !== null).join(' ');
  const facts = [
    trace.format,
    jvm,
    ...(trace.start === null ? [] : [trace.start]),
    `${trace.points} ${text.points}`,
    text.sites[trace.sites],
  ];
  return `${text.recorded}: ${cell(facts.filter((fact) => fact !== '').join(', '))}.`;
}

/** Lines of the program with their shares, and all who hold the same. */
function facts({ lines, linesOf, owners }: Suspect, window: GrowthWindow): string[] {
  const made = lines.map((line) => `  - ${cell(`${frameWords(line)}: ${lineWords(line, linesOf)}`)}`);
  const held = owners.map((owner) => `  - ${cell(structureName({ ...owner, site: [] }))}`);
  const items = [
    ...(made.length > 0 ? [`- ${createdWords(linesOf, window)}`, ...made] : []),
    ...(held.length > 0 ? [`- ${text.heldBy}`, ...held] : []),
  ];
  return items.length > 0 ? [items.join('\n')] : [];
}

function windowWords(window: GrowthWindow): string {
  const { from, to } = window;
  if (isWhole(window)) return `${text.whole.heap}: ${bytes(to.bytes)}.`;
  return `${strings.timeline.window}: ${windowPoints(window)}, ${growthWords(from.bytes, to.bytes, 'bytes')}${asideWords(window)}.`;
}

function structures(rows: GrowthRow[]): string {
  const head = [text.table.name, ...metrics.map((metric) => text.metrics[metric])];
  const lines = rows.map((row) => {
    const sizes = metrics.map((metric) => {
      const grown = metricOf(row, metric);
      return `${deltaBytes(grown)} (${hgpText(grown)})`;
    });
    return [structureWords(row), ...sizes];
  });
  return table(head, lines);
}

function leaves(rows: LeafRow[], whole: boolean): string {
  const { details } = text;
  const hasDeep = rows.some(({ deep }) => deep);
  const sizesOf = [details.objects, details.bytes, ...(hasDeep ? [details.deep] : [])];
  const head = [details.type, details.allocated, ...sizesOf.map((name) => (whole ? name : `${name} ±`))];
  const lines = rows.map((row) => {
    const frame = tellingFrame(row.site);
    const deep = row.deep ? toldBytes(row.deep, whole) : text.notAvailable;
    const own = [toldObjects(row, whole), toldBytes(row, whole)].map((words) => approximately(words, row.estimated));
    const sizes = [...own, ...(hasDeep ? [deep] : [])];
    return [row.type, frame ? frameWords(frame) : '', ...sizes];
  });
  return table(head, lines);
}

/** The first column is text, the others are numbers unless they are few. */
function table(head: string[], lines: string[][]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...lines.map((line) => line.map(cell))].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** A cell of a table ends at a bar, and begins no markup of its own. */
const cell = (words: string) => words.replace(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
