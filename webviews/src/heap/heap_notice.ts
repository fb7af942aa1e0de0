// What is said in place of rows: that there are none and why, or that they could not be loaded; with what can be done about it.
import type { ViewState } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.heap;

export interface NoticeActions {
  clearSearch(): void;
  countAll(): void;
  retry(): void;
}

type Shown = Pick<ViewState, 'search' | 'count' | 'rows' | 'grouping'>;

/** @param isOfTypes whether rows are named by types */
export function emptyNotice(
  { search, count, rows, grouping }: Shown,
  isOfTypes: boolean,
  actions: NoticeActions,
): HTMLElement {
  const ofStructures = rows === 'structures';
  if (search !== '') {
    const noType = ofStructures ? text.structures.noneMatch : text.noMatch;
    return element(
      'p',
      { testId: 'heap-empty' },
      `${isOfTypes ? noType : strings.explore.noRow} “${search}”. `,
      button(text.clear, () => actions.clearSearch(), { class: 'link' }),
    );
  }
  if (grouping.where !== '') return element('p', { testId: 'heap-empty' }, strings.explore.noneFulfils);
  if (ofStructures) {
    return element(
      'div',
      { testId: 'heap-empty' },
      element('p', {}, text.structures.none),
      element('p', {}, text.structures.hint),
      element('pre', {}, text.structures.example),
    );
  }
  const others = count === 'live' ? button(text.countAll, () => actions.countAll(), { class: 'link' }) : null;
  return element('p', { testId: 'heap-empty' }, `${text.nothing[count]} `, others);
}

export function failureNotice(message: string, actions: NoticeActions): HTMLElement {
  return element(
    'p',
    { role: 'alert', testId: 'heap-failed' },
    `${text.failed}: ${message} `,
    button(text.retry, () => actions.retry(), { class: 'link' }),
  );
}
