// What the reader should know though the trace could be opened: a banner that can be unfolded.
import type { Warning } from '../../extension/src/protocol/answers';
import { element } from './dom';
import { count } from './format';
import { strings } from './strings';

export function warningsBanner(warnings: Warning[]): HTMLElement | null {
  if (warnings.length === 0) return null;
  const items = warnings.map(({ message, offset }) =>
    element('li', {}, message, offset === undefined ? '' : ` (${strings.failed.atByte} ${count(offset)})`),
  );
  const title = warnings.length === 1 ? strings.warnings.one : strings.warnings.many;
  return element(
    'details',
    { class: 'warnings', testId: 'warnings' },
    element('summary', {}, `${title} (${warnings.length})`),
    element('ul', {}, ...items),
  );
}
