// The timeline of the Overview tab: the chart, its legend, the window with its words and buttons, and the points as a table. Data
// comes from the source; what is chosen goes out as events.
import type { TimelineAnswer } from '../../../shared/protocol/answers';
import type { PointWindow } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { segments } from '../segments';
import { strings } from '../strings';
import { PointMarks } from './point_marks';
import { type Measure, windowWords } from './point_words';
import { pointsTable } from './points_table';
import { type PoolSeries, poolSeries } from './pool_samples';
import { drawAreas, drawCollections, drawGrid, drawLive, makeLayers } from './timeline_chart';
import { TimelineHover } from './timeline_hover';
import { layoutTimeline, type PointMark, type TimelineLayout } from './timeline_layout';
import { timelineLegend } from './timeline_legend';
import type { TimelineSource, TimelineState } from './timeline_source';
import { WindowBrush } from './window_brush';
import { drawSweepArea, drawWindow } from './window_marks';

const text = strings.timeline;
const height = { withCollections: 300, without: 220 };

export interface TimelineChoice {
  /** Whether there are collections, and so pools to draw. */
  hasCollections: boolean;
  /** Index of the point that is shown. */
  at: number;
  window: PointWindow | null;
  measure: Measure;
}

export interface TimelineEvents {
  choosePoint(index: number): void;
  chooseWindow(window: PointWindow | null): void;
  chooseMeasure(measure: Measure): void;
  /** What grew in the window is to be shown. */
  analyse(): void;
}

export class TimelineView {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly layers = makeLayers(this.svg);
  private readonly legend = element('div', { class: 'legend-place' });
  private readonly chart = element('div', { class: 'timeline-chart' });
  private readonly status = element('p', { class: 'hint' });
  private readonly words = element('p', { class: 'window-words', role: 'status', testId: 'window-words' });
  private readonly suggest = button(text.suggest, () => this.chooseSuggestion(), {
    class: 'secondary',
    testId: 'suggest-window',
  });
  private readonly clear = button(text.clear, () => this.clearWindow(), { class: 'secondary', testId: 'clear-window' });
  private readonly analyse = button(text.analyse, () => this.events.analyse(), {
    testId: 'analyse-growth',
    title: text.analyseTitle,
  });
  private readonly windowRow = element(
    'div',
    { class: 'window-row' },
    this.words,
    this.suggest,
    this.clear,
    this.analyse,
  );
  private readonly table = element('div', { class: 'for-screen-readers' });
  private readonly marks: PointMarks;
  private readonly hover: TimelineHover;
  private readonly brush: WindowBrush;
  private readonly resizing = new ResizeObserver(() => this.draw());
  private unfollow: (() => void) | undefined;
  private timeline: TimelineAnswer | undefined;
  private series: PoolSeries = { pools: [], samples: [] };
  private layout: TimelineLayout | undefined;

  constructor(
    private readonly source: TimelineSource,
    private readonly choice: TimelineChoice,
    private readonly events: TimelineEvents,
  ) {
    this.prepareSvg();
    // The place is as high while the timeline is being loaded as it will be.
    this.words.textContent = text.windowHint;
    this.hover = new TimelineHover(this.svg, this.layers.cursor);
    this.marks = new PointMarks(this.layers.points, {
      choose: (mark) => this.choosePoint(mark),
      point: (mark) => this.hover.point(mark, this.choice.at),
    });
    this.brush = new WindowBrush({
      element: this.svg,
      places: () => this.layout?.points.map(({ x }) => x) ?? [],
      changed: (window) => this.chooseWindow(window),
      brushing: (active) => {
        this.hover.brushing = active;
      },
    });
    const measures = segments({
      name: 'measure',
      label: text.measure,
      words: text.measures,
      chosen: choice.measure,
      choose: (measure) => this.chooseMeasure(measure),
    });
    this.chart.append(this.svg, this.hover.tooltip.element);
    this.element = element(
      'section',
      { class: 'timeline', testId: 'timeline' },
      element('div', { class: 'timeline-head' }, element('h2', {}, text.title), this.legend, measures),
      this.status,
      this.chart,
      this.windowRow,
      this.table,
    );
  }

  start(): void {
    this.unfollow = this.source.follow((state) => this.show(state));
    this.resizing.observe(this.chart);
  }

  stop(): void {
    this.resizing.disconnect();
    this.unfollow?.();
  }

  /** Another point is shown. */
  showPoint(index: number): void {
    this.choice.at = index;
    if (this.layout) this.marks.show(this.layout, index);
  }

  private get height(): number {
    return this.choice.hasCollections ? height.withCollections : height.without;
  }

  private prepareSvg(): void {
    this.svg.setAttribute('height', String(this.height));
    const keys = element('p', { class: 'for-screen-readers', id: 'timeline-keys' }, text.windowKeys);
    this.svg.setAttribute('class', 'timeline-svg');
    this.svg.setAttribute('data-testid', 'chart-timeline');
    this.svg.setAttribute('role', 'group');
    this.svg.setAttribute('tabindex', '0');
    this.svg.setAttribute('aria-describedby', keys.id);
    this.chart.append(keys);
  }

  private show(state: TimelineState): void {
    const loaded = state.kind === 'loaded';
    // The place is kept while it is being loaded.
    for (const part of [this.chart, this.windowRow]) part.classList.toggle('awaited', !loaded);
    this.status.hidden = loaded;
    if (state.kind === 'loading') {
      const done = state.done > 0 ? ` ${Math.round(100 * state.done)}\u2009%` : '';
      this.status.replaceChildren(`${text.loading}${done}`);
    } else if (state.kind === 'failed') {
      const retry = button(text.retry, () => this.source.retry(), { class: 'link', testId: 'timeline-retry' });
      this.status.replaceChildren(`${text.failed}: ${state.message} `, retry);
    } else {
      this.take(state.timeline);
    }
  }

  private take(timeline: TimelineAnswer): void {
    this.timeline = timeline;
    this.series = poolSeries(timeline);
    this.brush.window = this.choice.window;
    this.table.replaceChildren(pointsTable(timeline.points, this.series));
    this.suggest.disabled = !timeline.suggestion;
    this.suggest.title = timeline.suggestion ? text.suggestTitle : text.noSuggestion;
    for (const control of [this.suggest, this.clear, this.analyse]) control.hidden = timeline.points.length < 2;
    this.draw();
  }

  private draw(): void {
    const width = this.chart.clientWidth;
    const { timeline, choice } = this;
    if (!timeline || width === 0) return;
    const high = this.height;
    this.layout = layoutTimeline(timeline, this.series, choice.measure, width, high);
    this.svg.setAttribute('width', String(width));
    this.svg.setAttribute('aria-label', choice.measure === 'bytes' ? text.chart : text.chartObjects);
    this.legend.replaceChildren(timelineLegend(this.series.pools, timeline.gcs, choice.measure));
    drawGrid(this.layers.grid, this.layout);
    drawAreas(this.layers.areas, this.layout);
    drawLive(this.layers.live, this.layout);
    drawCollections(this.layers.collections, this.layout);
    drawSweepArea(this.layers.sweep, this.layout);
    this.hover.show(this.layout, this.series);
    this.marks.show(this.layout, choice.at);
    this.drawWindow();
  }

  private drawWindow(): void {
    const { layout, timeline, choice } = this;
    if (!layout || !timeline) return;
    drawWindow(this.layers.window, this.layers.handles, layout, choice.window);
    this.clear.disabled = choice.window === null;
    const hint = timeline.points.length < 2 ? text.onePoint : text.windowHint;
    this.words.textContent = choice.window ? windowWords(timeline.points, choice.window, choice.measure) : hint;
    this.words.classList.toggle('chosen', choice.window !== null);
  }

  private choosePoint(mark: PointMark): void {
    this.events.choosePoint(mark.point.index);
    // What the mark has said is no longer so.
    this.hover.point(mark, this.choice.at);
  }

  private chooseWindow(window: PointWindow | null): void {
    this.choice.window = window;
    this.drawWindow();
    this.events.chooseWindow(window);
  }

  /** By a button: the brush has to learn it. */
  private setWindow(window: PointWindow | null): void {
    this.brush.window = window;
    this.chooseWindow(window);
  }

  private chooseSuggestion(): void {
    if (this.timeline?.suggestion) this.setWindow(this.timeline.suggestion);
  }

  private clearWindow(): void {
    // The button cannot be pressed again, and would keep a focus that leads nowhere.
    if (document.activeElement === this.clear) this.suggest.focus();
    this.setWindow(null);
  }

  private chooseMeasure(measure: Measure): void {
    this.choice.measure = measure;
    this.draw();
    this.events.chooseMeasure(measure);
  }
}
