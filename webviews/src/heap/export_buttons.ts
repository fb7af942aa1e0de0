// What writes the table into a file: in a menu, since it is needed now and then.
import type { ExportFormat } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { Menu } from '../menu';
import { strings } from '../strings';

export function exportButtons(save: (format: ExportFormat) => void): HTMLElement {
  const formats = { csv: strings.heap.exportCsv, json: strings.heap.exportJson } as const;
  const one = (format: ExportFormat) =>
    button(formats[format], () => save(format), { class: 'menu-item', testId: `export-${format}` });
  const menu = new Menu(strings.heap.export, 'heap-export', [one('csv'), one('json')]);
  return element('div', { class: 'actions' }, menu.element);
}
