// The icicle with all around it that needs no question: which place is looked at, the way there, the legend, the tooltip, the place that
// was chosen, and the chart as a file.
import type { Suspect } from '../../../../shared/protocol/growth';
import type { GrowthTreeAnswer } from '../../../../shared/protocol/growth_tree';
import type { ChartImage } from '../../../../shared/protocol/view';
import { button, element } from '../../dom';
import { measureCharacter } from '../../overview/text_width';
import { strings } from '../../strings';
import { pngOf, svgOf } from '../chart_image';
import { isWhole, windowPoints } from '../growth_words';
import type { OpenSource } from '../source_link';
import { drawIcicle } from './icicle_chart';
import { layoutIcicle } from './icicle_layout';
import { IcicleTooltip } from './icicle_tooltip';
import { classOf, placeCard } from './place_card';
import { isWithin, type Place, wayTo } from './place_tree';
import { placeName, placeSentence } from './place_words';

const text = strings.growth.tree;

export interface IcicleParts {
  fileName: string;
  openSource: OpenSource;
  save(image: ChartImage): void;
}

interface Shown {
  answer: GrowthTreeAnswer;
  suspects: readonly Suspect[];
  /** The place that is looked at, and the one that has the keyboard. */
  top: Place;
  selected: Place;
}

export class IcicleView {
  readonly element: HTMLElement;
  /** The chart as a file; stands with what the section is called. */
  readonly saving: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly tooltip = new IcicleTooltip();
  private readonly way = element('nav', { class: 'tree-way', 'aria-label': text.way, testId: 'tree-way' });
  private readonly legend = element('ul', { class: 'legend tree-legend' });
  private readonly card = element('div', { class: 'tree-chosen' });
  private readonly frame = element('div', { class: 'tree-frame' });
  private readonly resizing = new ResizeObserver(() => this.draw());
  private shown: Shown | undefined;
  private found: ReadonlySet<Place> | undefined;
  /** Places that were looked at before. */
  private before: Place[] = [];

  constructor(private readonly parts: IcicleParts) {
    this.svg.setAttribute('class', 'icicle');
    this.svg.setAttribute('data-testid', 'chart-tree');
    this.svg.setAttribute('role', 'tree');
    this.svg.setAttribute('aria-label', text.chart);
    this.svg.setAttribute('aria-describedby', 'tree-keys');
    this.frame.append(this.svg, this.tooltip.element);
    const { chart } = strings.growth;
    const save = (format: ChartImage['format']) =>
      button(chart[format], () => void this.save(format), {
        class: 'secondary',
        testId: `save-tree-${format}`,
        title: chart.save,
      });
    this.saving = element('div', { class: 'actions' }, save('svg'), save('png'));
    this.element = element(
      'div',
      { class: 'tree-chart' },
      this.legend,
      this.way,
      element('p', { class: 'for-screen-readers', id: 'tree-keys' }, text.keys),
      this.frame,
      this.card,
    );
  }

  start(): void {
    this.resizing.observe(this.element);
  }

  stop(): void {
    this.resizing.disconnect();
  }

  show(answer: GrowthTreeAnswer, top: Place, suspects: readonly Suspect[]): void {
    this.before = [];
    this.found = undefined;
    this.legend.replaceChildren(...legendItems(answer));
    this.element.classList.toggle('of-one-heap', isWhole(answer.window));
    this.svg.setAttribute('aria-label', isWhole(answer.window) ? strings.growth.whole.placesTitle : text.chart);
    // Where things pile up is what one came for.
    const strongest = firstSuspect(top) ?? top;
    this.shown = { answer, suspects, top, selected: strongest };
    this.drawAll();
  }

  /** Marks what was searched for; all as usual for undefined. */
  showFound(found: ReadonlySet<Place> | undefined): void {
    this.found = found;
    this.draw();
  }

  /** To the first place that was found, from the top down, and looks at all if it is elsewhere. */
  focusFound(): void {
    const { shown, found } = this;
    const [first] = found ?? [];
    if (!shown) return;
    if (first && !isWithin(first, shown.top)) this.lookAt(wayTo(first)[0] ?? first);
    if (first) this.select(first);
    this.draw();
    this.focusSelected();
  }

  draw(): void {
    const { shown } = this;
    const width = this.frame.clientWidth;
    if (!shown || width === 0) return;
    const { answer, suspects, top } = shown;
    const icicle = layoutIcicle(top, width);
    const isDrawn = icicle.cells.some(({ place }) => place === shown.selected);
    const hadFocus = this.svg.contains(document.activeElement);
    this.tooltip.hide();
    drawIcicle(
      this.svg,
      {
        icicle,
        whole: answer,
        selected: isDrawn ? shown.selected : top,
        found: this.found,
        characterWidth: measureCharacter(this.svg),
        say: (place) => placeSentence(place, answer),
      },
      {
        enter: (place) => this.enter(place),
        back: () => this.back(),
        open: (place) => this.open(place),
        focus: (place) => this.select(place),
        point: (cell) => {
          if (!cell) this.tooltip.hide();
          else this.tooltip.show(cell, { top: this.svg.clientTop, width }, answer, suspects);
        },
      },
    );
    if (hadFocus) this.focusSelected();
  }

  private drawAll(): void {
    this.drawWay();
    this.drawCard();
    this.draw();
  }

  /** Looks at what a place holds; at what holds it, where it is looked at already. */
  private enter(place: Place): void {
    const { shown } = this;
    if (!shown) return;
    const isOut = place === shown.top;
    const to = isOut ? place.parent : place;
    this.select(place);
    if (to) this.lookAt(to);
  }

  private lookAt(place: Place): void {
    const { shown } = this;
    if (!shown || place === shown.top) return;
    this.before.push(shown.top);
    this.shown = { ...shown, top: place };
    this.drawAll();
  }

  private back(): void {
    const { shown } = this;
    const place = this.before.pop();
    if (!shown || !place) return;
    this.shown = { ...shown, top: place };
    this.drawAll();
  }

  private select(place: Place): void {
    if (!this.shown || this.shown.selected === place) return;
    this.shown = { ...this.shown, selected: place };
    for (const cell of this.svg.querySelectorAll('g.place'))
      cell.setAttribute('aria-selected', String(cell.getAttribute('data-place') === String(place.index)));
    this.drawCard();
  }

  private focusSelected(): void {
    this.svg.querySelector<SVGGElement>('g.place[tabindex="0"]')?.focus();
  }

  private open({ node }: Place): void {
    const target = node.field ?? (node.parent < 0 ? undefined : classOf(node));
    if (target) this.parts.openSource(target, false);
  }

  private drawWay(): void {
    const { shown } = this;
    if (!shown) return;
    const way = wayTo(shown.top);
    const crumbs = way.map((place, i) =>
      i === way.length - 1
        ? element('span', { 'aria-current': 'location' }, placeName(place.node))
        : button(placeName(place.node), () => this.lookAt(place), { class: 'link', title: place.node.type }),
    );
    const back = button(text.back, () => this.back(), { class: 'secondary', testId: 'tree-back' });
    back.disabled = this.before.length === 0;
    this.way.hidden = way.length === 1 && this.before.length === 0;
    this.way.replaceChildren(back, element('ol', {}, ...crumbs.map((crumb) => element('li', {}, crumb))));
  }

  private drawCard(): void {
    const { shown } = this;
    if (!shown) return;
    const { answer, suspects, selected } = shown;
    this.card.replaceChildren(placeCard(selected, answer, suspects, this.parts.openSource));
  }

  private async save(format: ChartImage['format']): Promise<void> {
    if (!this.shown) return;
    const { answer, top } = this.shown;
    // The first says what they are about, as the page does before them.
    const legend = [...this.legend.querySelectorAll('.swatch')].map((swatch, i) => ({
      label: i === 0 ? `${text.bornTitle} ${text.bornLegend[i]}` : (text.bornLegend[i] ?? ''),
      swatch,
    }));
    const looked = top.parent ? `: ${placeName(top.node)}` : '';
    const title = `${this.parts.fileName}, ${windowPoints(answer.window)}: ${isWhole(answer.window) ? strings.growth.whole.tree : text.title}${looked}`;
    const picture = svgOf(this.svg, { title, legend });
    this.parts.save({ chart: 'growth', format, data: format === 'svg' ? picture.text : await pngOf(picture) });
  }
}

/** The first that is ranked first. */
function firstSuspect(place: Place): Place | undefined {
  let best: Place | undefined;
  const visit = (each: Place) => {
    const { suspect } = each.node;
    if (suspect !== undefined && suspect < (best?.node.suspect ?? Number.POSITIVE_INFINITY)) best = each;
    each.children.forEach(visit);
  };
  visit(place);
  return best;
}

/** Of one heap alone nothing is said of what was born: all of it was. */
function legendItems({ identity, window }: Pick<GrowthTreeAnswer, 'identity' | 'window'>): HTMLElement[] {
  const swatch = (name: string) => element('span', { class: `swatch ${name}` });
  const born = identity
    ? [
        element('li', { class: 'legend-title' }, text.bornTitle),
        ...text.bornLegend.map((words, i) => element('li', {}, swatch(`born-${i}`), words)),
      ]
    : [element('li', { class: 'legend-title' }, text.noIdentity)];
  return [
    ...(isWhole(window) ? [] : born),
    element('li', { title: text.pilesUpTitle }, element('span', { class: 'rank-sign' }, '1'), text.pilesUp),
    element('li', { title: text.foldedTitle }, element('span', { class: 'folded-sign' }), text.foldedLegend),
  ];
}
