// What the reader should know though the trace could be opened: a line for one thing, a banner to unfold for several.

import { count } from '../../shared/format';
import type { Warning } from '../../shared/protocol/answers';
import { element } from './dom';
import { strings } from './strings';

/** Without those that stand elsewhere on the page already. */
export const unsaid = (warnings: readonly Warning[], said: readonly string[]): Warning[] =>
  warnings.filter(({ message }) => !said.includes(message));

export function warningsBanner(warnings: Warning[]): HTMLElement | null {
  const [first, ...more] = warnings.map(sentence);
  if (first === undefined) return null;
  if (more.length === 0) return element('p', { class: 'warnings', role: 'status', testId: 'warnings' }, first);
  const all = element(
    'details',
    { class: 'warnings', testId: 'warnings' },
    element('summary', {}, `${first} (${more.length} ${strings.warnings.more})`),
    element('ul', {}, ...more.map((text) => element('li', {}, text))),
  );
  return element('section', { 'aria-label': strings.warnings.label }, all);
}

function sentence({ message, offset }: Warning): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return offset === undefined ? `${text}.` : `${text} (${strings.failed.atByte} ${count(offset)}).`;
}
