// What a collection holds: the entries of a map as key and value, the elements of a list or set by their number; more of them when they are
// wanted.

import { count } from '../../../shared/format';
import type { CollectionItems } from '../../../shared/protocol/object_answer';
import { element } from '../dom';
import { strings } from '../strings';
import { contentCell, type OpenObject } from './object_content';

const text = strings.object;

/** A table that grows. */
export class CollectionTable {
  readonly element = element('table', { class: 'object-members object-items', testId: 'object-items' });
  private readonly head = element('tr');
  private readonly body = element('tbody');

  constructor(private readonly open: OpenObject) {
    this.element.append(element('thead', {}, this.head), this.body);
  }

  add({ kind, offset, items }: CollectionItems): void {
    if (this.head.childElementCount === 0) {
      const names = kind === 'entries' ? [text.key, text.value] : [text.position, text.value];
      this.head.append(
        ...names.map((name) => {
          const heading = element('th', {}, name);
          heading.scope = 'col';
          return heading;
        }),
      );
      if (kind === 'elements') this.element.tHead?.classList.add('for-screen-readers');
    }
    for (const [i, { key, value }] of items.entries()) {
      const heading = element('th', {}, key ? contentCell(key, key.type, this.open) : count(offset + i));
      heading.scope = 'row';
      this.body.append(
        element('tr', { testId: 'object-item' }, heading, element('td', {}, contentCell(value, value.type, this.open))),
      );
    }
  }
}
