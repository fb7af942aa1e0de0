// What can be done with a series: its objects can be charted further, looked at in other tabs, and found in the source.
import type { Frame } from '../../../shared/protocol/answers';
import type { Field } from '../../../shared/protocol/growth';
import type { ObjectSet } from '../../../shared/protocol/view';
import type { SourceTarget } from '../growth/source_link';
import type { Preset } from '../heap/presets';
import type { MenuEntry } from '../popup_menu';
import { strings } from '../strings';

const text = strings.trends.menu;

export interface SeriesActions {
  /** Its objects. */
  set: ObjectSet;
  level: string | null;
  /** Whether the grouping goes on below it. */
  goesOn: boolean;
  /** Whether another chart has room. */
  hasRoom: boolean;
  presets: readonly Preset[];
  /** Number of the point that is pointed at. */
  point: number;
  drill(): void;
  divide(by: string): void;
  inspect(): void;
  showGrowth(): void;
  group(): void;
  open(target: SourceTarget): void;
  copy(): void;
}

export function seriesEntries(actions: SeriesActions): MenuEntry[] {
  const { set, level, goesOn, hasRoom, point } = actions;
  const full = hasRoom ? {} : { reason: text.tooMany };
  const source = sourceOf(set.path, level);
  return [
    ...(goesOn ? [{ words: text.drill, testId: 'series-drill', choose: () => actions.drill(), ...full }] : []),
    { words: text.divide, testId: 'series-divide', more: () => divisions(actions), ...full },
    { words: `${text.inspect} ${point}`, testId: 'series-inspect', isApart: true, choose: () => actions.inspect() },
    { words: text.heap, testId: 'series-heap', choose: () => actions.group() },
    { words: text.growth, testId: 'series-growth', choose: () => actions.showGrowth() },
    ...(source
      ? [{ words: text[source.kind], testId: 'series-source', choose: () => actions.open(source.target) }]
      : []),
    { words: text.copy, testId: 'series-copy', isApart: true, choose: () => actions.copy() },
  ];
}

function divisions({ level, presets, divide }: SeriesActions): MenuEntry[] {
  return (
    presets
      // All objects of a series have its key already.
      .filter(({ rows, by }) => rows === undefined && by !== level)
      .map(({ id, name, by, reason }) => ({
        words: name,
        testId: `series-divide-${id}`,
        choose: () => divide(by),
        ...(reason ? { reason: reason.why } : {}),
      }))
  );
}

interface Source {
  kind: 'site' | 'field' | 'type';
  target: SourceTarget;
}

/** Where the source says something about a row; nothing where its key is no place. */
export function sourceOf(path: readonly string[], level: string | null): Source | null {
  const key = path.at(-1) ?? '';
  if (level === 'site' || level === 'callchain') {
    const target = frameOf(key);
    return target && { kind: 'site', target };
  }
  if (level === 'rooted' || level === 'indirectly-rooted') {
    const target = staticField(path);
    return target && { kind: 'field', target };
  }
  // Arrays have no source, and classes of the JVM's own making neither.
  const isClass = (level === 'type' || level === 'structures' || level === 'top-level') && /^[\w.$]+$/.test(key);
  return isClass && key.includes('.') ? { kind: 'type', target: { class: key, name: '', static: false } } : null;
}

/** `a.B.m (B.java:42)`, with or without file and line. */
function frameOf(key: string): Frame | null {
  const parts = /^([^\s(]+)\.([^\s.(]+)(?: \(([^():]+)(?::(\d+))?\))?$/.exec(key);
  if (!parts) return null;
  const [, owner = '', method = '', file, line] = parts;
  return { class: owner, method, ...(file ? { file } : {}), ...(line ? { line: Number(line) } : {}) };
}

/** Kind, class, and field of a root. */
function staticField(path: readonly string[]): Field | null {
  const [kind, owner, name] = path.slice(-3);
  return kind === 'Static field' && owner && name ? { class: owner, name, static: true } : null;
}
