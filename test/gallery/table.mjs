// The scores as a table: plain text for a terminal, Markdown for docs/gallery.md.
import { limits, sameBesideBallast } from './limits.mjs';

/**
 * @typedef {import('./answers.mjs').Scored} Scored
 * @typedef {import('./score.mjs').Score} Score
 * @typedef {{ title: string; reached: number; of: number; wanted: number; passed: boolean }} Verdict
 */

/** How many programs hold each limit. @returns {Verdict[]} */
export function verdicts(/** @type {Scored[]} */ scored) {
  return limits.map(({ title, group, least, holds }) => {
    const members = scored.filter(({ program }) => program.groups.includes(group));
    const reached = members.filter(({ answers }) => holds(answers)).length;
    const wanted = least === 'all' ? members.length : least;
    return { title, reached, of: members.length, wanted, passed: reached >= wanted };
  });
}

const rankOf = (/** @type {Score} */ { rank }) => (rank === null ? 'no' : `${rank}`);
const shareOf = (/** @type {Score} */ { share }) => (share === null ? '' : `${Math.round(share)} %`);
const lineOf = (/** @type {Score} */ { rank, line }) => (rank === 1 && line ? 'yes' : 'no');

/** @returns {string} of which ≠ marks another first suspect beside the ballast */
export function textTable(/** @type {Scored[]} */ scored) {
  const row = (/** @type {string[]} */ [name = '', ...cells]) => {
    const [sentence = ''] = cells.slice(-1);
    return `${name.padEnd(22)}${cells
      .slice(0, -1)
      .map((cell) => cell.padStart(8))
      .join('')}  ${sentence}`.trimEnd();
  };
  const lines = scored.map(({ program, answers }) => {
    const { recording, undescribed, dumps, alone, ballast } = answers;
    return row([
      program.name,
      rankOf(recording),
      shareOf(recording),
      lineOf(recording),
      rankOf(undescribed),
      rankOf(dumps),
      rankOf(alone),
      ballast === undefined ? '' : sameBesideBallast(answers) ? rankOf(ballast) : `≠ ${rankOf(ballast)}`,
      recording.sentence.slice(0, 150),
    ]);
  });
  const sums = verdicts(scored).map(
    ({ title, reached, of, wanted, passed }) =>
      `${passed ? '  ' : '! '}${title}: ${reached} of ${of}${passed ? '' : `, at least ${wanted} wanted`}`,
  );
  const head = row(['program', 'rank', 'share', 'line', 'no .ds', 'dumps', 'alone', 'ballast', 'sentence']);
  return [head, ...lines, '', ...sums].join('\n');
}

/** @returns {string} */
export function markdownTable(/** @type {Scored[]} */ scored) {
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = scored.map(({ program: { name, library, leak }, answers: { recording, dumps, alone } }) =>
    [
      name,
      library,
      leak,
      rankOf(recording),
      shareOf(recording),
      lineOf(recording),
      rankOf(dumps),
      rankOf(alone),
      recording.sentence,
    ]
      .map(cell)
      .join(' | '),
  );
  return [
    '| program | library | leak | rank | share of growth | line told | rank in two dumps | in one alone | sentence |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}
