// Groupings of a heap that was never there: the same rows in every run. Types are those of the heap; of what else it is grouped by, each
// row has a part of the objects of the row above it.
import type { HeapArgs, HeapRow } from '../../shared/protocol/answers';
import type { Failure } from '../../shared/protocol/failure';
import { objectProperties } from '../../shared/protocol/object_properties';

export interface FakeLevel {
  /** Null where nothing divides the objects any more. */
  level: string | null;
  by: string;
  rowsBy: string;
  rows: HeapRow[];
}

interface Step {
  name: string;
  text: string;
  leadsOn: boolean;
}

const keysOf: Record<string, string[]> = {
  package: [
    '(no package)',
    'com.example.travel',
    'java.lang',
    'java.util',
    'java.util.concurrent',
    'org.springframework.boot',
  ],
  loader: [
    '(built-in loaders)',
    'org.apache.catalina.loader.ParallelWebappClassLoader 0xe0041f28',
    'com.example.Plugins$Loader 0xe09c1d40',
  ],
  site: [
    'com.example.travel.journey.planning.JourneyService.findLocations (JourneyService.java:60)',
    'com.example.travel.journey.planning.Atlas.search (Atlas.java:94)',
    'java.util.HashMap.newNode (HashMap.java:1802)',
    'java.lang.String.<init> (String.java:4812)',
    '(no site)',
  ],
  thread: ['main', 'worker-1', 'worker-2', '(no thread)'],
  waste: ['Equal strings', 'Empty collections', 'Sparsely filled collections', 'Boxed numbers'],
  owner: [
    'com.example.travel.journey.planning.Journey.currency',
    'com.example.travel.journey.planning.JourneyService.cache[]',
    '(local variable of com.example.travel.Main.run)[]',
  ],
  'dominator-tree': [
    'class com.example.travel.Main',
    'static SERVICE: com.example.travel.journey.planning.JourneyService',
    'attributes: java.util.concurrent.ConcurrentHashMap$Node[]',
    'java.lang.Thread',
  ],
  rooted: ['main', 'http-nio-8080-exec-1', 'http-nio-8080-exec-2'],
  'indirectly-rooted': ['Java local variable', 'Static field', 'Thread', '(no root)'],
};

const usage = (message: string): Failure => ({ kind: 'usage', message });

function stepsOf(by: string): Step[] {
  const steps: Step[] = [];
  // Brackets only say what steps behind a property are for.
  for (const match of by.matchAll(/[^,[\]()]+(?:\([^)]*\))?/g)) {
    const text = match[0].trim();
    if (text === '') continue;
    const name = text.replace(/\(.*$/, '');
    const property = objectProperties.find((each) => each.name === name && each.inGroupings !== 'nothing');
    const at = match.index + match[0].search(/\S/) + 1;
    if (!property) throw usage(`in the grouping, expected type, package or site at position ${at}, found "${text}"`);
    steps.push({ name, text, leadsOn: property.inGroupings === 'leads-on' });
  }
  if (steps.at(-1)?.leadsOn) steps.push({ name: 'type', text: 'type', leadsOn: false });
  return steps;
}

/** Those for which the condition holds. Patterns for types are understood, a length (of arrays), and what a type extends: what is called so. */
export function fulfilling(rows: HeapRow[], where: string | undefined): HeapRow[] {
  if (!where) return rows;
  if (/^length>=?\d+$/.test(where)) return rows.filter(({ key }) => key.endsWith('[]'));
  const base = /^extends=(?:[\w.]+\.)?(?:Abstract)?(\w+)$/.exec(where)?.[1];
  if (base !== undefined) return rows.filter(({ key }) => key.endsWith(base));
  const type = /^type=([\w.*$[\]]+)$/.exec(where)?.[1];
  if (type === undefined) {
    throw usage(`in the condition, expected type=PATTERN at position 1, found "${where.split(/\W/)[0]}"`);
  }
  const pattern = new RegExp(`^${type.replace(/[.$[\]]/g, '\\$&').replaceAll('*', '.*')}$`);
  return rows.filter(({ key }) => pattern.test(key));
}

function divided(whole: HeapRow, name: string, types: HeapRow[]): HeapRow[] {
  const keys =
    name === 'type' ? types.slice(0, 12).map(({ key }) => key) : (keysOf[name] ?? [`${name} 1`, `${name} 2`]);
  let { objects, bytes } = whole;
  return keys.flatMap((key, index) => {
    const isLast = index === keys.length - 1;
    const share = isLast ? 1 : 0.3 + ((key.length + whole.key.length) % 5) / 10;
    const row = { key, objects: Math.ceil(objects * share), bytes: Math.ceil(bytes * share) };
    objects -= row.objects;
    bytes -= row.bytes;
    return row.objects > 0 ? [row] : [];
  });
}

export function levelOf(types: HeapRow[], { by = 'type', path = [] }: Pick<HeapArgs, 'by' | 'path'>): FakeLevel {
  const steps = stepsOf(by);
  const whole = types.reduce(
    (sum, { objects, bytes }) => ({ key: '', objects: sum.objects + objects, bytes: sum.bytes + bytes }),
    { key: '', objects: 0, bytes: 0 },
  );
  const textOf = (count: number) =>
    steps
      .slice(0, count)
      .map(({ text }) => text)
      .join(', ');
  let place = 0;
  let rows: HeapRow[] = [];
  let from: HeapRow | undefined = whole;
  for (const key of [...path, undefined]) {
    while (steps[place]?.leadsOn) place++;
    const step = steps[place];
    if (!step || !from) {
      rows = [];
      break;
    }
    rows = step.name === 'type' && place === 0 ? types : divided(from, step.name, types);
    place++;
    if (key === undefined) break;
    from = rows.find((row) => row.key === key);
    if (!from) throw usage(`there is no row "${path.join(' > ')}" in the grouping "${by}"`);
  }
  const goesOn = place < steps.length;
  return {
    level: rows.length > 0 ? (steps[place - 1]?.name ?? null) : null,
    by: textOf(steps.length),
    rowsBy: textOf(place),
    rows: rows.map((row) => ({ ...row, goesOn })),
  };
}
