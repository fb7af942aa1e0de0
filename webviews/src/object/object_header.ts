// Which object it is: its type, what it stands for, its sizes, and what is known of where it comes from.

import { bytes, count, counted, objects } from '../../../shared/format';
import type { Size } from '../../../shared/protocol/answers';
import type { ObjectAnswer } from '../../../shared/protocol/object_answer';
import { button, element } from '../dom';
import { type OpenSource, siteLink } from '../growth/source_link';
import { strings } from '../strings';
import { type OpenObject, objectLink, typeName } from './object_content';

const text = strings.object;

export interface HeaderActions {
  open: OpenObject;
  openSource: OpenSource;
  inspect?: ((id: string) => void) | undefined;
}

export function objectHeader(answer: ObjectAnswer, actions: HeaderActions): HTMLElement {
  const { object, live, values, valuesProblem } = answer;
  const { inspect } = actions;
  const title = element('h1', { testId: 'object-title', title: object.type }, typeName(object));
  if (object.text !== undefined) title.append(' ', element('span', { class: 'text' }, object.text));
  title.append(' ', element('span', { class: 'id' }, object.id));
  const notes = [
    live ? null : text.unreachable,
    values === 'shown'
      ? null
      : [text.values[values], ...(valuesProblem === undefined ? [] : [valuesProblem])].join(' '),
  ];
  return element(
    'header',
    {},
    title,
    inspect ? button(text.inspect, () => inspect(object.id), { class: 'secondary', title: text.inspectTitle }) : null,
    ...notes
      .filter((note) => note !== null)
      .map((note) => element('p', { class: 'hint', testId: 'object-note' }, note)),
    facts(answer, actions),
  );
}

function facts(answer: ObjectAnswer, { open, openSource }: HeaderActions): HTMLElement {
  const { object, superclasses, loader, site, thread } = answer;
  const list = element('dl', { class: 'object-facts' });
  const add = (name: string, value: Node | string | null | undefined, title?: string, testId?: string) => {
    if (value === null || value === undefined) return;
    list.append(
      element('dt', title === undefined ? {} : { title }, name),
      element('dd', testId === undefined ? {} : { testId }, value),
    );
  };
  add(text.shallow, `${bytes(object.bytes)}`, text.shallowTitle);
  // It is known later: its place is there from the beginning.
  add(text.retained, retainedText(object.retained), text.retainedTitle, 'object-retained');
  add(text.length, object.length === undefined ? null : count(object.length));
  add(text.age, object.age === undefined ? null : counted(object.age, text.collections));
  add(text.space, object.space);
  add(text.extends, superclasses.length === 0 ? null : superclasses.join(', '));
  add(text.loader, loader ? objectLink(loader, open) : null);
  add(text.allocated, siteLink(site, openSource));
  add(text.thread, thread);
  return list;
}

export const retainedText = (retained: Size | undefined): string =>
  retained ? `${bytes(retained.bytes)}, ${objects(retained.objects)}` : '…';
