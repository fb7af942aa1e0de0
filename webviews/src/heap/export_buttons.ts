// What writes the table into a file, or says how to get it in a terminal: in a menu, since it is needed now and then.
import type { ExportFormat } from '../../../shared/protocol/view';
import { button } from '../dom';
import { Menu } from '../menu';
import { strings } from '../strings';

export function exportButtons(save: (format: ExportFormat) => void, copyCommand: () => void): HTMLElement {
  const formats = { csv: strings.heap.exportCsv, json: strings.heap.exportJson } as const;
  const one = (format: ExportFormat) =>
    button(formats[format], () => save(format), { class: 'menu-item', testId: `export-${format}` });
  const { copyCommand: words, copyCommandTitle: title } = strings.explore;
  const copy = button(words, copyCommand, { class: 'menu-item', title, testId: 'copy-command' });
  return new Menu(strings.heap.export, 'heap-export', [one('csv'), one('json'), copy]).element;
}
