// The rows that are shown: asks for those of the first level, and for what is below those that are expanded.
import type { HeapAnswer, HeapRow, StructuresArgs } from '../../../shared/protocol/answers';
import { PageCache } from '../page_cache';
import type { RowSource } from '../virtual_table';
import { type AskRows, GroupsBelow, type RowsQuestion } from './groups_below';
import { type AskStructures, StructuresBelow } from './structures_below';
import { type Below, LevelRows, pathId, type RowPath, type TreeRow } from './tree_rows';

export interface HeapRowsParts {
  ask: AskRows;
  askStructures: AskStructures;
  /** About the first level. */
  question(): RowsQuestion;
  /** Which structures are listed below a row of the first level; nothing where the grouping goes on there. */
  structuresOf(row: HeapRow): Pick<StructuresArgs, 'filter' | 'where'> | undefined;
  isExpanded(id: string): boolean;
}

export interface HeapRowsEvents {
  /** What was there belonged to another question. */
  outdated(): void;
  loaded(answer: HeapAnswer, from: number): void;
  failed(message: string): void;
  /** There are more or fewer rows below others. */
  changed(): void;
}

export class HeapRows implements RowSource<TreeRow> {
  private readonly pages: PageCache<RowsQuestion, HeapAnswer>;
  private readonly level: LevelRows;
  /** What is below expanded rows, also while nobody knows where these lie. */
  private readonly opened = new Map<string, Below>();
  /** What is seen until the answer to another question comes. */
  private outdated: Below[] = [];
  private readonly expansion = {
    isExpandable: (row: HeapRow) => row.goesOn === true || this.parts.structuresOf(row) !== undefined,
    belowOf: (path: RowPath, row: HeapRow) => this.belowOf(path, row),
  };

  constructor(
    private readonly parts: HeapRowsParts,
    private readonly events: HeapRowsEvents,
  ) {
    this.pages = new PageCache((args) => parts.ask(args).promise, {
      outdated: () => {
        for (const below of this.outdated) below.close();
        this.outdated = [];
        this.level.clear();
        events.outdated();
      },
      loaded: (answer, from) => events.loaded(answer, from),
      failed: (message) => events.failed(message),
    });
    this.level = new LevelRows(this.pages, [], this.expansion);
  }

  get length(): number {
    return this.level.length;
  }

  row(index: number): TreeRow | undefined {
    return this.level.row(index);
  }

  want(from: number, to: number): void {
    this.level.want(from, to);
  }

  /** Another question about the same set, at the page of this row. What is below rows has its order, and its point. */
  load(row: number, isOtherPoint = false): void {
    for (const [id, below] of this.opened) {
      if (!isOtherPoint && !(below instanceof GroupsBelow)) continue;
      this.outdated.push(below);
      this.opened.delete(id);
    }
    this.pages.reset(this.parts.question(), row);
  }

  /** Rows of the first level came: they are shown from now on. */
  take(answer: HeapAnswer, from: number): void {
    this.level.take(answer, from);
  }

  /** The same question has better answers now. */
  renew(from: number, to: number): void {
    this.pages.renew(this.level.ownIndex(from), to > from ? this.level.ownIndex(to - 1) + 1 : 0);
  }

  /** Other rows will come: these must not be seen any more. */
  clear(): void {
    this.pages.clear();
  }

  /** What was below rows is of another point, or of another set. */
  close(): void {
    this.forget(() => true);
    for (const below of this.outdated) below.close();
    this.outdated = [];
  }

  /** Shows what is below the row here, which is expanded from now on. */
  expand(index: number): void {
    const row = this.row(index);
    if (row?.kind !== 'group') return;
    const place = this.level.find(index);
    place.level.expand(place.index, row.row);
    this.events.changed();
  }

  /** Hides what is below the row here, which is not expanded any more. */
  collapse(index: number): void {
    const row = this.row(index);
    if (row?.kind !== 'group') return;
    this.level.find(index).level.collapse(row.row.key);
    const id = pathId(row.path);
    this.forget((other) => other === id || other.startsWith(`${id}\n`));
    this.events.changed();
  }

  more(index: number): void {
    this.level.holderOf(index)?.more();
    this.events.changed();
  }

  private belowOf(path: RowPath, row: HeapRow): Below | undefined {
    const id = pathId(path);
    if (!this.parts.isExpanded(id) || !this.expansion.isExpandable(row)) return undefined;
    const below = this.opened.get(id) ?? this.open(path, row);
    this.opened.set(id, below);
    return below;
  }

  private open(path: RowPath, row: HeapRow): Below {
    const { ask, askStructures, question, structuresOf } = this.parts;
    const changed = () => this.events.changed();
    const which = path.length === 1 ? structuresOf(row) : undefined;
    if (which) return new StructuresBelow(path, which, askStructures, changed);
    // What is searched for are rows of the first level.
    const { search: _, path: set = [], ...asked } = question();
    return new GroupsBelow(path, { ...asked, path: [...set, ...path] }, ask, this.expansion, changed);
  }

  private forget(isForgotten: (id: string) => boolean): void {
    for (const [id, below] of this.opened) {
      if (!isForgotten(id)) continue;
      below.close();
      this.opened.delete(id);
    }
  }
}
