// The fields of an object by the class that declares them, or the elements of an array; more of them when they are wanted.

import { count, splitType } from '../../../shared/format';
import type { ElementRow, FieldRow, ObjectAnswer, ValueType } from '../../../shared/protocol/object_answer';
import { element } from '../dom';
import { strings } from '../strings';
import { contentCell, type OpenObject } from './object_content';

const text = strings.object;

/** A table that grows. */
export class MemberTable {
  readonly element = element('table', { class: 'object-members', testId: 'object-members' });
  private readonly body = element('tbody');
  /** The class of the fields that were added last. */
  private declaring: string | undefined;

  constructor(private readonly open: OpenObject) {
    const column = (name: string) => element('th', { 'data-column': name }, name);
    this.element.append(
      element('thead', { class: 'for-screen-readers' }, element('tr', {}, column(text.field), column(text.content))),
      this.body,
    );
  }

  add(answer: ObjectAnswer): void {
    for (const field of answer.fields ?? []) this.addField(field);
    for (const each of answer.elements ?? []) this.addElement(each, answer.element ?? 'reference');
  }

  private addField(field: FieldRow): void {
    const declaring = field.class ?? '';
    if (declaring !== this.declaring) {
      this.declaring = declaring;
      const name = declaring === '' ? text.otherReferences : splitType(declaring).ownPart;
      const heading = element('th', { title: declaring, 'data-class': declaring }, name);
      heading.colSpan = 2;
      heading.scope = 'rowgroup';
      if (field.static) heading.append(' ', element('span', { class: 'muted' }, text.statics));
      this.body.append(element('tr', { class: 'declaring' }, heading));
    }
    this.addRow(field.name, field, field.type);
  }

  private addElement(each: ElementRow, type: ValueType): void {
    this.addRow(`[${count(each.index)}]`, each, type);
  }

  private addRow(name: string, row: FieldRow | ElementRow, type: ValueType): void {
    const heading = element('th', { title: type }, name);
    heading.scope = 'row';
    this.body.append(
      element('tr', { testId: 'object-member' }, heading, element('td', {}, contentCell(row, type, this.open))),
    );
  }
}

/** What is said where there is nothing to list; null where there is. */
export function emptyText({ allFields, allElements, elements = [], fields = [] }: ObjectAnswer): string | null {
  if (allFields === 0) return text.noFields;
  if (allElements === 0) return text.noElements;
  return elements.length + fields.length === 0 ? text.unknownElements : null;
}
