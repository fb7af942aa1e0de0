// The growth tree as a table: the twin of the chart, for screen readers and for whoever wants all numbers below each other. A tree grid whose
// rows unfold; only what is unfolded exists.

import { bytes, count, percent } from '../../../../shared/format';
import type { TreeWhole } from '../../../../shared/protocol/growth_tree';
import { element } from '../../dom';
import { strings } from '../../strings';
import { deltaBytes, isWhole } from '../growth_words';
import type { OpenSource } from '../source_link';
import { placeLinks } from './place_card';
import { bornShare, type Place } from './place_tree';
import { growthShare, placeName } from './place_words';

const text = strings.growth.tree;

export class PlaceTable {
  readonly element = element('div', {
    class: 'place-table',
    role: 'treegrid',
    'aria-label': text.table,
    testId: 'tree-table',
  });
  private top: Place | undefined;
  private whole: TreeWhole | undefined;
  private unfolded = new Set<Place>();

  constructor(private readonly open: OpenSource) {
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('click', (event) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-row]');
      const place = row && this.placeOf(row);
      if (place) this.toggle(place, !this.unfolded.has(place));
    });
  }

  /** The heaviest way is unfolded, to where things pile up. */
  show(top: Place, whole: TreeWhole): void {
    this.top = top;
    this.whole = whole;
    this.unfolded = new Set();
    for (let place: Place | undefined = top; place && place.node.suspect === undefined; [place] = place.children)
      this.unfolded.add(place);
    this.draw();
  }

  private draw(): void {
    if (!this.top) return;
    const rows: HTMLElement[] = [];
    const add = (place: Place) => {
      rows.push(this.row(place));
      if (this.unfolded.has(place)) for (const child of place.children) add(child);
    };
    add(this.top);
    if (rows[0]) rows[0].tabIndex = 0;
    const headings = Object.entries(this.columns).map(([name, words]) =>
      element('div', { role: 'columnheader', class: `cell ${name}` }, words),
    );
    this.element.classList.toggle('of-one-heap', this.isOfOneHeap);
    this.element.replaceChildren(element('div', { class: 'row heading', role: 'row' }, ...headings), ...rows);
  }

  private get isOfOneHeap(): boolean {
    return this.whole !== undefined && isWhole(this.whole.window);
  }

  private get columns(): { [name: string]: string } {
    return this.isOfOneHeap ? strings.growth.whole.columns : text.columns;
  }

  private row(place: Place): HTMLElement {
    const { node, depth, children, index } = place;
    const links = placeLinks(place, this.open);
    for (const link of links) if (link instanceof HTMLElement) link.tabIndex = -1;
    const name = element('div', { role: 'gridcell', class: 'cell name', title: node.type }, ...links);
    if (node.suspect !== undefined) name.append(element('span', { class: 'badge' }, `${text.suspect} ${node.suspect}`));
    name.style.paddingInlineStart = `${16 + 12 * (depth - (this.top?.depth ?? 0))}px`;
    return element(
      'div',
      {
        class: 'row',
        role: 'row',
        tabindex: -1,
        testId: 'tree-row',
        'data-row': String(index),
        'aria-level': depth + 1,
        'aria-label': placeName(node),
        ...(children.length > 0 ? { 'aria-expanded': this.unfolded.has(place) } : {}),
      },
      name,
      ...this.numbers(place),
    );
  }

  /** As many as there are columns for them. */
  private numbers(place: Place): HTMLElement[] {
    const { whole } = this;
    if (!whole) return [];
    const { node } = place;
    const number = (column: string, words: string, title?: string) =>
      element('div', { role: 'gridcell', class: `cell number ${column}`, ...(title ? { title } : {}) }, words);
    const share = number('share', growthShare(place, whole));
    const to = number('to', bytes(node.to.bytes), `${count(node.to.bytes)} B`);
    const isTop = node.parent < 0;
    if (this.isOfOneHeap) return [to, share, number('objects', isTop ? '' : count(node.members.to))];
    const born = bornShare(node);
    return [
      number('added', deltaBytes(node), `${count(place.growth)} B`),
      share,
      number('from', bytes(node.from.bytes), `${count(node.from.bytes)} B`),
      to,
      number('objects', isTop ? '' : `${count(node.members.from)} → ${count(node.members.to)}`),
      number('born', born === undefined ? strings.growth.notAvailable : percent(born, 1)),
    ];
  }

  private placeOf(row: HTMLElement): Place | undefined {
    const wanted = Number(row.dataset.row);
    const find = (place: Place): Place | undefined => {
      if (place.index === wanted) return place;
      for (const child of this.unfolded.has(place) ? place.children : []) {
        const found = find(child);
        if (found) return found;
      }
      return undefined;
    };
    return this.top && find(this.top);
  }

  private toggle(place: Place, open: boolean): void {
    if (place.children.length === 0) return;
    if (open) this.unfolded.add(place);
    else this.unfolded.delete(place);
    this.draw();
    this.focus(place);
  }

  private focus(place: Place | undefined): void {
    if (!place) return;
    for (const row of this.rows) {
      const isWanted = row.dataset.row === String(place.index);
      row.tabIndex = isWanted ? 0 : -1;
      if (isWanted) row.focus();
    }
  }

  private get rows(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('[data-row]')];
  }

  private onKey(event: KeyboardEvent): void {
    const { rows } = this;
    const at = rows.indexOf(event.target as HTMLElement);
    const row = rows[at];
    const place = row && this.placeOf(row);
    if (!row || !place) return;
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const to = rows[moves[event.key] ?? -1];
    if (to) this.focus(this.placeOf(to));
    else if (event.key === 'ArrowRight') this.toggle(place, true);
    else if (event.key === 'ArrowLeft') {
      if (this.unfolded.has(place)) this.toggle(place, false);
      else this.focus(place.parent);
    } else if (event.key === 'Enter')
      row
        .querySelector('button')
        ?.dispatchEvent(new MouseEvent('click', { ctrlKey: event.ctrlKey, metaKey: event.metaKey }));
    else return;
    event.preventDefault();
  }
}
