// The trail of sets as one text, and back. The text is a command for each set, from all objects to the one that is shown: a terminal prints
// their rows, and put into the field for groupings it opens them here again. What a set is, the engine reads: `by`, `path`, `where` and
// `filter` stay its own words.
import type { HeapAnswer, HeapArgs } from '../../../shared/protocol/answers';
import { type HeapStep, mostSteps, type ViewState } from '../../../shared/protocol/view';
import { commandsIn, heapCommand } from '../command_line';
import { allObjects, groupingOf, type SetArgs, setArgs } from './shown_set';

/** @param others what all commands have beside their sets */
export function trailText(
  files: readonly string[],
  { rows, grouping }: Pick<ViewState, 'rows' | 'grouping'>,
  others: Omit<HeapArgs, 'by' | 'path' | 'where' | 'filter' | 'search'>,
): string {
  return grouping.trail
    .slice(0, grouping.place + 1)
    .map((_, place) => heapCommand(files, { ...others, ...setArgs({ rows, grouping: { ...grouping, place } }) }))
    .join('\n');
}

/** The sets of a text, in its order; nothing where it is no command of ours. */
export function setsIn(text: string): SetArgs[] | undefined {
  const commands = commandsIn(text).filter(([program]) => program === 'heaptrail');
  return commands.length === 0 ? undefined : commands.map(setOf);
}

function setOf(words: readonly string[]): SetArgs {
  const path: string[] = [];
  const found: Record<string, string> = {};
  words.forEach((word, i) => {
    const [name = '', value = words[i + 1] ?? ''] = word.split(/=(.*)/s);
    if (name === '--path') path.push(value);
    else if (name.startsWith('--')) found[name.slice(2)] = value;
  });
  const { by, where, filter } = found;
  return {
    ...(by === undefined ? {} : { by }),
    ...(path.length === 0 ? {} : { path }),
    ...(where === undefined ? {} : { where }),
    ...(filter === 'structures' || filter === 'top-level' ? { filter } : {}),
  };
}

/** Asks for one row of a set, to learn how the engine reads it. */
export type AskRow = (set: SetArgs) => Promise<HeapAnswer>;

/** What the view is to show for these sets. What is wrong with one of them is the engine's error. */
export async function openedSets(sets: readonly SetArgs[], ask: AskRow): Promise<Pick<ViewState, 'rows' | 'grouping'>> {
  const trail: HeapStep[] = [];
  for (const set of sets.slice(-mostSteps)) {
    const step = await stepOf(set, ask);
    // All objects are the first set of every trail.
    if (trail.length === 0 && step.of.path.length > 0) trail.push({ of: allObjects, by: step.of.by });
    if (trail.length > 0 && step.of.path.length === 0) trail.length = 0;
    trail.push(step);
  }
  const { where = '', filter } = sets.at(-1) ?? {};
  return {
    rows: filter ? 'structures' : 'objects',
    grouping: { where, owned: filter === 'structures', from: null, trail, place: trail.length - 1 },
  };
}

async function stepOf(set: SetArgs, ask: AskRow): Promise<HeapStep> {
  const { path = [] } = set;
  const { by: written = 'type' } = set;
  // A row that is not there is an error here.
  const { by: read = 'type' } = await ask(set);
  if (path.length === 0) return { of: allObjects, by: written };
  const { rowsBy = 'type' } = await ask({ ...set, path: path.slice(0, -1) });
  const of = { by: rowsBy, path: [...path] };
  // As it was written, or else as the engine writes it.
  const rests = [written, read].map((whole) => ({ whole, by: whole.slice(rowsBy.length).replace(/^, /, '') }));
  const rest = rests.find(({ whole, by }) => by !== '' && groupingOf({ of, by }) === whole);
  // Below some of the keys of one property, `package` say, its further ones cannot be told as a grouping of their own.
  return { of, by: rest?.by ?? 'type' };
}
