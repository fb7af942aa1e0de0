// The Heap table as a file: all rows, asked for page by page so that no message grows large.
import type { HeapAnswer, HeapArgs, HeapRow } from '../protocol/answers';
import type { ExportFormat } from '../protocol/view';

const pageRows = 1000;

export async function exportHeap(
  ask: (args: HeapArgs) => Promise<HeapAnswer>,
  args: HeapArgs,
  format: ExportFormat,
): Promise<string> {
  const first = await ask({ ...args, offset: 0, limit: pageRows });
  const rows: HeapRow[] = [...first.rows];
  while (rows.length < first.total.rows) {
    const page = await ask({ ...args, offset: rows.length, limit: pageRows });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return format === 'csv' ? toCsv(rows) : `${JSON.stringify({ ...first, rows }, null, 1)}\n`;
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toCsv(rows: HeapRow[]): string {
  return ['type,objects,bytes', ...rows.map((row) => `${csvField(row.key)},${row.objects},${row.bytes}`), ''].join(
    '\n',
  );
}
