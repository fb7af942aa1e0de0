// Threads of a service that never ran: a request that works on a cache, one that waits, and what a thread local keeps.
import type { Point } from '../../shared/protocol/answers';
import type { ThreadsArgs } from '../../shared/protocol/question_args';
import type { ThreadFrame, ThreadRow, ThreadsAnswer } from '../../shared/protocol/threads';

const journeys = 'com.example.travel.journey.planning';
const retained = (bytes: number) => ({ objects: Math.ceil(bytes / 40), bytes });
const object = (id: string, type: string, bytes: number, text?: string) => ({
  id,
  type,
  bytes: 40,
  retained: retained(bytes),
  ...(text === undefined ? {} : { text }),
});
const frame = (type: string, method: string, line: number, held: ThreadFrame['variables'] = []): ThreadFrame => ({
  frame: { class: type, method, file: `${type.split('.').at(-1)}.java`, line },
  retained: retained(held.reduce((sum, { object: { retained: size } }) => sum + (size?.bytes ?? 0), 0)),
  allVariables: held.length === 0 ? 0 : held.length + 2,
  variables: held,
});
const local = { kind: 'java-frame', label: 'Java local variable' };

const threads: ThreadRow[] = [
  {
    name: 'http-nio-8080-exec-3',
    object: object('0x700010', 'java.lang.Thread', 520),
    retained: retained(245_480_000),
    frames: [
      frame('java.util.concurrent.ConcurrentHashMap', 'putVal', 1014),
      frame(`${journeys}.JourneyService`, 'findLocations', 42, [
        { ...local, slot: 0, object: object('0x7001a0', `${journeys}.JourneyService`, 245_440_000) },
        { ...local, object: object('0x7b0018', `${journeys}.JourneyService$QueryKey`, 80, 'from="Linz", stops=3') },
      ]),
      frame(`${journeys}.JourneyController`, 'search', 57),
    ],
    allThreadLocals: 1,
    threadLocals: [
      {
        name: 'com.example.travel.Login.USER',
        class: 'com.example.travel.Login',
        field: 'USER',
        object: object('0x7c0010', 'com.example.travel.User', 39_200, 'name="anna"'),
      },
    ],
  },
  { name: 'Reference Handler', retained: retained(480), frames: [], allThreadLocals: 0, threadLocals: [] },
];

export function fakeThreads({ search = '' }: ThreadsArgs, point: Point): ThreadsAnswer {
  const found = threads.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return { point, values: 'shown', totalThreads: found.length, threads: found };
}
