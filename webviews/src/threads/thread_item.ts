// One thread: its name with what it retains, and, unfolded, its stack with what the variables of each frame hold, and its thread locals.
// All of it is text, so that it reads the same for everybody.
import { bytes, count, counted, objects, percent } from '../../../shared/format';
import type { Size } from '../../../shared/protocol/answers';
import type { ShownObject } from '../../../shared/protocol/object_answer';
import type { ThreadFrame, ThreadLocalRow, ThreadRow } from '../../../shared/protocol/threads';
import { element } from '../dom';
import { fieldLink, type OpenSource, siteLink } from '../growth/source_link';
import { type OpenObject, objectLink } from '../object/object_content';
import { strings } from '../strings';

const text = strings.threads;

export interface ThreadLinks {
  openSource: OpenSource;
  openObject: OpenObject;
}

export function threadItem(thread: ThreadRow, heapBytes: number, open: boolean, links: ThreadLinks): HTMLElement {
  const { name, object, retained, frames, threadLocals, allThreadLocals } = thread;
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${heapBytes === 0 ? 0 : Math.min(100, (100 * retained.bytes) / heapBytes)}%`;
  const summary = element(
    'summary',
    { testId: 'thread' },
    element('span', { class: 'thread-name' }, name === '' ? text.unnamed : name),
    element('span', { class: 'hint' }, frames.length === 0 ? text.noStack : counted(frames.length, text.frames)),
    sized(retained),
    element('span', { class: 'number share' }, percent(retained.bytes, heapBytes)),
    element('span', { class: 'track', 'aria-hidden': true }, fill),
  );
  const locals = threadLocals.map((local) => localItem(local, links));
  const left = allThreadLocals - threadLocals.length;
  const details = element(
    'details',
    { class: 'thread' },
    summary,
    object ? element('p', { class: 'thread-object' }, `${text.itself}: `, objectLink(object, links.openObject)) : null,
    element('ol', { class: 'frames' }, ...frames.map((frame) => frameItem(frame, links))),
    locals.length === 0 ? null : element('h2', {}, text.locals),
    locals.length === 0 ? null : element('ul', { class: 'variables' }, ...locals, ...more(left)),
  );
  details.open = open;
  return element('li', {}, details);
}

function frameItem({ frame, retained, variables, allVariables }: ThreadFrame, links: ThreadLinks): HTMLElement {
  const held = variables.map(({ slot, label, object }) =>
    heldItem(slot === undefined ? label : `${text.variable} ${slot}`, object, links),
  );
  return element(
    'li',
    { class: allVariables === 0 ? 'frame quiet' : 'frame', testId: 'thread-frame' },
    element(
      'div',
      { class: 'line' },
      frame ? (siteLink([frame], links.openSource) ?? '') : element('span', {}, text.outside),
      allVariables === 0 ? null : sized(retained),
    ),
    held.length === 0 ? null : element('ul', { class: 'variables' }, ...held, ...more(allVariables - variables.length)),
  );
}

function localItem({ name, class: type, field, object }: ThreadLocalRow, links: ThreadLinks): HTMLElement {
  const declared = type !== undefined && field !== undefined ? { class: type, name: field, static: true } : null;
  return heldItem(fieldLink(name, declared, links.openSource), object, links);
}

function heldItem(holder: Node | string, object: ShownObject, { openObject }: ThreadLinks): HTMLElement {
  return element(
    'li',
    { class: 'line', testId: 'thread-held' },
    element('span', { class: 'holder' }, holder, ': '),
    element('span', { class: 'held' }, objectLink(object, openObject)),
    object.retained ? sized(object.retained) : null,
  );
}

const sized = (size: Size) =>
  element(
    'span',
    { class: 'number', title: `${text.retained}: ${count(size.bytes)} B, ${objects(size.objects)}` },
    bytes(size.bytes),
  );

const more = (left: number): HTMLElement[] =>
  left > 0 ? [element('li', { class: 'hint' }, `${count(left)} ${strings.inspect.notShown}`)] : [];
