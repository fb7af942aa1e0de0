// Tables as files: all rows, asked for page by page so that no message grows large.
import type { Frame, HeapAnswer, HeapArgs, HeapRow } from '../protocol/answers';
import type { GrownMetric, GrowthAnswer, GrowthArgs, GrowthRow } from '../protocol/growth';
import { tellingFrame } from '../protocol/sites';
import { type ExportFormat, mostGrowthRows } from '../protocol/view';

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

/** All structures of a window. */
export async function exportGrowth(
  ask: (args: GrowthArgs) => Promise<GrowthAnswer>,
  args: GrowthArgs,
): Promise<string> {
  const first = await ask({ ...args, offset: 0, limit: mostGrowthRows });
  const rows: GrowthRow[] = [...first.structures];
  while (rows.length < first.total.rows) {
    const page = await ask({ ...args, offset: rows.length, limit: mostGrowthRows });
    if (page.structures.length === 0) break;
    rows.push(...page.structures);
  }
  return growthToCsv(rows);
}

const growthMetrics = ['retained', 'deep', 'structure', 'deepStructure'] as const;

/** The same columns as the command line writes. */
function growthToCsv(rows: GrowthRow[]): string {
  const sizes = growthMetrics.flatMap((metric) =>
    ['ObjectsFrom', 'BytesFrom', 'ObjectsTo', 'BytesTo', 'Hgp'].map((column) => `${metric}${column}`),
  );
  const head = ['id', 'type', 'site', 'category', 'match', 'pattern', ...sizes, 'leavesFrom', 'leavesTo'].join(',');
  const cells = ({ from, to, hgp }: GrownMetric) => [
    from.objects,
    from.bytes,
    to.objects,
    to.bytes,
    hgp === null ? '' : hgp.toFixed(3),
  ];
  const lines = rows.map((row) =>
    [
      row.id,
      csvField(row.type),
      csvField(placeOf(row.site)),
      row.category,
      row.match,
      row.pattern ?? '',
      ...growthMetrics.flatMap((metric) => cells(row.metrics[metric])),
      row.leafCount.from,
      row.leafCount.to,
    ].join(','),
  );
  return [head, ...lines, ''].join('\n');
}

function placeOf(site: Frame[]): string {
  const frame = tellingFrame(site);
  if (!frame) return '';
  const { class: className, method, file, line } = frame;
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `${className}.${method}${place}`;
}
