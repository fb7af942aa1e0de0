// What the timeline tells where it is pointed at: a point, the collections of a column, or how full the pools were at a time.
import { bytes, timeSince } from '../../../shared/format';
import { strings } from '../strings';
import { columnAt } from './gc_columns';
import { capital, gcWords, pointName, pointNumbers } from './point_words';
import { type PoolSeries, sampleAt } from './pool_samples';
import type { Layer } from './timeline_chart';
import type { PointMark, TimelineLayout } from './timeline_layout';
import { TimelineTooltip } from './timeline_tooltip';
import { nearestPoint } from './window_choice';

const text = strings.timeline;

export class TimelineHover {
  readonly tooltip = new TimelineTooltip();
  /** While the window is being swept, words would cover what is looked at. */
  brushing = false;
  private layout: TimelineLayout | undefined;
  private series: PoolSeries = { pools: [], samples: [] };

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly cursor: Layer,
  ) {
    cursor.attr('aria-hidden', 'true');
    svg.addEventListener('pointermove', (event) => this.onMove(event));
    svg.addEventListener('pointerleave', () => this.hide());
  }

  show(layout: TimelineLayout, series: PoolSeries): void {
    this.layout = layout;
    this.series = series;
    this.hide();
  }

  /** A mark has the pointer or the focus. */
  point(mark: PointMark | null, chosen: number): void {
    if (!mark || !this.layout) {
      this.hide();
      return;
    }
    const { point, x } = mark;
    const hint = point.index === chosen ? text.chosen : text.choosePoint;
    this.tooltip.show(
      [capital(pointName(point)), pointNumbers(point), hint],
      x,
      this.layout.plot.bottom,
      this.layout.width,
    );
  }

  private onMove(event: PointerEvent): void {
    const target = event.target as Element;
    const x = event.clientX - this.svg.getBoundingClientRect().left;
    if (this.brushing) this.hide();
    else if (target.closest('[data-testid="gc-strip"]')) this.column(x);
    else if (target.closest('[data-brush]')) this.moment(x);
    else if (!target.closest('.mark')) this.hide();
  }

  private column(x: number): void {
    const { layout } = this;
    const column = columnAt(layout?.columns ?? [], x);
    if (!layout || !column) {
      this.hide();
      return;
    }
    this.drawCursor(column.x, layout);
    this.tooltip.show(gcWords(column), column.x, layout.gcLane?.top ?? 0, layout.width);
  }

  private moment(x: number): void {
    const { layout, series } = this;
    if (!layout) return;
    const sample = layout.areas.length > 0 ? sampleAt(series.samples, layout.secondsAt(x)) : undefined;
    const mark =
      layout.points[
        nearestPoint(
          layout.points.map((point) => point.x),
          x,
        )
      ];
    if (sample) {
      const at = layout.placeOf(sample.t);
      // The uppermost area comes first, as in the chart.
      const pools = series.pools.map((pool, i) => `${pool}: ${bytes(sample.used[i] ?? 0)}`).reverse();
      const lines = [`${capital(text.at)} ${timeSince(sample.t)}: ${bytes(sample.total)} ${text.used}`, ...pools];
      this.drawCursor(at, layout);
      this.tooltip.beside(lines, at, layout.plot.top, layout.width);
    } else if (mark) {
      this.drawCursor(mark.x, layout);
      this.tooltip.beside(
        [capital(pointName(mark.point)), pointNumbers(mark.point)],
        mark.x,
        layout.plot.top,
        layout.width,
      );
    }
  }

  private drawCursor(x: number, { plot, pauses }: TimelineLayout): void {
    this.cursor
      .selectAll('line')
      .data([x])
      .join('line')
      .attr('x1', x)
      .attr('x2', x)
      .attr('y1', plot.top)
      .attr('y2', pauses?.bottom ?? plot.bottom);
  }

  private hide(): void {
    this.tooltip.hide();
    this.cursor.selectAll('line').remove();
  }
}
