// The chart of the structures that grew most by the size that orders them: the order, what has to be said to read it, and the chart as a file.
import type { GrowthAnswer, GrowthOrder, GrowthRow } from '../../../shared/protocol/growth';
import type { ChartImage } from '../../../shared/protocol/view';
import { element } from '../dom';
import { measureCharacter } from '../overview/text_width';
import { segments } from '../segments';
import { strings } from '../strings';
import { pngOf, svgOf } from './chart_image';
import { heapGrew, metricOf, windowPoints } from './growth_words';
import { drawHgp } from './hgp_chart';
import { layoutHgp } from './hgp_layout';
import { HgpTooltip } from './hgp_tooltip';

const text = strings.growth;
export const strongestStructures = 10;
/** In percent: what is smaller has no bar that anybody could see. */
const leastShare = 0.05;

export interface StrongestEvents {
  sort(order: GrowthOrder): void;
  choose(id: string): void;
  save(image: ChartImage): void;
}

export class Strongest {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly notes = element('div', { class: 'notes' });
  private readonly tooltip = new HgpTooltip();
  private readonly order: HTMLElement;
  private readonly resizing = new ResizeObserver(() => this.draw());
  private answer: GrowthAnswer | undefined;
  private selected: string | null = null;

  constructor(
    private readonly fileName: string,
    sort: GrowthOrder,
    private readonly events: StrongestEvents,
  ) {
    this.svg.setAttribute('class', 'hgp');
    this.svg.setAttribute('data-testid', 'chart-growth');
    this.svg.setAttribute('role', 'listbox');
    this.svg.setAttribute('aria-label', text.chart.label);
    this.svg.setAttribute('aria-describedby', 'growth-keys');
    this.order = segments({
      name: 'growth-sort',
      label: text.chart.order,
      words: text.metrics,
      chosen: sort,
      choose: (order) => events.sort(order),
    });
    this.element = element(
      'section',
      { class: 'chart strongest' },
      element('div', { class: 'section-head' }, element('h2', {}, text.chart.title), this.order),
      element('p', { class: 'for-screen-readers', id: 'growth-keys' }, text.chart.keys),
      this.svg,
      this.tooltip.element,
      this.notes,
    );
  }

  start(): void {
    this.resizing.observe(this.element);
  }

  stop(): void {
    this.resizing.disconnect();
  }

  show(answer: GrowthAnswer, selected: string | null): void {
    this.answer = answer;
    this.selected = selected;
    const radio = this.order.querySelector<HTMLInputElement>(`#growth-sort-${answer.sort}`);
    if (radio) radio.checked = true;
    this.notes.replaceChildren(...notesFor(answer).map((note) => element('p', { class: 'hint' }, note)));
    this.svg.toggleAttribute('hidden', !this.isDrawable);
    this.draw();
  }

  select(id: string | null): void {
    this.selected = id;
    this.draw();
  }

  private get isDrawable(): boolean {
    return this.answer !== undefined && heapGrew(this.answer.window) && visibleOf(this.answer).length > 0;
  }

  private draw(): void {
    const width = this.element.clientWidth;
    const { answer, selected } = this;
    if (!answer || !this.isDrawable || width === 0) return;
    const { sort, threshold } = answer;
    const characterWidth = measureCharacter(this.svg);
    const rows = visibleOf(answer);
    const layout = layoutHgp(rows, { sort, threshold, width, characterWidth });
    const focused = this.svg.contains(document.activeElement)
      ? (document.activeElement as SVGElement).dataset.id
      : undefined;
    this.tooltip.hide();
    drawHgp(this.svg, layout, selected, {
      choose: (id) => this.events.choose(id),
      point: (group) => {
        if (!group) {
          this.tooltip.hide();
          return;
        }
        const top = this.svg.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
        this.tooltip.show(group, layout, top);
      },
    });
    if (focused !== undefined) this.svg.querySelector<SVGElement>(`g[data-id="${CSS.escape(focused)}"]`)?.focus();
  }

  /** The chart as a file; nothing where there is none. */
  async save(format: ChartImage['format']): Promise<void> {
    if (!this.answer || !this.isDrawable) return;
    const { window, sort } = this.answer;
    const picture = svgOf(this.svg, {
      title: `${this.fileName}, ${windowPoints(window)}: ${text.chart.title} (${text.metrics[sort]})`,
      legend: [],
    });
    this.events.save({ chart: 'growth', format, data: format === 'svg' ? picture.text : await pngOf(picture) });
  }
}

/** The ten strongest, without those that did next to nothing. */
function visibleOf({ structures, sort }: GrowthAnswer): GrowthRow[] {
  return structures.slice(0, strongestStructures).filter((row) => Math.abs(metricOf(row, sort).hgp ?? 0) >= leastShare);
}

/** What the numbers alone do not say. */
function notesFor(answer: GrowthAnswer): string[] {
  const { window, structures } = answer;
  if (!heapGrew(window)) return [text.notGrown];
  const shown = visibleOf(answer);
  const all = shown.map((row) => metricOf(row, answer.sort));
  return [
    ...(all.some(({ hgp }) => (hgp ?? 0) > 100.05) ? [text.over] : []),
    ...(shown.length < Math.min(strongestStructures, structures.length) ? [text.chart.others] : []),
  ];
}
