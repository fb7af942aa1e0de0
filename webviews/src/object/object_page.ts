// One object: what is in it, who refers to it, what it keeps alive, and how it is reached; every object that it names is a link. Fields come
// at once; what takes a pass over the heap has its place, and comes later.
import { pageAfter } from '../../../shared/page';
import type { ObjectAnswer, ReferrerRow, ShownObject } from '../../../shared/protocol/object_answer';
import type { ObjectArgs } from '../../../shared/protocol/question_args';
import { element } from '../dom';
import { openSourceOf } from '../growth/source_link';
import type { Host, OnProgress, Running } from '../host';
import { strings } from '../strings';
import { objectHeader, retainedText } from './object_header';
import { CollectionTable } from './object_items';
import { dominatedItem, dominatorLine, pathList, referrerItem } from './object_lists';
import { emptyText, MemberTable } from './object_members';
import { failureLine, ObjectSection } from './object_section';

const text = strings.object;
const memberRows = 100;
const otherRows = 20;
/** For what is asked beside fields and items, which are there already. */
const onlyThis = { limit: 0, itemsLimit: 0 } as const;

export interface ObjectPageParts {
  host: Pick<Host, 'ask' | 'act'>;
  /** The point whose heap is shown. */
  at: () => { at?: string };
  open: (id: string) => void;
  /** Where it can be inspected as a group of one. */
  inspect?: (id: string) => void;
}

export class ObjectPage {
  readonly element = element('section', { class: 'object-page', testId: 'object-page', 'aria-label': text.title });
  private sections: ObjectSection[] = [];
  private running: Running<ObjectAnswer> | undefined;
  /** Which call of `show` counts: answers to those before are too late. */
  private turn = 0;

  constructor(private readonly parts: ObjectPageParts) {}

  /** The object before stays in sight until this one is there. */
  show(id: string): void {
    this.stop();
    const turn = this.turn;
    const at = this.parts.at();
    this.element.setAttribute('aria-busy', 'true');
    if (this.element.childElementCount === 0) {
      this.element.replaceChildren(element('p', { class: 'hint', role: 'status' }, `${text.loading} …`));
    }
    const ask = (args: Partial<ObjectArgs>, onProgress?: OnProgress) =>
      this.parts.host.ask('object', { ...at, object: id, ...args }, onProgress);
    this.running = ask({ limit: memberRows, itemsLimit: memberRows });
    this.running.promise.then(
      (answer) => {
        if (turn === this.turn) this.fill(answer, ask);
      },
      (failure) => {
        if (turn === this.turn) this.fail(failure, id);
      },
    );
  }

  /** Gives up what was asked and has not come. */
  stop(): void {
    this.turn++;
    this.running?.cancel();
    this.running = undefined;
    for (const section of this.sections) section.stop();
    this.sections = [];
    this.element.removeAttribute('aria-busy');
  }

  private fail(failure: unknown, id: string): void {
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(failureLine(text.failed, failure, () => this.show(id)));
  }

  private fill(
    answer: ObjectAnswer,
    ask: (args: Partial<ObjectArgs>, onProgress?: OnProgress) => Running<ObjectAnswer>,
  ): void {
    this.running = undefined;
    this.element.removeAttribute('aria-busy');
    const { host, open, inspect } = this.parts;
    const openSource = openSourceOf(host, false);
    const header = objectHeader(answer, { open, openSource, inspect });
    const items = this.itemSection(answer, ask);
    const members = this.memberSection(answer, ask);
    const referrers = this.listSection({
      name: text.referrers,
      testId: 'object-referrers',
      failed: text.referrersFailed,
      none: text.noReferrers,
      ask,
      args: (from) => ({ ...onlyThis, referrers: true, referrersOffset: from, referrersLimit: otherRows }),
      rows: ({ referrers: rows = [], allReferrers = 0 }) => ({ rows, all: allReferrers }),
      item: (row: ReferrerRow) => referrerItem(row, open),
    });
    const dominated = this.listSection({
      name: text.dominated,
      title: text.dominatedTitle,
      testId: 'object-dominates',
      failed: text.dominatedFailed,
      none: text.noDominated,
      ask,
      args: (from) => ({ ...onlyThis, dominated: true, dominatedOffset: from, dominatedLimit: otherRows }),
      first: (told) => {
        const retained = header.querySelector('[data-testid="object-retained"]');
        if (retained) retained.textContent = told.live ? retainedText(told.object.retained) : '–';
        return dominatorLine(told, open);
      },
      rows: ({ dominated: rows = [], allDominated = 0 }) => ({ rows, all: allDominated }),
      item: (row: ShownObject) => dominatedItem(row, open),
    });
    const path = new ObjectSection({
      name: text.path,
      testId: 'object-path-section',
      failed: text.pathFailed,
      ask,
      args: () => ({ ...onlyThis, path: true }),
      show: (told, body) => {
        body.replaceChildren(pathList(told, open, openSource));
        return null;
      },
    });
    this.sections = [...(items ? [items] : []), members, referrers, dominated, path];
    this.element.replaceChildren(header, ...this.sections.map((section) => section.element));
    items?.fill(answer);
    members.fill(answer);
    for (const section of [referrers, dominated, path]) void section.load();
  }

  /** What a collection holds, before the fields that it consists of. */
  private itemSection(
    { collection }: ObjectAnswer,
    ask: (args: Partial<ObjectArgs>, onProgress?: OnProgress) => Running<ObjectAnswer>,
  ): ObjectSection | undefined {
    if (collection === undefined) return undefined;
    const table = new CollectionTable(this.parts.open);
    return new ObjectSection({
      name: collection.kind === 'entries' ? text.entries : text.elements,
      testId: 'object-items-section',
      failed: text.failed,
      ask,
      args: (from) => ({ limit: 0, itemsOffset: from, itemsLimit: memberRows }),
      show: ({ collection: told }, body) => {
        if (told === undefined || told.size === 0) {
          body.replaceChildren(element('p', { class: 'hint' }, text.noElements));
          return { shown: 0, all: 0 };
        }
        if (body.childElementCount === 0) body.append(table.element);
        table.add(told);
        // Of one that was not counted to its end there is more as long as something comes.
        const shown = told.offset + told.items.length;
        return { shown, all: told.items.length === 0 ? shown : told.size, more: told.more ?? false };
      },
    });
  }

  private memberSection(
    { allElements }: ObjectAnswer,
    ask: (args: Partial<ObjectArgs>, onProgress?: OnProgress) => Running<ObjectAnswer>,
  ): ObjectSection {
    const table = new MemberTable(this.parts.open);
    return new ObjectSection({
      name: allElements === undefined ? text.fields : text.elements,
      testId: 'object-members-section',
      failed: text.failed,
      ask,
      args: (from) => ({ ...pageAfter(from, memberRows), itemsLimit: 0 }),
      show: (answer, body) => {
        const empty = emptyText(answer);
        const all = answer.allFields ?? answer.allElements ?? 0;
        if (empty !== null) {
          body.replaceChildren(element('p', { class: 'hint' }, empty));
          return { shown: all, all };
        }
        if (body.childElementCount === 0) body.append(table.element);
        table.add(answer);
        const rows = (answer.fields ?? []).length + (answer.elements ?? []).length;
        return { shown: answer.offset + rows, all };
      },
    });
  }

  private listSection<Row>(list: {
    name: string;
    title?: string;
    testId: string;
    failed: string;
    none: string;
    ask: (args: Partial<ObjectArgs>, onProgress: OnProgress) => Running<ObjectAnswer>;
    args: (from: number) => Partial<ObjectArgs>;
    /** Stands before the rows. */
    first?: (answer: ObjectAnswer) => HTMLElement;
    rows: (answer: ObjectAnswer) => { rows: readonly Row[]; all: number };
    item: (row: Row) => HTMLElement;
  }): ObjectSection {
    const items = element('ul');
    return new ObjectSection({
      ...list,
      show: (answer, body) => {
        const { rows, all } = list.rows(answer);
        items.append(...rows.map(list.item));
        if (body.childElementCount === 0) {
          body.append(...(list.first ? [list.first(answer)] : []));
          body.append(all === 0 ? element('p', { class: 'hint' }, list.none) : items);
        }
        return { shown: items.childElementCount, all };
      },
    });
  }
}
