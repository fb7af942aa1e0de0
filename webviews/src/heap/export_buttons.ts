// The buttons that write the table into a file.
import type { ExportFormat } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';

export function exportButtons(save: (format: ExportFormat) => void): HTMLElement {
  const formats = { csv: strings.heap.exportCsv, json: strings.heap.exportJson } as const;
  const one = (format: ExportFormat) =>
    button(formats[format], () => save(format), { class: 'secondary', testId: `export-${format}` });
  return element('div', { class: 'actions' }, one('csv'), one('json'));
}
