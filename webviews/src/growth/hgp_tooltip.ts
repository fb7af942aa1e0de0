// What a structure's bars say when the pointer or the focus is on them: all four shares, with the sizes at both ends that they come
// from. Screen readers have it from the table.

import { bytes, count, objects } from '../../../shared/format';
import { element } from '../dom';
import { strings } from '../strings';
import { deltaBytes, deltaObjects, hgpText, metricOf, metrics, structureWords } from './growth_words';
import type { HgpGroup, HgpLayout } from './hgp_layout';

const text = strings.growth;
const gap = 10;

export class HgpTooltip {
  readonly element = element('div', { class: 'tooltip growth-tooltip', 'aria-hidden': true, testId: 'growth-tooltip' });

  constructor() {
    this.hide();
  }

  /** Below the group in the chart's upper half, above it in the lower. */
  show(group: HgpGroup, layout: HgpLayout, chartTop: number): void {
    this.element.replaceChildren(
      element('div', { class: 'name' }, structureWords(group.row)),
      element('table', {}, ...metrics.map((metric) => this.line(group, metric))),
    );
    const above = group.y > layout.height / 2;
    this.element.classList.toggle('above', above);
    const nameRoom = layout.labels === 0 ? 16 : 0;
    this.element.style.top = `${chartTop + group.y + (above ? -gap - nameRoom : group.height + gap)}px`;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }

  private line({ row }: HgpGroup, metric: (typeof metrics)[number]): HTMLElement {
    const grown = metricOf(row, metric);
    const { from, to } = grown;
    return element(
      'tr',
      {},
      element('td', {}, element('span', { class: `swatch metric-${metric}` }), text.metrics[metric]),
      element('td', { class: 'number strong' }, hgpText(grown)),
      element('td', { class: 'number' }, `${bytes(from.bytes)} → ${bytes(to.bytes)} (${deltaBytes(grown)})`),
      element('td', { class: 'number' }, `${count(from.objects)} → ${objects(to.objects)} (${deltaObjects(grown)})`),
    );
  }
}
