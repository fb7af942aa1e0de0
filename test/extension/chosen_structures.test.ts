// What is chosen in one place is told to all others, once.
import { expect, it } from 'vitest';
import { type ChosenStructure, ChosenStructures } from '../../extension/src/client/growth/chosen_structures';
import type { TraceSession } from '../../extension/src/client/traces/trace_session';

it('two views that tell each other what they were told come to rest', () => {
  const chosen = new ChosenStructures();
  const session = {} as TraceSession;
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  const told: [string, string][] = [];
  const follow = (view: { name: string }) => (choice: ChosenStructure) => {
    if (choice.by === view) return;
    told.push([view.name, choice.id]);
    chosen.choose({ session, id: choice.id, by: view });
  };
  chosen.onDidChoose(follow(one));
  chosen.onDidChoose(follow(other));
  chosen.choose({ session, id: '0x1', by: one });
  chosen.choose({ session, id: '0x2', by: other });
  expect(told).toEqual([
    ['other', '0x1'],
    ['one', '0x2'],
  ]);
  expect(chosen.of(session)).toBe('0x2');
});
