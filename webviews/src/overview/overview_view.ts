// The Overview tab: what the trace is, its key figures, its largest types, and what holds the heap.
import type { Counted, HeapAnswer, InfoAnswer } from '../../../extension/src/protocol/answers';
import { element } from '../dom';
import { bytes, count, dateTime, objects, percent } from '../format';
import type { Host } from '../host';
import { strings } from '../strings';
import { drawBars } from './bar_chart';
import { type Bar, type BarLayout, layoutBars } from './bar_layout';
import { BarTooltip } from './bar_tooltip';
import { measureCharacter } from './text_width';

const text = strings.overview;
const largestTypes = 14;

export class OverviewView {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly table = element('table');
  private readonly tooltip = new BarTooltip();
  private readonly chartNote = element('p', { class: 'hint' });
  private readonly resizing: ResizeObserver;
  /** A dump whose end is missing may name no roots: then nothing is live, and there is still something to see. */
  private readonly counted: Counted;
  private answer: HeapAnswer | undefined;

  constructor(
    info: InfoAnswer,
    fileName: string,
    private readonly host: Host,
    private readonly onChooseType: (type: string, counted: Counted) => void,
  ) {
    this.counted = info.heap.live.objects > 0 ? 'live' : 'all';
    this.svg.setAttribute('class', 'bars');
    this.svg.setAttribute('data-testid', 'chart-types');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('aria-label', text.largest);
    this.element = element(
      'main',
      { class: 'overview', testId: 'overview' },
      header(info, fileName),
      figures(info),
      element(
        'div',
        { class: 'columns' },
        element(
          'section',
          { class: 'chart' },
          element('h2', {}, text.largest),
          this.chartNote,
          this.svg,
          this.tooltip.element,
          // A table is never narrower than its words: the box around it is.
          element('div', { class: 'for-screen-readers' }, this.table),
        ),
        element('aside', {}, rootsSection(info), detailsSection(info)),
      ),
    );
    this.resizing = new ResizeObserver(() => this.draw());
  }

  start(): void {
    this.resizing.observe(this.svg.parentElement ?? this.element);
    void this.load();
  }

  stop(): void {
    this.resizing.disconnect();
  }

  private async load(): Promise<void> {
    try {
      this.answer = await this.host.heap({ count: this.counted, sort: 'bytes', limit: largestTypes });
      const hint = this.counted === 'live' ? text.largestHint : text.noneLive;
      this.chartNote.textContent = this.answer.rows.length === 0 ? text.emptyHeap : hint;
      this.fillTable(this.answer);
      this.draw();
    } catch (failure) {
      this.chartNote.textContent = `${strings.heap.failed}: ${(failure as Error).message}`;
    }
  }

  private draw(): void {
    const width = this.svg.parentElement?.clientWidth ?? 0;
    if (!this.answer || width === 0) return;
    const { rows, total, point } = this.answer;
    const shown = rows.reduce((sum, row) => ({ objects: sum.objects + row.objects, bytes: sum.bytes + row.bytes }), {
      objects: 0,
      bytes: 0,
    });
    const types = total.rows - rows.length;
    const other = {
      objects: total.objects - shown.objects,
      bytes: total.bytes - shown.bytes,
      types,
      label: `${count(types)} ${text.otherTypes}`,
    };
    const layout = layoutBars(rows, other, width, measureCharacter(this.svg));
    this.tooltip.hide();
    drawBars(this.svg, layout, (bar) => `${nameOf(bar)}: ${this.numbers(bar, point.bytes)}`, {
      choose: (type) => this.onChooseType(type, this.counted),
      point: (bar) => this.pointAt(bar, layout, point.bytes),
    });
  }

  private pointAt(bar: Bar | null, layout: BarLayout, heapBytes: number): void {
    if (!bar) {
      this.tooltip.hide();
      return;
    }
    const { top } = this.svg.getBoundingClientRect();
    const sectionTop = this.svg.parentElement?.getBoundingClientRect().top ?? top;
    this.tooltip.show(bar, nameOf(bar), this.numbers(bar, heapBytes), layout, top - sectionTop);
  }

  private numbers({ size }: Bar, heapBytes: number): string {
    const share = `${percent(size.bytes, heapBytes)} ${this.counted === 'live' ? text.ofLive : text.ofAll}`;
    return `${bytes(size.bytes)} (${count(size.bytes)} B), ${objects(size.objects)}, ${share}`;
  }

  /** The chart once more as a table: what a screen reader can walk through. */
  private fillTable({ rows, point }: HeapAnswer): void {
    const columns = strings.heap.columns;
    const head = [columns.name, columns.objects, columns.bytes, strings.overview.share].map((name) =>
      element('th', { 'data-scope': 'col' }, name),
    );
    const body = rows.map((row) =>
      element(
        'tr',
        {},
        element('td', {}, row.key),
        element('td', {}, count(row.objects)),
        element('td', {}, count(row.bytes)),
        element('td', {}, percent(row.bytes, point.bytes)),
      ),
    );
    this.table.replaceChildren(
      element('caption', {}, text.largest),
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...body),
    );
  }
}

const nameOf = (bar: Bar): string => bar.key ?? bar.label;

function header({ trace, runtime }: InfoAnswer, fileName: string): HTMLElement {
  const jvm = [runtime.name, runtime.version].filter((part) => part !== null).join(' ') || text.unknownJvm;
  const facts = [
    jvm,
    trace.start ? `${text.taken.toLowerCase()} ${dateTime(trace.start)}` : '',
    bytes(trace.fileBytes),
  ];
  return element(
    'header',
    {},
    element('h1', { title: trace.path, testId: 'file-name' }, fileName),
    element('p', { class: 'facts', testId: 'facts' }, facts.filter((fact) => fact !== '').join('  ·  ')),
  );
}

function figures({ heap }: InfoAnswer): HTMLElement {
  const roots = heap.roots.reduce((sum, { count: some }) => sum + some, 0);
  const figure = (label: string, value: string, detail: string, testId: string, title = '') =>
    element(
      'div',
      { class: 'figure', testId, ...(title ? { title } : {}) },
      element('dt', {}, label),
      element('dd', {}, element('span', { class: 'value' }, value), element('span', { class: 'detail' }, detail)),
    );
  return element(
    'dl',
    { class: 'figures' },
    figure(text.live, bytes(heap.live.bytes), objects(heap.live.objects), 'figure-live', `${count(heap.live.bytes)} B`),
    figure(
      text.unreachable,
      bytes(heap.unreachable.bytes),
      objects(heap.unreachable.objects),
      'figure-unreachable',
      `${count(heap.unreachable.bytes)} B`,
    ),
    figure(text.types, count(heap.types), '', 'figure-types'),
    figure(text.references, count(heap.references), '', 'figure-references'),
    figure(text.roots, count(roots), '', 'figure-roots'),
  );
}

function rootsSection({ heap }: InfoAnswer): HTMLElement {
  const most = Math.max(1, ...heap.roots.map((root) => root.count));
  const items = heap.roots.map((root) => {
    const fill = element('span', { class: 'fill' });
    fill.style.width = `${Math.max(1, (100 * root.count) / most)}%`;
    return element(
      'li',
      { 'data-kind': root.kind },
      element('span', { class: 'label' }, root.label),
      element('span', { class: 'number' }, count(root.count)),
      element('span', { class: 'track', 'aria-hidden': true }, fill),
    );
  });
  const list = items.length > 0 ? element('ul', {}, ...items) : element('p', { class: 'hint' }, text.noRoots);
  return element('section', { class: 'roots' }, element('h2', {}, text.rootsByKind), list);
}

function detailsSection({ trace, runtime, heap }: InfoAnswer): HTMLElement {
  const details: [string, string][] = [
    [text.format, `${trace.formatVersion}${trace.compressed ? ' (gzip)' : ''}`],
    [text.referencesOf, runtime.compressedReferences ? '4 bytes (compressed)' : '8 bytes'],
    [text.headers, `${runtime.headerBytes} bytes`],
    [text.alignment, `${runtime.objectAlignment} bytes`],
    [text.ids, `${trace.idBytes} bytes`],
    [text.threads, count(heap.threads)],
    [text.weak, heap.followWeak ? text.weakFollowed : text.weakNot],
  ];
  if (heap.missingObjects > 0) details.push([text.missing, `${count(heap.missingObjects)} ${text.missingText}`]);
  if (!trace.identity) details.push([text.identity, text.noIdentity]);
  const list = details.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  return element('section', { class: 'details' }, element('h2', {}, text.details), element('dl', {}, ...list));
}
