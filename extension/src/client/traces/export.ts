// Tables as files: all rows, asked for page by page so that no message grows large. How CSV looks, the engine knows.
import type { HeapAnswer, HeapArgs } from '../../../../shared/protocol/answers';
import { mostHeapRows } from '../../../../shared/protocol/view';

export interface Page {
  offset: number;
  limit: number;
}

/** The heap's rows as JSON, with all that is the same for each page. */
export async function heapAsJson(ask: (args: HeapArgs) => Promise<HeapAnswer>, args: HeapArgs): Promise<string> {
  const first = await ask({ ...args, offset: 0, limit: mostHeapRows });
  const rows = [...first.rows];
  while (rows.length < first.total.rows) {
    const page = await ask({ ...args, offset: rows.length, limit: mostHeapRows });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return `${JSON.stringify({ ...first, rows }, null, 1)}\n`;
}

/** A table whose pages all begin with its columns. */
export async function wholeCsv(ask: (page: Page) => Promise<string>, limit: number): Promise<string> {
  const parts: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await ask({ offset, limit });
    const columns = page.slice(0, page.indexOf('\n') + 1);
    // Sizes have become known meanwhile, and rows have more columns: once more from the first one on.
    if (offset > 0 && columns !== parts[0]) return wholeCsv(ask, limit);
    if (offset === 0) parts.push(columns);
    if (page.length === columns.length) return parts.join('');
    parts.push(page.slice(columns.length));
  }
}
