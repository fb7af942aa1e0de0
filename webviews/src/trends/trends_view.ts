// The Trends tab: how groups of objects grow over the points of a trace. Charts stand below each other, the first of all objects, others of what
// somebody went into; this room holds what they share: the presets, the zoom, the cursor, and whose turn it is to be computed.
import type { InfoAnswer } from '../../../shared/protocol/answers';
import {
  type HeldDescriptions,
  mostTrendCharts,
  type ObjectSet,
  type PointWindow,
  type TrendChart,
  type TrendsChoice,
  type ViewState,
} from '../../../shared/protocol/view';
import { button, element } from '../dom';
import type { Host } from '../host';
import { strings } from '../strings';
import { chartAbove, isOfStructures, withChart } from './chart_choice';
import { TrendChartView } from './trend_chart';
import { groupingsFor, isPreset, type TrendPreset, trendPresets } from './trend_presets';
import { pointWords } from './trend_words';
import { Turns } from './turns';

const text = strings.trends;

export interface TrendsViewParts {
  info: InfoAnswer;
  fileName: string;
  host: Host;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
  /** Its program is being recorded. */
  isGrowing: boolean;
  /** What is newest is shown as it comes; otherwise what is shown stays. */
  isLive(): boolean;
  /** What holds these objects, at a point. */
  inspect(set: ObjectSet, point: number): void;
  /** These objects in the Heap tab, divided so, at a point. */
  group(set: ObjectSet, division: string, point: number): void;
  showGrowth(window: PointWindow): void;
}

interface Shown {
  view: TrendChartView;
  chart: TrendChart;
  isStarted: boolean;
}

export class TrendsView {
  readonly element: HTMLElement;
  private presets: TrendPreset[] = [];
  private readonly presetButtons = new Map<string, HTMLButtonElement>();
  private readonly presetRow = element('div', {
    class: 'trend-presets',
    role: 'group',
    'aria-label': text.presetsLabel,
  });
  private readonly zoomRow = element('div', { class: 'zoom-row', testId: 'trend-zoom' });
  private readonly place = element('div', { class: 'trend-charts' });
  private readonly turns = new Turns();
  private readonly times = new Map<number, number>();
  private shown: Shown[] = [];
  private choice: TrendsChoice;
  private made = 0;

  constructor(
    private readonly parts: TrendsViewParts,
    state: Pick<ViewState, 'trends'>,
    private readonly onChange: (change: Pick<ViewState, 'trends'>) => void,
  ) {
    this.choice = state.trends;
    this.showPresets();
    this.element = element(
      'div',
      { class: 'trends', testId: 'trends' },
      element('h1', { class: 'for-screen-readers' }, text.title),
      element('div', { class: 'trends-head' }, this.presetRow, this.zoomRow),
      this.place,
    );
  }

  start(): void {
    if (this.parts.info.trace.points < 2) {
      this.element.replaceChildren(onePointNotice(this.parts.isGrowing));
      return;
    }
    this.showCharts();
    this.showState();
  }

  stop(): void {
    for (const { view } of this.shown) view.stop();
    this.shown = [];
  }

  /** Trends are of all points: which one the other tabs show changes nothing here. */
  showPoint(): void {}

  /** The program that is being recorded has come further. */
  renew(info: InfoAnswer): void {
    const hasMore = info.trace.points > this.parts.info.trace.points;
    this.parts.info = info;
    this.showPresets();
    this.showState();
    if (hasMore) for (const { view } of this.shown) view.ask();
  }

  showDescriptions(_: HeldDescriptions): void {
    for (const { view, chart } of this.shown) if (isOfStructures(chart)) view.ask();
  }

  /** A recording that goes on may answer what it could not before. */
  private showPresets(): void {
    const presets = trendPresets(this.parts.info);
    const reasons = (of: readonly TrendPreset[]) => of.map(({ reason }) => reason ?? '').join('\n');
    if (this.presets.length > 0 && reasons(presets) === reasons(this.presets)) return;
    const { activeElement } = document;
    const focused = [...this.presetButtons].find(([, item]) => item === activeElement)?.[0];
    this.presets = presets;
    this.presetRow.replaceChildren(...presets.map((preset) => this.presetButton(preset)));
    if (focused) this.presetButtons.get(focused)?.focus();
  }

  private presetButton({ id, name, chart, reason }: TrendPreset): HTMLButtonElement {
    const choose = () => {
      if (!reason) this.replaceCharts([chart]);
    };
    const item = button(name, choose, {
      class: 'preset',
      testId: `trend-preset-${id}`,
      ...(reason ? { title: reason, 'aria-disabled': true } : {}),
    });
    this.presetButtons.set(id, item);
    return item;
  }

  private replaceCharts(charts: TrendChart[]): void {
    for (const { view } of this.shown) view.stop();
    this.shown = [];
    this.change({ ...this.choice, charts });
    this.showCharts();
  }

  /** Makes a view for each chart that has none yet; those that are there stay as they are. */
  private showCharts(): void {
    this.shown = this.choice.charts.map(
      (chart, index) => this.shown.find((each) => each.chart === chart) ?? this.begun(chart, index === 0),
    );
    this.place.replaceChildren(...this.shown.map(({ view }) => view.element));
    for (const each of this.shown) {
      if (!each.isStarted) each.view.start();
      each.isStarted = true;
    }
  }

  private begun(chart: TrendChart, isFirst: boolean): Shown {
    const { info, fileName, host, shownWarnings, inspect, group, showGrowth } = this.parts;
    const { turns } = this;
    const name = `trend-${this.made++}`;
    const lastPoint = () => (this.parts.isLive() ? null : this.parts.info.trace.points - 1);
    const parts = { name, host, info, fileName, shownWarnings, turns, lastPoint };
    const shown: Shown = {
      chart,
      isStarted: false,
      view: new TrendChartView({ ...parts, presets: groupingsFor(info) }, chart, this.choice.zoom, {
        changed: (changed) => {
          const { charts } = this.choice;
          const now = charts.map((each) => (each === shown.chart ? changed : each));
          shown.chart = changed;
          this.change({ ...this.choice, charts: now });
        },
        drill: (next) => this.drill(shown, next),
        hasRoom: () => this.shown.length < mostTrendCharts,
        close: isFirst ? null : () => this.close(shown),
        goTo: (length) => this.goTo(shown, length),
        zoom: (zoom) => this.zoom(zoom),
        cursor: (seconds) => {
          for (const { view } of this.shown) view.showCursor(seconds);
        },
        learn: (points) => this.learn(points),
        timeOf: (point) => this.times.get(point),
        inspect,
        group,
        showGrowth,
      }),
    };
    return shown;
  }

  private drill(from: Shown, chart: TrendChart): void {
    const [charts, place] = withChart(this.choice.charts, this.shown.indexOf(from), chart);
    if (place < 0) return;
    this.change({ ...this.choice, charts });
    this.showCharts();
    this.shown[place]?.view.focus();
  }

  private close(closed: Shown): void {
    const place = this.shown.indexOf(closed);
    closed.view.stop();
    this.change({ ...this.choice, charts: this.choice.charts.filter((chart) => chart !== closed.chart) });
    this.showCharts();
    this.shown[Math.max(0, place - 1)]?.view.focus();
  }

  private goTo({ chart, view }: Shown, length: number): void {
    const above = this.shown[chartAbove(this.choice.charts, chart, length)];
    (above?.view ?? view).focus();
  }

  private zoom(zoom: PointWindow | null): void {
    const { zoom: before } = this.choice;
    if (zoom?.from === before?.from && zoom?.to === before?.to) return;
    this.change({ ...this.choice, zoom });
    for (const { view } of this.shown) view.showZoom(zoom);
  }

  private learn(points: readonly { index: number; t: number }[]): void {
    const known = this.times.size;
    for (const { index, t } of points) this.times.set(index, t);
    if (this.choice.zoom && this.times.size > known) this.showZoomRow();
  }

  private change(choice: TrendsChoice): void {
    this.choice = choice;
    this.showState();
    this.onChange({ trends: choice });
  }

  private showState(): void {
    const [first] = this.choice.charts;
    for (const preset of this.presets) {
      const isShown = first !== undefined && isPreset(preset, first);
      this.presetButtons.get(preset.id)?.setAttribute('aria-pressed', String(isShown));
    }
    this.showZoomRow();
  }

  private showZoomRow(): void {
    const { zoom } = this.choice;
    if (!zoom) {
      this.zoomRow.replaceChildren(element('p', { class: 'hint' }, text.hint));
      return;
    }
    const end = (index: number) => {
      const t = this.times.get(index);
      return t === undefined ? `${index}` : pointWords({ index, t }).replace(`${strings.timeline.point} `, '');
    };
    this.zoomRow.replaceChildren(
      element('span', {}, `${text.zoomedTo} ${end(zoom.from)} ${text.to} ${end(zoom.to)}`),
      button(text.growth, () => this.parts.showGrowth(zoom), {
        class: 'secondary',
        testId: 'trend-growth-of-zoom',
        title: text.growthTitle,
      }),
      button(text.wholeTime, () => this.zoom(null), {
        class: 'secondary',
        testId: 'trend-whole',
        title: text.wholeTitle,
      }),
    );
  }
}

function onePointNotice(isGrowing: boolean): HTMLElement {
  const { onePoint } = text;
  const ways = isGrowing ? [onePoint.growing] : [onePoint.recording, onePoint.dumps];
  return element(
    'section',
    { class: 'card', testId: 'trend-one-point' },
    element('h1', {}, onePoint.title),
    element('p', {}, onePoint.text),
    element('ul', {}, ...ways.map((way) => element('li', {}, way))),
  );
}
