// What the Growth tab shows, as Markdown for an issue or a chat: the headline, the strongest structures, and the leaves of the one that
// is selected.
import type {
  GrowthAnswer,
  GrowthOfAnswer,
  GrowthRow,
  GrowthWindow,
  LeafRow,
} from '../../../extension/src/protocol/growth';
import { tellingFrame } from '../../../extension/src/protocol/sites';
import { strings } from '../strings';
import { growthWords } from '../timeline/point_words';
import {
  deltaBytes,
  deltaObjects,
  frameWords,
  hgpText,
  metricOf,
  metrics,
  structureName,
  structureWords,
  windowPoints,
} from './growth_words';

const text = strings.growth;
const mostStructures = 10;
const mostLeaves = 15;

export interface MarkdownParts {
  fileName: string;
  /** Of all structures, the strongest first. */
  answer: GrowthAnswer;
  selected: { answer: GrowthOfAnswer; leaves: LeafRow[] } | undefined;
}

export function growthMarkdown({ fileName, answer, selected }: MarkdownParts): string {
  const [top] = answer.suspects;
  return [
    `## ${text.title}: ${cell(fileName)}`,
    windowWords(answer.window),
    ...(top ? [`**${top.sentence}**`, top.advice] : [text.noSuspect.text]),
    ...(answer.structures.length > 0 ? [structures(answer.structures.slice(0, mostStructures))] : []),
    ...(selected ? [`### ${cell(structureName(selected.answer.structure))}`, selected.answer.sentence] : []),
    ...(selected && selected.leaves.length > 0 ? [leaves(selected.leaves.slice(0, mostLeaves))] : []),
    '',
  ].join('\n\n');
}

function windowWords(window: GrowthWindow): string {
  const { from, to } = window;
  return `${strings.timeline.window}: ${windowPoints(window)}, ${growthWords(from.bytes, to.bytes, 'bytes')}.`;
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

function leaves(rows: LeafRow[]): string {
  const { details } = text;
  const hasDeep = rows.some(({ deep }) => deep);
  const head = [
    details.leaves,
    details.allocated,
    `${details.objects} ±`,
    `${details.bytes} ±`,
    ...(hasDeep ? [`${details.deep} ±`] : []),
  ];
  const lines = rows.map((row) => {
    const frame = tellingFrame(row.site);
    const deep = row.deep ? deltaBytes(row.deep) : text.notAvailable;
    const sizes = [deltaObjects(row), deltaBytes(row), ...(hasDeep ? [deep] : [])];
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
