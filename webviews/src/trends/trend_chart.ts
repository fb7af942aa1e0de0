// One chart of the Trends tab: its settings, what the engine says of it, the lines, and the legend. Asks for its own numbers; what charts share, the
// zoom and the cursor, is the tab's, which is told of both and tells all of them.
import type { InfoAnswer } from '../../../shared/protocol/answers';
import type { TrendAnswer, TrendArgs } from '../../../shared/protocol/trend';
import type { ChartImage, ObjectSet, PointWindow, TrendChart } from '../../../shared/protocol/view';
import { trendCommand } from '../command_line';
import { breakable, element } from '../dom';
import { openSourceOf } from '../growth/source_link';
import type { GroupingWish } from '../heap/grouping_menu';
import type { Preset } from '../heap/presets';
import type { Host, OnProgress, Running } from '../host';
import { measureCharacter } from '../overview/text_width';
import { PopupMenu } from '../popup_menu';
import { strings } from '../strings';
import { nearestPoint } from '../timeline/window_choice';
import { unsaid, warningsBanner } from '../warnings';
import { clipped, divisionBehind, drilled, ofKind, seriesSet, trendArgs } from './chart_choice';
import { chartHead } from './chart_head';
import { ChartInput, markOf, otherMark } from './chart_input';
import { seriesEntries } from './series_menu';
import { SeriesSlots } from './series_slots';
import { drawCursor, drawLines, drawPanels, drawSweep, emphasise, makeLayers } from './trend_drawing';
import { trendImage } from './trend_image';
import { type LineData, layoutTrend, type TrendLayout } from './trend_layout';
import { TrendLegend } from './trend_legend';
import { TrendProgress } from './trend_progress';
import { TrendSource, type TrendState } from './trend_source';
import { TrendTable } from './trend_table';
import { TrendToolbar } from './trend_toolbar';
import { amount, pointWords, seriesSentence, shortName } from './trend_words';
import { inTurn, type Turns } from './turns';

const text = strings.trends;
/** In milliseconds: how long it says that there is something to paste. */
const saidFor = 1500;

export interface TrendChartParts {
  /** Of this chart alone. */
  name: string;
  host: Host;
  info: InfoAnswer;
  fileName: string;
  presets: readonly Preset[];
  /** Said already where all tabs show it. */
  shownWarnings: string[];
  turns: Turns;
  /** The last point that is shown, while somebody wants what is shown to stay. */
  lastPoint(): number | null;
}

export interface TrendChartEvents {
  changed(chart: TrendChart): void;
  /** Goes on to the objects of a series; false where no chart has room any more. */
  drill(chart: TrendChart): void;
  hasRoom(): boolean;
  /** Null where it is the first one, which stays. */
  close: (() => void) | null;
  /** To the chart of what is so many rows down its way. */
  goTo(length: number): void;
  zoom(zoom: PointWindow | null): void;
  /** In seconds; null where nobody points. */
  cursor(seconds: number | null): void;
  /** The times of points, by their numbers. */
  learn(times: readonly { index: number; t: number }[]): void;
  timeOf(point: number): number | undefined;
  inspect(set: ObjectSet, point: number): void;
  group(set: ObjectSet, division: string, point: number): void;
  showGrowth(window: PointWindow): void;
}

export class TrendChartView {
  readonly element: HTMLElement;
  private readonly toolbar: TrendToolbar;
  private readonly head = element('div', { class: 'set-line chart-head' });
  private readonly sentence = element('p', { class: 'trend-sentence', role: 'status', testId: 'trend-sentence' });
  private readonly warnings = element('div', {});
  private readonly progress: TrendProgress;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly layers = makeLayers(this.svg);
  private readonly spoken = element('p', { class: 'for-screen-readers', role: 'status' });
  private readonly said = element('p', { class: 'trend-said', role: 'status', testId: 'trend-said' });
  private readonly empty = element('p', { class: 'hint', testId: 'trend-empty' }, text.none);
  private readonly notes = element('p', { class: 'hint', testId: 'trend-left' });
  private readonly legend: TrendLegend;
  private readonly table = new TrendTable();
  private readonly slots = new SeriesSlots();
  private readonly input: ChartInput;
  private readonly source: TrendSource;
  private readonly menu = new PopupMenu(text.actions, () => this.input.closed());
  private readonly resizing = new ResizeObserver(() => {
    this.width = this.element.clientWidth;
    this.draw();
  });
  private state: TrendState = { stage: { kind: 'asking' }, answer: undefined, isOutdated: false };
  private layout: TrendLayout | undefined;
  /** What is drawn: the part of the answer that is zoomed to. */
  private shown: TrendAnswer | undefined;
  private characterWidth: number | undefined;
  /** As it was when it last changed: to ask while something is being drawn has the page laid out twice. */
  private width = 0;
  /** Index among the points that are drawn. */
  private point = -1;

  constructor(
    private readonly parts: TrendChartParts,
    private chart: TrendChart,
    private zoom: PointWindow | null,
    private readonly events: TrendChartEvents,
  ) {
    const { name, host, presets, turns } = parts;
    this.svg.setAttribute('class', 'trend-svg');
    this.svg.setAttribute('data-testid', 'chart-trend');
    this.svg.setAttribute('role', 'application');
    this.svg.setAttribute('tabindex', '0');
    this.svg.setAttribute('aria-describedby', `${name}-keys`);
    this.source = new TrendSource((args, onProgress) => host.ask('trend', args, onProgress), turns, {
      changed: (state) => this.take(state),
      progress: (phase, done) => this.progress.progress(phase, done),
    });
    this.progress = new TrendProgress({ cancel: () => this.source.cancel(), goOn: () => this.source.goOn() });
    this.toolbar = new TrendToolbar(
      name,
      {
        presets,
        tryOut: (wish, onProgress) => this.tryOut(wish, onProgress),
        showOwned: (owned) => this.change({ owned }),
      },
      {
        rows: (rows) => this.change(ofKind(this.chart, rows)),
        change: (change) => this.change(change),
        saveImage: (format) => void this.saveImage(format),
        saveNumbers: () => host.save('exportTrend', this.args()),
        copyCommand: () => this.copy(this.command()),
      },
    );
    this.legend = new TrendLegend({
      open: (mark, place) => this.open(mark, place),
      drill: (key) => this.drill(key),
      emphasise: (mark) => this.emphasise(mark),
    });
    this.input = new ChartInput(this.svg, {
      cursor: (point) => events.cursor(this.shown?.points[point]?.t ?? null),
      sweep: (points) => this.layout && drawSweep(this.layers.sweep, this.layout, points),
      zoom: (points) => this.zoomTo(points),
      back: () => events.zoom(null),
      emphasise: (mark) => this.emphasise(mark),
      open: (mark, place) => this.open(mark, place),
    });
    this.empty.hidden = true;
    this.element = element(
      'section',
      { class: 'trend', testId: 'trend' },
      this.head,
      this.toolbar.element,
      this.warnings,
      element('div', { class: 'trend-words' }, this.sentence, this.said, this.progress.element),
      element('div', { class: 'trend-chart' }, this.svg, this.empty),
      element('p', { class: 'for-screen-readers', id: `${name}-keys` }, text.keys),
      this.spoken,
      this.legend.element,
      this.notes,
      this.table.element,
    );
  }

  start(): void {
    this.showSettings();
    this.resizing.observe(this.element);
    this.ask();
  }

  stop(): void {
    this.source.end();
    this.progress.clear();
    this.toolbar.stop();
    this.menu.close();
    this.resizing.disconnect();
  }

  /** Asks again: the trace has more points, or other descriptions hold. */
  ask(): void {
    this.source.ask(this.args());
  }

  showZoom(zoom: PointWindow | null): void {
    this.zoom = zoom;
    this.renewShown();
    this.ask();
  }

  /** Somebody points at a time, in this chart or another one. */
  showCursor(seconds: number | null): void {
    const points = this.shown?.points ?? [];
    this.point =
      seconds === null || points.length === 0
        ? -1
        : nearestPoint(
            points.map(({ t }) => t),
            seconds,
          );
    if (this.layout) drawCursor(this.layers.cursor, this.layout, this.point, this.slots);
    this.legend.showPoint(this.point);
    if (document.activeElement === this.svg) this.speak();
  }

  focus(): void {
    this.element.scrollIntoView?.({ block: 'start' });
    this.svg.focus({ preventScroll: true });
  }

  private change(change: Partial<TrendChart>): void {
    const before = JSON.stringify(this.args());
    this.chart = { ...this.chart, ...change };
    this.showSettings();
    this.events.changed(this.chart);
    if (JSON.stringify(this.args()) === before) this.draw();
    else this.ask();
  }

  private showSettings(): void {
    this.toolbar.show(this.chart);
    this.head.replaceChildren(...chartHead(this.chart, this.events));
    this.element.dataset.display = this.chart.display;
  }

  /** Asks for what is to be shown: what is wrong is said before anything that is shown goes. */
  private tryOut({ by, where, rows }: GroupingWish, onProgress: OnProgress): Running<unknown> {
    const wished = { ...ofKind(this.chart, rows ?? this.chart.rows), by, where };
    const { host, turns } = this.parts;
    const { promise, cancel } = inTurn(turns, () => host.ask('trend', { ...this.args(wished), within: 1 }, onProgress));
    return { promise: promise.then(() => this.change(wished)), cancel };
  }

  private take(state: TrendState): void {
    const isNew = state.answer !== this.state.answer;
    this.state = state;
    const { answer, stage, isOutdated } = state;
    if (answer) this.events.learn([answer.from, answer.to, ...answer.points]);
    this.progress.show(state);
    this.element.setAttribute('aria-busy', String(stage.kind === 'asking'));
    this.element.classList.toggle('outdated', isOutdated);
    if (!isOutdated) {
      this.showWords();
      // Most of what happens to a question changes nothing that is drawn.
      if (isNew) this.renewShown();
    }
  }

  private showWords(): void {
    const { answer, stage } = this.state;
    this.sentence.replaceChildren(...breakable(answer?.sentence ?? ''));
    const banner = warningsBanner(unsaid(answer?.warnings ?? [], this.parts.shownWarnings));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
    this.empty.hidden = !(answer && stage.kind === 'complete' && answer.totalSeries === 0);
    const left = answer ? answer.totalSeries - answer.series.length : 0;
    const isTold = left <= 0 || this.chart.other;
    this.notes.textContent = isTold ? '' : `${left} ${text.left[left === 1 ? 0 : 1]}`;
  }

  /** Something else is known, or zoomed to. */
  private renewShown(): void {
    const { answer } = this.state;
    if (!answer) return;
    const shown = clipped(answer, this.zoom);
    this.shown = shown;
    this.slots.assign(shown.series.map(({ key }) => key));
    this.legend.show(shown, this.slots);
    this.table.show(shown);
    this.point = Math.min(this.point, shown.points.length - 1);
    this.legend.showPoint(this.point);
    this.svg.setAttribute('aria-label', this.label(shown));
    this.draw();
  }

  private draw(): void {
    const { shown, slots, layers, width } = this;
    if (!shown || width === 0) return;
    this.characterWidth ??= measureCharacter(this.svg);
    const { display, log } = this.chart;
    const lines = linesOf(shown);
    const data = { points: shown.points, lines, metric: shown.metric, span: this.span(shown) };
    const layout = layoutTrend(data, display, log, { width, characterWidth: this.characterWidth });
    this.layout = layout;
    this.svg.setAttribute('width', '100%');
    this.svg.setAttribute('height', String(layout.height));
    drawPanels(layers.grid, layout);
    drawLines(layers.lines, layout, slots);
    drawCursor(layers.cursor, layout, this.point, slots);
    this.legend.showOtherAbove(layout.isOtherAbove);
    this.input.show(
      layout,
      lines.map(({ key }) => markOf(key)),
    );
  }

  /** What is zoomed to, or all that is asked for. */
  private span({ from, to }: TrendAnswer): [number, number] {
    const { zoom } = this;
    const time = (index: number | undefined) => (index === undefined ? undefined : this.events.timeOf(index));
    return [time(zoom?.from) ?? from.t, time(zoom?.to) ?? to.t];
  }

  private label({ metric, points, series }: TrendAnswer): string {
    const lines = series.map(({ key }) => key).join(', ');
    return `${text.chart} ${text.metrics[metric]} ${text.over} ${points.length} ${text.points[points.length === 1 ? 0 : 1]}: ${lines}`;
  }

  private emphasise(mark: string | null): void {
    emphasise(this.layers.lines, mark);
    this.legend.emphasise(mark);
    const series = this.shown?.series.find(({ key }) => key === mark);
    if (series && this.shown && document.activeElement === this.svg) {
      this.spoken.textContent = seriesSentence(this.shown, series);
    }
  }

  /** What a screen reader says of the cursor. */
  private speak(): void {
    const { shown, point } = this;
    const at = shown?.points[point];
    if (!shown || !at) return;
    const values = shown.series.map(({ key, values }) => `${key} ${amount(values[point] ?? 0, shown.metric)}`);
    this.spoken.textContent = `${pointWords(at)}: ${values.join(', ')}`;
  }

  private zoomTo([a, b]: readonly [number, number]): void {
    const [from, to] = [this.shown?.points[Math.min(a, b)], this.shown?.points[Math.max(a, b)]];
    if (from && to) this.events.zoom({ from: from.index, to: to.index });
  }

  private drill(key: string): void {
    if (this.shown) this.divide(key, divisionBehind(this.shown.by, this.shown.rowsBy));
  }

  private divide(key: string, division: string): void {
    if (this.shown) this.events.drill(drilled(this.chart, this.shown, key, division));
  }

  private open(mark: string, place: { x: number; y: number }): boolean {
    const { shown, events } = this;
    const series = shown?.series.find(({ key }) => key === mark);
    const point = (shown?.points[this.point] ?? shown?.points.at(-1))?.index;
    const [first, last] = [shown?.points[0], shown?.points.at(-1)];
    if (!shown || !series || mark === otherMark || point === undefined || !first || !last) return false;
    const { key, goesOn } = series;
    const set = seriesSet(shown, key);
    const entries = seriesEntries({
      set,
      level: shown.level,
      goesOn,
      hasRoom: events.hasRoom(),
      presets: this.parts.presets,
      point,
      drill: () => this.drill(key),
      divide: (by) => this.divide(key, by),
      inspect: () => events.inspect(set, point),
      group: () => events.group(set, goesOn ? divisionBehind(shown.by, shown.rowsBy) : 'type', point),
      showGrowth: () => events.showGrowth(this.zoom ?? { from: first.index, to: last.index }),
      open: (target) => openSourceOf(this.parts.host, false)(target, false),
      copy: () => this.copy(`${seriesSentence(shown, series)}\n${this.command()}`),
    });
    this.menu.show(entries, place);
    return true;
  }

  /** What is asked for a chart. While somebody wants what is shown to stay, no point that came since is part of it. */
  private args(chart = this.chart): TrendArgs {
    const { lastPoint } = this.parts;
    const args = trendArgs(chart, this.zoom);
    return args.to === undefined && lastPoint() !== null ? { ...args, to: String(lastPoint()) } : args;
  }

  private command(): string {
    const { other: _, ...args } = this.args();
    return trendCommand(this.parts.info.trace.files, args);
  }

  private copy(words: string): void {
    void navigator.clipboard.writeText(words).then(() => {
      this.said.textContent = text.copied;
      setTimeout(() => {
        this.said.textContent = '';
      }, saidFor);
    });
  }

  private async saveImage(format: ChartImage['format']): Promise<void> {
    const { svg, shown, layout, legend, chart, parts } = this;
    if (!shown || !layout) return;
    const image = await trendImage(format, { svg, shown, layout, legend, chart, fileName: parts.fileName });
    parts.host.save('saveImage', image);
  }
}

/** The series as they come, and all others together behind them. */
function linesOf({ series, other, level }: TrendAnswer): LineData[] {
  return [
    ...series.map(({ key, values }) => ({ key, name: shortName(key, level), values })),
    ...(other && other.keys > 0 ? [{ key: null, name: text.other, values: other.values }] : []),
  ];
}
