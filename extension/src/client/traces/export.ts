// Tables as files: all rows, asked for page by page so that no message grows large. How CSV looks, the engine knows.
import { goesOn, type Page, pageAfter, pagesInOrder } from '../../../../shared/page';
import type { HeapAnswer, HeapArgs } from '../../../../shared/protocol/answers';
import { mostHeapRows } from '../../../../shared/protocol/view';

/** The heap's rows as JSON, with all that is the same for each page. */
export async function heapAsJson(ask: (args: HeapArgs) => Promise<HeapAnswer>, args: HeapArgs): Promise<string> {
  const first = await ask({ ...args, ...pageAfter(0, mostHeapRows) });
  const rows = [...first.rows];
  while (goesOn(rows.length, first.total.rows)) {
    const page = await ask({ ...args, ...pageAfter(rows.length, mostHeapRows) });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return `${JSON.stringify({ ...first, rows }, null, 1)}\n`;
}

/** A table whose pages all begin with its columns. */
export async function wholeCsv(ask: (page: Page) => Promise<string>, limit: number): Promise<string> {
  const parts: string[] = [];
  for await (const page of pagesInOrder(ask, limit)) {
    const columns = page.slice(0, page.indexOf('\n') + 1);
    // Sizes have become known meanwhile, and rows have more columns: once more from the first one on.
    if (parts.length > 0 && columns !== parts[0]) return wholeCsv(ask, limit);
    if (parts.length === 0) parts.push(columns);
    if (page.length === columns.length) break;
    parts.push(page.slice(columns.length));
  }
  return parts.join('');
}
