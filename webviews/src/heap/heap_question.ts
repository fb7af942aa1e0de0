// What the Heap tab asks for what it shows: about which objects of which point, what of them counts, and in which order. All functions are of
// values, none changes anything.
import type { Counted, StructuresArgs } from '../../../shared/protocol/answers';
import type { ViewState } from '../../../shared/protocol/view';
import { groupArgs } from '../inspect/inspected_words';
import { pointArgs } from '../point_args';
import type { RowsQuestion } from './groups_below';
import type { ChosenOrder } from './row_order';
import type { ObjectsRow } from './row_selection';
import { pointsOf, setArgs, setOfRows, showsGain } from './shown_set';
import { ofType } from './structures_below';

export const isOfStructures = ({ rows }: Pick<ViewState, 'rows'>): boolean => rows === 'structures';

/** What counts: of structures always live ones, and there are no others. */
export const countedOf = (state: Pick<ViewState, 'rows' | 'count'>): Counted =>
  isOfStructures(state) ? 'live' : state.count;

/** The objects that are shown, at their point. */
export const shownObjects = (state: ViewState) => ({ ...pointArgs(state.at), ...setArgs(state) });

/** Whether other descriptions of structures mean other rows. */
export const dependsOnStructures = (state: ViewState): boolean =>
  isOfStructures(state) || /structures|top-level|leaves/.test(JSON.stringify(shownObjects(state)));

export function rowsQuestion(state: ViewState, { sort, ascending }: ChosenOrder): RowsQuestion {
  const gain = showsGain(state) ? { metrics: ['gain' as const] } : {};
  const { search } = state;
  return { ...setArgs(state), ...pointsOf(state), ...gain, sort, ascending, search, count: countedOf(state) };
}

/** Which structures are listed below a type: nothing where the grouping goes on there. */
export function structuresOfType(state: ViewState, type: string): Pick<StructuresArgs, 'filter' | 'where'> | undefined {
  const { from, where } = state.grouping;
  const { by, path, filter } = setArgs(state);
  if (!filter || by !== undefined || path !== undefined || from !== null) return undefined;
  return { filter, where: where === '' ? ofType(type) : `${ofType(type)} and (${where})` };
}

/** The question about several rows together. Nothing of unreachable objects: they retain nothing. */
export function togetherArgs(state: ViewState, rows: readonly ObjectsRow[]) {
  if (countedOf(state) !== 'live' || rows.length < 2) return undefined;
  return { ...pointArgs(state.at), ...groupArgs({ set: setOfRows(state, rows) }) };
}
