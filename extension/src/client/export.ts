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
  return format === 'csv' ? toCsv(rows, first.known) : `${JSON.stringify({ ...first, rows }, null, 1)}\n`;
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The same columns as the command line writes. */
function toCsv(rows: HeapRow[], known: HeapAnswer['known']): string {
  const metrics = (['deep', 'retained'] as const).filter((metric) => known[metric]);
  const head = ['type,objects,bytes', ...metrics.map((metric) => `${metric}Objects,${metric}Bytes`)].join(',');
  const lines = rows.map((row) =>
    [
      csvField(row.key),
      row.objects,
      row.bytes,
      ...metrics.flatMap((metric) => [row[metric]?.objects ?? '', row[metric]?.bytes ?? '']),
    ].join(','),
  );
  return [head, ...lines, ''].join('\n');
}
