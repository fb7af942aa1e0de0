// What is said around the table: how much was found, what people should know of it, and, in place of rows, why there are none.

import { bytes, counted, objects } from '../../../shared/format';
import type { HeapAnswer, Warning } from '../../../shared/protocol/answers';
import type { HeldDescriptions, ViewState } from '../../../shared/protocol/view';
import { element } from '../dom';
import { strings } from '../strings';
import { unsaid, warningsBanner } from '../warnings';
import { emptyNotice, failureNotice, type NoticeActions } from './heap_notice';
import { isOfHeads, isPlain, setArgs } from './shown_set';

const text = strings.heap;

export interface NotesParts {
  descriptions: HeldDescriptions;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
}

export class HeapNotes {
  readonly warnings = element('div', {});
  readonly notice = element('div', { class: 'notice' });

  constructor(
    private readonly parts: NotesParts,
    private readonly actions: NoticeActions,
  ) {}

  /** Nothing is known of the rows that will come. */
  clear(): void {
    this.notice.replaceChildren();
  }

  clearWarnings(): void {
    this.warnings.replaceChildren();
  }

  show({ total, level, warnings = [] }: HeapAnswer, state: ViewState): void {
    const isEmpty = total.rows === 0;
    const isOfTypes = (level ?? 'type') === 'type';
    this.notice.replaceChildren(...(isEmpty ? [emptyNotice(state, isOfTypes, this.actions)] : []));
    this.showWarnings(warnings, state);
  }

  showFailure(message: string): void {
    this.notice.replaceChildren(failureNotice(message, this.actions));
  }

  private showWarnings(ofAnswer: Warning[], state: ViewState): void {
    const { descriptions, shownWarnings } = this.parts;
    const ofStructures = state.rows === 'structures';
    const isSaidAbove = isPlain(setArgs(state)) && !ofStructures;
    const all = isSaidAbove ? [] : [...(ofStructures ? descriptions.warnings : []), ...ofAnswer];
    const banner = warningsBanner(unsaid(all, shownWarnings));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
  }
}

/** `840 types · 373,238 objects · 11.6 MiB` */
export function totalWords({ total, point, level }: HeapAnswer, state: ViewState): string {
  const rows = counted(total.rows, (level ?? 'type') === 'type' ? text.total : strings.explore.rows);
  // What several roots hold is in several rows: a sum of these says nothing.
  if (total.objects > point.objects) return rows;
  const what = isOfHeads(state)
    ? [counted(total.objects, text.structures.total)]
    : [objects(total.objects), bytes(total.bytes)];
  return [rows, ...what].join(' · ');
}
