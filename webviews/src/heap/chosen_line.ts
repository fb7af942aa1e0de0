// Below the table, while several rows are chosen together: how many objects they are, what these retain together, which no sum of the rows
// says, and what can be done with them.

import { bytes, count, objects } from '../../../shared/format';
import type { Size } from '../../../shared/protocol/answers';
import type { InspectAnswer, InspectArgs } from '../../../shared/protocol/inspect';
import { button, element } from '../dom';
import type { Host, Running } from '../host';
import { strings } from '../strings';
import { mostTogether, type ObjectsRow } from './row_selection';

const text = strings.explore.chosen;
// Whoever chooses one row after the other waits for the last one only.
const patience = 300;

export interface ChosenLineEvents {
  inspect(): void;
  /** What else can be done, at this place of the page. */
  menu(place: { x: number; y: number }): void;
  drop(): void;
}

export class ChosenLine {
  readonly element = element('div', { class: 'chosen-line', testId: 'chosen' });
  private running: Running<InspectAnswer> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Pick<Host, 'ask'>,
    private readonly events: ChosenLineEvents,
  ) {
    this.element.hidden = true;
  }

  /** @param set how the rows are asked about; nothing where they count objects that have no such sizes */
  show(rows: readonly ObjectsRow[], isFull: boolean, set: InspectArgs | undefined): void {
    this.stop();
    this.element.hidden = rows.length === 0;
    if (rows.length === 0) {
      this.element.replaceChildren();
      return;
    }
    const words = element('span', { role: 'status', testId: 'chosen-words' }, rowsWords(rows.length));
    const together = element('span', { class: 'together', testId: 'chosen-together' });
    const menu = button(text.more, () => this.openMenu(menu), { class: 'link', testId: 'chosen-menu' });
    const isOfGroups = rows.some(({ kind }) => kind === 'group');
    this.element.replaceChildren(
      element(
        'p',
        {},
        words,
        ...(isFull ? [element('span', { class: 'full' }, text.full.replace('{0}', count(mostTogether)))] : []),
        together,
        button(strings.explore.menu.inspect, () => this.events.inspect(), { class: 'link', testId: 'chosen-inspect' }),
        ...(isOfGroups ? [menu] : []),
        button(text.drop, () => this.events.drop(), { class: 'link', testId: 'chosen-drop', title: text.dropTitle }),
      ),
    );
    if (!set || rows.length < 2) return;
    together.textContent = text.computing;
    this.resting = setTimeout(() => this.ask(set, together), patience);
  }

  stop(): void {
    clearTimeout(this.resting);
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  private ask(set: InspectArgs, together: HTMLElement): void {
    const running = this.host.ask('inspect', { ...set, sizes: true, closure: 'retained', top: 1 });
    this.running = running;
    running.promise.then(
      ({ group }) => {
        if (this.running !== running) return;
        const { retained } = group;
        together.textContent = sizeWords(group, retained);
        if (retained) together.title = `${count(retained.bytes)} B, ${objects(retained.objects)}`;
      },
      ({ message = '' }: { message?: string }) => {
        if (this.running === running) together.textContent = message;
      },
    );
  }

  private openMenu(opener: HTMLElement): void {
    const { left, top } = opener.getBoundingClientRect();
    this.events.menu({ x: left, y: top });
  }
}

const rowsWords = (rows: number) => `${count(rows)} ${text.rows[rows === 1 ? 0 : 1]}`;

/** `2 objects, 96 B, retain 12 MiB together` */
function sizeWords(group: Size, retained: Size | undefined): string {
  const shallow = `${objects(group.objects)}, ${bytes(group.bytes)}`;
  return retained ? `${shallow}; ${text.together.replace('{0}', bytes(retained.bytes))}` : shallow;
}
