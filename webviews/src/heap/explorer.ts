// Going from one set of objects to another: the control for groupings, the trail above the table, the point to compare with, and the menu
// of a row. Says which state the view is to show; knows nothing of how rows are asked for or drawn.
import type { Page } from '../../../shared/page';
import type { HeapAnswer, HeapArgs } from '../../../shared/protocol/answers';
import type { GroupingChoice, ObjectSet, ViewState } from '../../../shared/protocol/view';
import { heapCommand } from '../command_line';
import type { OnProgress, Running } from '../host';
import { pointArgs } from '../point_args';
import { PopupMenu } from '../popup_menu';
import { strings } from '../strings';
import { CompareSelect } from './compare_select';
import { GroupingMenu, type GroupingWish } from './grouping_menu';
import type { RowsQuestion } from './groups_below';
import type { HeapViewParts } from './heap_view';
import { type Preset, presetsFor, savedPresets, toldBy } from './presets';
import { entriesOf } from './row_menu';
import type { ObjectsRow } from './row_selection';
import { SetLine } from './set_line';
import {
  at,
  dividedBy,
  fromTheStart,
  into,
  leaving,
  pointsOf,
  setArgs,
  setOfRows,
  showsGain,
  stepOf,
  tellsWaste,
  wayOn,
} from './shown_set';
import { openedSets, setsIn, trailText } from './trail_text';
import { type GroupTreeRow, pathId } from './tree_rows';

export interface ExplorerEvents {
  state(): ViewState;
  /** What the rows of the table answer. */
  question(): RowsQuestion;
  /** Another set, or other groups of it. */
  show(change: Partial<ViewState>): void;
  listsStructures(row: GroupTreeRow): boolean;
  expand(index: number): void;
  /** The keyboard goes to the table. */
  focus(): void;
}

export class Explorer {
  readonly grouping: HTMLElement;
  readonly compare: HTMLElement;
  readonly line: HTMLElement;
  private readonly usualPresets: readonly Preset[];
  private readonly groupingMenu: GroupingMenu;
  private readonly compareSelect: CompareSelect;
  private readonly setLine: SetLine;
  private readonly rowMenu = new PopupMenu(strings.explore.actions);

  constructor(
    private readonly parts: HeapViewParts,
    private readonly events: ExplorerEvents,
  ) {
    this.usualPresets = presetsFor(toldBy(parts.info));
    this.groupingMenu = new GroupingMenu({
      presets: this.usualPresets,
      tryOut: (wish, onProgress) => this.tryOut(wish, onProgress),
      showOwned: (owned) => this.restart({ owned }),
      save: (of, words) => parts.host.act({ kind: 'save-words', of, words }),
      open: (text, onProgress) => this.openText(text, onProgress),
      fieldsOf: (pattern) => this.fieldsOf(pattern),
    });
    this.compareSelect = new CompareSelect(parts.timeline, (from) => this.compareWith(from));
    this.setLine = new SetLine({
      go: (place) => this.go(place),
      editCondition: () => this.groupingMenu.editCondition(),
      removeCondition: () => this.restart({ where: '' }),
      hideOwned: () => this.restart({ owned: false }),
      copy: () => this.copyTrail(),
    });
    this.grouping = this.groupingMenu.element;
    this.compare = this.compareSelect.element;
    this.line = this.setLine.element;
  }

  start(): void {
    document.addEventListener('keydown', this.onKey);
    this.compareSelect.start();
  }

  stop(): void {
    document.removeEventListener('keydown', this.onKey);
    this.compareSelect.stop();
    this.groupingMenu.stop();
    this.rowMenu.close();
  }

  /** The controls say what holds now. */
  showState(): void {
    const { rows, grouping, at: point } = this.state;
    const { by } = stepOf(grouping);
    const { where, owned, place } = grouping;
    this.groupingMenu.showSaved(savedPresets(this.parts.settings));
    this.groupingMenu.showConditions(this.parts.settings.conditions);
    this.groupingMenu.show({ by, where, rows, owned, isWhole: place === 0 });
    this.setLine.show(grouping, rows === 'structures');
    const { info, suggested } = this.parts;
    this.compareSelect.show(info.trace.points, point ?? suggested, grouping.from);
  }

  /** Objects or structures: all of them again, divided as they were at first. */
  showKind(rows: ViewState['rows']): void {
    const start = fromTheStart(this.state.grouping);
    // Only structures have leaves.
    const asked = stepOf(start).by;
    const by = rows === 'objects' && asked.includes('leaves') ? 'type' : asked;
    this.show({ rows, ...this.orderOf(rows), grouping: { ...dividedBy(start, by), owned: false } });
  }

  showMenu(rows: readonly GroupTreeRow[], index: number, place: { x: number; y: number }): void {
    const [row] = rows;
    if (!row) return;
    const set = setOfRows(this.state, rows);
    const { parts, events } = this;
    const entries = entriesOf(row, {
      set,
      isOne: rows.length === 1,
      presets: [...this.usualPresets, ...savedPresets(parts.settings)],
      listsStructures: events.listsStructures(row),
      group: (by) => this.goInto(set, by),
      groupOtherwise: () => {
        this.goInto(set, 'type');
        this.groupingMenu.editGrouping();
      },
      inspect: parts.inspect,
      expand: () => events.expand(index),
      openField: (field) => parts.host.act({ kind: 'open-field', field, beside: true }),
      describe: (type) => parts.host.act({ kind: 'describe-type', type, ...pointArgs(this.state.at) }),
      copy: () => {
        const { by: _, path: __, search: ___, ...question } = events.question();
        this.copy({ ...question, by: set.by, path: set.path });
      },
    });
    this.rowMenu.show(entries, place);
  }

  inspect(rows: readonly ObjectsRow[]): void {
    if (rows.length > 0) this.parts.inspect?.(setOfRows(this.state, rows));
  }

  copyCommand(): void {
    this.copy(this.events.question());
  }

  private get state(): ViewState {
    return this.events.state();
  }

  /** Heads alone are all alike: what structures keep alive tells them apart. */
  private orderOf(rows: ViewState['rows'], wished?: ViewState['grouping']): Pick<ViewState, 'sort'> {
    const { sort, rows: before } = this.state;
    // Of waste the first question is what there is to gain; elsewhere nobody tells it.
    const telling = { ...this.state, rows, grouping: wished ?? this.state.grouping };
    const hasGain = wished !== undefined && showsGain(telling);
    if (hasGain && tellsWaste(telling) && !tellsWaste(this.state)) return { sort: 'gain' };
    if (!hasGain && sort === 'gain') return { sort: 'bytes' };
    return { sort: rows === 'structures' && before === 'objects' && sort === 'bytes' ? 'retained' : sort };
  }

  private copyTrail(): void {
    const { count = 'live', sort = 'bytes', ascending = false, metrics = [] } = this.events.question();
    const others = { ...pointsOf(this.state), count, sort, ascending, metrics };
    void navigator.clipboard.writeText(trailText(this.parts.info.trace.files, this.state, others));
    this.setLine.showCopied();
  }

  /** Opens sets that were copied as text, here or elsewhere; nothing where it is another text. */
  private openText(text: string, onProgress: OnProgress): Running<unknown> | undefined {
    const sets = setsIn(text);
    if (!sets) return undefined;
    let asking: Running<HeapAnswer> | undefined;
    const promise = openedSets(sets, (set) => {
      const args = { ...pointArgs(this.state.at), ...set, count: this.state.count, sort: 'bytes' as const, limit: 1 };
      asking = this.parts.host.ask('heap', args, onProgress);
      return asking.promise;
    }).then((opened) => this.show({ ...opened, ...this.orderOf(opened.rows), search: '', expanded: [] }));
    return { promise, cancel: () => asking?.cancel() };
  }

  private async fieldsOf(pattern: string): Promise<readonly string[]> {
    const asked = { ...pointArgs(this.state.at), pattern, fields: true, limit: 1 };
    return (await this.parts.host.ask('types', asked).promise).fields ?? [];
  }

  private copy(question: Omit<HeapArgs, keyof Page>): void {
    void navigator.clipboard.writeText(heapCommand(this.parts.info.trace.files, question));
    this.setLine.showCopied();
  }

  /** Asks for one row: what is wrong is known before anything that is shown goes, and what was computed is kept for the table. */
  private tryOut(wish: GroupingWish, onProgress: OnProgress): Running<unknown> {
    const wished = this.wished(wish);
    const count = wished.rows === 'structures' ? 'live' : this.state.count;
    // The same points, and what counts, as in the table; in the order that costs nothing.
    const args = { ...pointsOf(this.state), ...setArgs(wished), count, sort: 'bytes' as const, limit: 1 };
    const running = this.parts.host.ask('heap', args, onProgress);
    // Something else may have been chosen meanwhile, such as a point to compare with.
    const promise = running.promise.then(() => {
      const wished = this.wished(wish);
      this.show({ ...wished, ...this.orderOf(wished.rows, wished.grouping), search: '' });
    });
    return { promise, cancel: running.cancel };
  }

  private wished(wish: GroupingWish): Pick<ViewState, 'rows' | 'grouping'> {
    const { state } = this;
    const rows = wish.rows ?? state.rows;
    const isOther = wish.where !== state.grouping.where || rows !== state.rows;
    // Conditions are about all objects: a set that was gone into may not be there any more.
    const start = isOther ? fromTheStart(state.grouping) : state.grouping;
    return { rows, grouping: { ...dividedBy(start, wish.by), where: wish.where } };
  }

  private goInto(set: ObjectSet, division: string): void {
    this.show({ grouping: into(leaving(this.state), set, division), search: '' });
    this.events.focus();
  }

  /** Along the trail; whoever goes back finds the row that the way went on from. */
  private go(place: number): void {
    const grouping = at(leaving(this.state), place);
    if (grouping.place === this.state.grouping.place) return;
    const way = wayOn(grouping);
    const { left } = stepOf(grouping);
    this.show({ grouping, search: '', ...left, ...(way ? { selected: pathId(way) } : {}) });
    this.events.focus();
  }

  private restart(change: Partial<GroupingChoice>): void {
    this.show({ grouping: { ...fromTheStart(this.state.grouping), ...change } });
  }

  private compareWith(from: number | null): void {
    const { sort, grouping } = this.state;
    // What is compared is what grew; without a comparison nothing does.
    const order = from === null ? (sort === 'growth' ? 'bytes' : sort) : 'growth';
    this.show({ grouping: { ...grouping, from }, sort: order, ascending: false });
  }

  private show(change: Partial<ViewState>): void {
    const isOther =
      change.grouping && pathId(stepOf(change.grouping).of.path) !== pathId(stepOf(this.state.grouping).of.path);
    this.events.show(isOther ? { expanded: [], ...change } : change);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0 || this.state.grouping.trail.length < 2) return;
    event.preventDefault();
    // The editor would go back to another file.
    event.stopPropagation();
    this.go(this.state.grouping.place + by);
  };
}
