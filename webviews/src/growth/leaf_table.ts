// Draws the tree of leaves: a tree grid whose rows take the keyboard one at a time. A type unfolds to its sites, a site opens its
// source; and its last rows are some of its objects, which lead to what is in them.

import { splitType } from '../../../shared/format';
import type { GrownLeaves, GrowthPattern, LeafRow, LeafTypeRow } from '../../../shared/protocol/growth';
import type { ShownObject } from '../../../shared/protocol/object_answer';
import { button, element } from '../dom';
import { typeContext } from '../editor_context';
import { objectLink, typeName } from '../object/object_content';
import { strings } from '../strings';
import { type DeepColumns, deepColumnsOf, grownCells, headingCells, isDataGrowth } from './leaf_columns';
import type { LeafExamples } from './leaf_examples';
import { type LeafType, leafTree } from './leaf_tree';
import { type OpenSource, siteLink } from './source_link';

const text = strings.growth.details;

export interface ShownLeaves {
  rows: readonly LeafRow[];
  /** How the structure grew that has them: what puts them in order. */
  pattern: GrowthPattern | null;
  /** As far as they are told. */
  types?: readonly LeafTypeRow[];
  total?: GrownLeaves;
  /** Of one heap, there is no beginning to compare with. */
  whole?: boolean;
  /** Where objects can be asked for. */
  examples?: LeafExamples;
}

/** Some of a type’s objects. */
type Examples = { kind: 'asked' } | { kind: 'known'; objects: ShownObject[] } | { kind: 'failed'; message: string };

export class LeafTable {
  readonly element = element('div', {
    class: 'leaf-table',
    role: 'treegrid',
    'aria-label': text.leaves,
    testId: 'leaf-table',
  });
  private readonly unfolded = new Set<string>();
  private types: LeafType[] = [];
  private total: GrownLeaves | undefined;
  private columns: DeepColumns = 'none';
  private source: LeafExamples | undefined;
  /** By type; what nobody wanted to see yet is not there. */
  private readonly examples = new Map<string, Examples>();

  constructor(private readonly open: OpenSource) {
    this.element.addEventListener('keydown', (event) => this.onKey(event));
    this.element.addEventListener('click', (event) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-type]');
      if (row) this.toggle(row);
    });
  }

  /** The strongest type shows its sites at once. */
  show({ rows, pattern, types = [], total, whole = false, examples }: ShownLeaves): void {
    this.source?.stop();
    this.source = examples;
    this.types = leafTree(rows, types, isDataGrowth(pattern) ? 'deep' : 'own');
    this.total = total;
    this.columns = whole ? 'end' : deepColumnsOf(rows, pattern);
    this.element.dataset.deep = this.columns;
    const [first] = this.types;
    if (first && this.unfolded.size === 0) this.unfolded.add(first.type);
    this.draw();
  }

  stop(): void {
    this.source?.stop();
  }

  private draw(): void {
    const rows = this.types.flatMap((type) => this.rowsOf(type));
    if (rows[0]) rows[0].tabIndex = 0;
    const heading = element(
      'div',
      { class: 'leaf heading', role: 'row' },
      element('div', { role: 'columnheader', class: 'cell name' }, text.type),
      ...headingCells(this.columns),
    );
    this.element.replaceChildren(heading, ...rows, ...(this.total ? [this.totalRow(this.total)] : []));
  }

  private rowsOf(of: LeafType): HTMLElement[] {
    const isUnfolded = this.unfolded.has(of.type);
    const { packagePart, ownPart } = splitType(of.type);
    const name = cell(
      'name',
      element('span', { class: 'package' }, packagePart),
      element('span', { class: 'own' }, ownPart),
    );
    name.title = of.type;
    const type = element(
      'div',
      {
        class: 'leaf type',
        role: 'row',
        tabindex: -1,
        testId: 'leaf-type',
        'aria-level': 1,
        'aria-expanded': isUnfolded,
        'data-type': of.type,
        'data-vscode-context': typeContext(of.type),
      },
      name,
      ...grownCells(of, this.columns),
    );
    return isUnfolded ? [type, ...of.sites.map((site) => this.siteRow(site)), ...this.exampleRows(of)] : [type];
  }

  private exampleRows({ type, to }: LeafType): HTMLElement[] {
    // What is gone cannot be looked at.
    if (!this.source || to.objects === 0) return [];
    const examples = this.examples.get(type);
    const ask = (words: string) =>
      button(words, () => void this.askFor(type), { class: 'link', testId: 'leaf-examples', tabindex: -1 });
    if (!examples) return [exampleRow(type, ask(text.examples))];
    if (examples.kind === 'asked')
      return [exampleRow(type, element('span', { class: 'unknown' }, text.findingExamples))];
    if (examples.kind === 'failed') return [exampleRow(type, `${examples.message} `, ask(strings.growth.retry))];
    if (examples.objects.length === 0)
      return [exampleRow(type, element('span', { class: 'unknown' }, text.noExamples))];
    return examples.objects.map((object) => exampleRow(type, this.nameOf(object)));
  }

  private nameOf(object: ShownObject): HTMLElement {
    const open = this.source?.open;
    if (!open) return element('span', { testId: 'leaf-example' }, typeName(object), ` ${object.text ?? object.id}`);
    const link = objectLink(object, open);
    link.tabIndex = -1;
    // Without values its id tells it from the others.
    if (object.text === undefined) link.append(element('span', { class: 'id' }, ` ${object.id}`));
    return element('span', { testId: 'leaf-example' }, link);
  }

  private async askFor(type: string): Promise<void> {
    const { source } = this;
    if (!source) return;
    const take = (examples: Examples) => {
      const hadFocus = this.element.contains(document.activeElement);
      this.examples.set(type, examples);
      this.draw();
      if (hadFocus) this.focus(this.rows.find((row) => row.dataset.exampleOf === type));
    };
    take({ kind: 'asked' });
    try {
      take({ kind: 'known', objects: await source.of(type) });
    } catch (thrown) {
      const { message } = thrown as { message?: string };
      take({ kind: 'failed', message: message ?? String(thrown) });
    }
  }

  private siteRow(row: LeafRow): HTMLElement {
    const link = siteLink(row.site, this.open);
    if (link) link.tabIndex = -1;
    return element(
      'div',
      { class: 'leaf', role: 'row', tabindex: -1, testId: 'leaf-site', 'aria-level': 2 },
      cell('name', link ?? element('span', { class: 'unknown' }, text.unknownSite)),
      ...grownCells(row, this.columns),
    );
  }

  private totalRow(total: GrownLeaves): HTMLElement {
    return element(
      'div',
      { class: 'leaf total', role: 'row' },
      cell('name', text.all),
      ...grownCells(total, this.columns),
    );
  }

  private toggle(row: HTMLElement, open = row.getAttribute('aria-expanded') !== 'true'): void {
    const { type } = row.dataset;
    if (type === undefined) return;
    if (open) this.unfolded.add(type);
    else this.unfolded.delete(type);
    this.draw();
    this.focus(
      [...this.element.querySelectorAll<HTMLElement>('[data-type]')].find((each) => each.dataset.type === type),
    );
  }

  private focus(row: HTMLElement | undefined): void {
    if (!row) return;
    for (const each of this.rows) each.tabIndex = each === row ? 0 : -1;
    row.focus();
  }

  private get rows(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.leaf[tabindex]')];
  }

  private onKey(event: KeyboardEvent): void {
    const { rows } = this;
    const at = rows.indexOf(event.target as HTMLElement);
    const row = rows[at];
    if (!row) return;
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const to = rows[moves[event.key] ?? -1];
    if (to) this.focus(to);
    else if (event.key === 'ArrowRight') this.toggle(row, true);
    else if (event.key === 'ArrowLeft') this.fold(row, rows.slice(0, at));
    else if (event.key === 'Enter') this.act(row, event);
    else return;
    event.preventDefault();
  }

  /** Out of the tree: a site goes to its type, a type folds. */
  private fold(row: HTMLElement, before: HTMLElement[]): void {
    if (row.dataset.type !== undefined) this.toggle(row, false);
    else this.focus(before.findLast((each) => each.dataset.type !== undefined));
  }

  private act(row: HTMLElement, { ctrlKey, metaKey }: KeyboardEvent): void {
    if (row.dataset.type !== undefined) this.toggle(row);
    else row.querySelector('button')?.dispatchEvent(new MouseEvent('click', { ctrlKey, metaKey }));
  }
}

function exampleRow(type: string, ...content: (Node | string)[]): HTMLElement {
  const only = element('div', { role: 'gridcell', class: 'cell name' }, ...content);
  return element(
    'div',
    { class: 'leaf example', role: 'row', tabindex: -1, 'aria-level': 2, 'data-example-of': type },
    only,
  );
}

const cell = (name: string, ...children: (Node | string)[]) =>
  element('div', { role: 'gridcell', class: `cell ${name}` }, ...children);
