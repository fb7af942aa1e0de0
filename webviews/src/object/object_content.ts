// What a field, an element or a list shows of another object: a link that opens its page; and values as Java writes them.

import { count, splitType } from '../../../shared/format';
import type { Content, ShownObject, ValueType } from '../../../shared/protocol/object_answer';
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.object;

export type OpenObject = (id: string) => void;

/** `HashMap$Node[16] "text"`: its type without the package, and what it stands for. */
export function objectLink(object: ShownObject, open: OpenObject): HTMLElement {
  const link = button('', () => open(object.id), {
    class: 'link object-link',
    testId: 'object-link',
    title: `${object.type} ${object.id}`,
    'data-id': object.id,
  });
  link.append(element('span', { class: 'type' }, typeName(object)));
  if (object.text !== undefined) link.append(' ', element('span', { class: 'text' }, object.text));
  return link;
}

/** Of an array with its length: `int[16]`. */
export function typeName({ type, length }: Pick<ShownObject, 'type' | 'length'>): string {
  const isClass = type.startsWith('class ');
  const ownPart = splitType(isClass ? type.slice('class '.length) : type).ownPart;
  const name = isClass ? `class ${ownPart}` : ownPart;
  return length === undefined || !name.endsWith('[]') ? name : `${name.slice(0, -1)}${count(length)}]`;
}

/** Empty where it is not known. */
export function contentCell(content: Content, type: ValueType, open: OpenObject): HTMLElement {
  const { object, missing, value } = content;
  if (object) return element('span', { class: 'content' }, objectLink(object, open));
  if (missing !== undefined) return element('span', { class: 'content muted' }, `${missing}, ${text.missing}`);
  if (value === undefined) return element('span', { class: 'content muted' }, type === 'reference' ? '' : type);
  return element('span', { class: `content value ${type}` }, type === 'char' ? `'${value}'` : String(value));
}
