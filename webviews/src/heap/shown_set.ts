// Which objects are shown, and how they are divided, as what a question asks: made of what the view keeps. All functions are of values,
// none changes anything.
import type { HeapArgs, StructureFilter } from '../../../shared/protocol/answers';
import { type ObjectProperty, objectProperties } from '../../../shared/protocol/object_properties';
import {
  defaultViewState,
  type GroupingChoice,
  type HeapStep,
  mostSteps,
  type ObjectSet,
  type ViewState,
} from '../../../shared/protocol/view';
import { pointArgs } from '../point_args';
import { betweenKeys } from '../short_key';
import type { ObjectsRow } from './row_selection';

/** What all questions about the rows have in common; without what goes without saying. */
export type SetArgs = Pick<HeapArgs, 'by' | 'path' | 'where' | 'filter'>;

type Shown = Pick<ViewState, 'rows' | 'grouping'>;

export const allObjects: HeapStep['of'] = { by: '', path: [] };

export function stepOf({ trail, place }: GroupingChoice): HeapStep {
  return trail[place] ?? { of: allObjects, by: 'type' };
}

/** The whole grouping: what leads to the set, and what divides it. */
export const groupingOf = ({ of, by }: HeapStep): string => (of.by === '' ? by : `${of.by}, ${by}`);

export function filterOf({ rows, grouping }: Shown): StructureFilter | null {
  if (rows === 'objects') return null;
  return grouping.owned ? 'structures' : 'top-level';
}

/** Whether all rows are of objects that are divided by what the heap could do without. */
export const tellsWaste = ({ rows, grouping }: Shown): boolean =>
  rows === 'objects' && /(^|[,[\s])waste(?![\w-])/.test(groupingOf(stepOf(grouping)));

/** Whether rows have bytes to gain: where they are divided by waste, unless the user says otherwise. */
export function showsGain(state: Shown & Pick<ViewState, 'gain' | 'count'>): boolean {
  // Told of one point, and of what is live.
  if (state.rows !== 'objects' || state.grouping.from !== null || state.count !== 'live') return false;
  return state.gain === 'of-waste' ? tellsWaste(state) : state.gain === 'shown';
}

/** The points that a question is about: the one that is shown, and the one it is compared with. */
export const pointsOf = ({ at, grouping }: Pick<ViewState, 'at' | 'grouping'>): Pick<HeapArgs, 'at' | 'from'> => ({
  ...pointArgs(at),
  ...(grouping.from === null ? {} : { from: String(grouping.from) }),
});

export function setArgs(shown: Shown): SetArgs {
  const step = stepOf(shown.grouping);
  const by = groupingOf(step);
  const filter = filterOf(shown);
  const { where } = shown.grouping;
  return {
    ...(by === 'type' ? {} : { by }),
    ...(step.of.path.length === 0 ? {} : { path: step.of.path }),
    ...(where === '' ? {} : { where }),
    ...(filter ? { filter } : {}),
  };
}

/** The properties of a grouping, in their order. */
function propertiesOf(by: string): ObjectProperty[] {
  // Words in parentheses are options.
  const names = by.replace(/\([^)]*\)/g, '').match(/[\w-]+/g) ?? [];
  return names.flatMap((name) => objectProperties.find((property) => property.name === name) ?? []);
}

const leadsOn = ({ inGroupings }: ObjectProperty) => inGroupings === 'leads-on';

/** The property that a grouping divides by first. */
export const firstLevel = (by: string): string => propertiesOf(by).find((each) => !leadsOn(each))?.name ?? 'type';

/** Whether rows are heads of structures, each an object that stands for all that belongs to it. */
export function isOfHeads({ rows, grouping }: Shown): boolean {
  const { of, by } = stepOf(grouping);
  const [first] = propertiesOf(by);
  return rows === 'structures' && !propertiesOf(of.by).some(leadsOn) && !(first && leadsOn(first));
}

/** Whether it is the table of all types, or of all structures that no other one owns, by type. */
export const isPlain = ({ by, path, where, filter }: SetArgs): boolean =>
  by === undefined && path === undefined && where === undefined && filter !== 'structures';

/** The objects of a row. @param rowsBy the grouping that ends with it */
export function rowSet(shown: Shown, rowsBy: string, path: readonly string[]): ObjectSet {
  const keys = [...stepOf(shown.grouping).of.path, ...path];
  return { by: rowsBy, path: keys, where: shown.grouping.where, filter: filterOf(shown) };
}

/** The objects of rows of one level together: a structure is its head. There is at least one row. */
export function setOfRows(shown: Shown, rows: readonly ObjectsRow[]): ObjectSet {
  const groups = rows.flatMap((row) => (row.kind === 'group' ? [row] : []));
  const [first] = groups;
  if (first) {
    const keys = groups.map(({ row }) => row.key).join(betweenKeys);
    return rowSet(shown, first.rowsBy, [...first.path.slice(0, -1), keys]);
  }
  const heads = rows.flatMap((row) => (row.kind === 'structure' ? [`id=${row.row.id}`] : []));
  return { by: 'type', path: [], where: heads.join(' or '), filter: null };
}

/** Divides the set that is shown in another way. */
export function dividedBy(choice: GroupingChoice, by: string): GroupingChoice {
  const trail = choice.trail.slice(0, choice.place + 1);
  trail[choice.place] = { of: stepOf(choice).of, by };
  return { ...choice, trail };
}

/** All objects again, as they are divided now: whatever was gone into was of other objects. */
export function fromTheStart(choice: GroupingChoice): GroupingChoice {
  const [first] = choice.trail;
  const trail = first ? [{ of: first.of, by: first.by }] : defaultViewState.grouping.trail;
  return { ...choice, trail, place: 0 };
}

/** Goes into a row. What was ahead of somebody who had gone back is forgotten. */
export function into(choice: GroupingChoice, { by, path }: ObjectSet, division: string): GroupingChoice {
  const trail = [...choice.trail.slice(0, choice.place + 1), { of: { by, path }, by: division }];
  // The first one stays: it is where everybody comes from.
  if (trail.length > mostSteps) trail.splice(1, 1);
  return { ...choice, trail, place: trail.length - 1 };
}

/** Begins at a set that somebody comes with from elsewhere, divided so. */
export function beginningAt(set: ObjectSet, division: string): Pick<ViewState, 'rows' | 'grouping'> {
  const start: HeapStep = { of: allObjects, by: set.path.length === 0 ? division : 'type' };
  const choice = { ...defaultViewState.grouping, trail: [start], where: set.where, owned: set.filter === 'structures' };
  return {
    rows: set.filter ? 'structures' : 'objects',
    grouping: set.path.length === 0 ? choice : into(choice, set, division),
  };
}

/** Keeps how the table is left: whoever comes back finds it so. */
export function leaving({ grouping, firstRow, selected, expanded }: ViewState): GroupingChoice {
  const trail = [...grouping.trail];
  trail[grouping.place] = { ...stepOf(grouping), left: { firstRow, selected, expanded } };
  return { ...grouping, trail };
}

/** Another set of the trail, which stays as it is. */
export function at(choice: GroupingChoice, place: number): GroupingChoice {
  return { ...choice, place: Math.max(0, Math.min(choice.trail.length - 1, place)) };
}

/** The row that leads from this set to the next one: keys from this set on. Nothing where there is none, or several are. */
export function wayOn({ trail, place }: GroupingChoice): string[] | null {
  const here = trail[place]?.of.path;
  const next = trail[place + 1]?.of.path;
  const way = here && next ? next.slice(here.length) : null;
  return way?.at(-1)?.includes(betweenKeys) ? null : way;
}
