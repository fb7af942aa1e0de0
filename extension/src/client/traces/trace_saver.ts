// What a view shows as a file, at a place that the user chooses.
import * as vscode from 'vscode';
import { mostGrowthRows, mostHeapRows } from '../../../../shared/protocol/view';
import type { GrowthStore } from '../growth/growth_store';
import { heapAsJson, wholeCsv } from './export';
import type { TraceSession } from './trace_session';
import type { ViewSaver } from './view_link';

export function traceSaver(uri: vscode.Uri, session: TraceSession, growth: GrowthStore): ViewSaver {
  /** @param ending of the file's name, after the trace's */
  const save = async (ending: string, content: () => Promise<string> | Uint8Array) => {
    const format = ending.split('.').at(-1) ?? '';
    const target = await vscode.window.showSaveDialog({
      defaultUri: uri.with({ path: `${uri.path}.${ending}`, query: '' }),
      filters: { [format.toUpperCase()]: [format] },
    });
    if (!target) return;
    const made = await content();
    await vscode.workspace.fs.writeFile(target, typeof made === 'string' ? new TextEncoder().encode(made) : made);
  };
  return {
    heap: ({ args, format }) =>
      save(format, () =>
        format === 'csv'
          ? wholeCsv((page) => session.csv('heap', { ...args, ...page }), mostHeapRows)
          : heapAsJson((page) => session.ask('heap', page), args),
      ),
    growth: (args) =>
      save('growth.csv', () =>
        wholeCsv((page) => session.csv('growth', { ...growth.complete(args), ...page }), mostGrowthRows),
      ),
    trend: (args) => save('trends.csv', () => session.csv('trend', args)),
    image: ({ chart, format, data }) =>
      save(`${chart}.${format}`, () => Buffer.from(data, format === 'png' ? 'base64' : 'utf8')),
  };
}
