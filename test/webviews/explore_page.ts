// The Heap tab of made-up traces, grouped in any way, and what it asked and did since it was opened.
import { expect, vi } from 'vitest';
import type { HeapArgs, InfoAnswer, SizesArgs } from '../../shared/protocol/answers';
import {
  defaultViewState,
  type GroupingChoice,
  type ObjectSet,
  type SavedWords,
  usualSettings,
  type ViewState,
} from '../../shared/protocol/view';
import { type FakeHost, type FakeTrace, fakeHost, info } from '../../webviews/dev/fake_host';
import { ClosureSizes } from '../../webviews/src/heap/closure_sizes';
import { HeapView } from '../../webviews/src/heap/heap_view';
import { TimelineSource } from '../../webviews/src/timeline/timeline_source';
import { makePage, must } from './page';

export let host: FakeHost;
export let state: ViewState;
export let view: HeapView | undefined;
/** What the user's settings keep under names. */
export const saved: { groupings: SavedWords[]; conditions: SavedWords[] } = { groupings: [], conditions: [] };
export let asked: { heap: HeapArgs[]; sizes: SizesArgs[] };
export const inspect = vi.fn<(set: ObjectSet) => void>();
export const copied = vi.fn();

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const last = <T>(list: T[]): T => list.at(-1) ?? expect.unreachable('nothing was asked');
export const grouped = (by: string, more: Partial<GroupingChoice> = {}): Partial<ViewState> => ({
  grouping: { ...defaultViewState.grouping, trail: [{ of: { by: '', path: [] }, by }], ...more },
});
export const withSites = (answer: InfoAnswer): InfoAnswer => ({
  ...answer,
  trace: { ...answer.trace, sites: 'exact', format: 'heaptrail' },
});

interface Opening {
  trace?: Partial<FakeTrace>;
  about?: (answer: InfoAnswer) => InfoAnswer;
  canInspect?: boolean;
}

export async function open(
  kept: Partial<ViewState> = {},
  { trace = {}, about = withSites, canInspect = true }: Opening = {},
) {
  host = fakeHost({ types: 840, ...trace });
  asked = { heap: [], sizes: [] };
  const { heap, sizes } = host.answers;
  Object.assign(host.answers, {
    heap: (...[args, onProgress]: Parameters<typeof heap>) => {
      asked.heap.push(args);
      return heap(args, onProgress);
    },
    sizes: (...[args, onProgress]: Parameters<typeof sizes>) => {
      asked.sizes.push(args);
      return sizes(args, onProgress);
    },
  });
  state = { ...defaultViewState, tab: 'heap', ...kept };
  await show(trace, about, canInspect);
}

/** Nothing of which is known yet. */
export function newSizes() {
  const ofTypes = () => new ClosureSizes((args) => host.ask('sizes', args));
  return { objects: ofTypes(), structures: ofTypes() };
}

/** As when the tab is opened again. */
export async function show(trace: Partial<FakeTrace> = {}, about = withSites, canInspect = true) {
  view?.stop();
  const { timeline } = trace;
  view = new HeapView(
    {
      host,
      info: about(info([], timeline)),
      suggested: timeline?.suggestedPoint?.index ?? 0,
      descriptions: { version: 1, warnings: [] },
      settings: { ...usualSettings, ...saved },
      shownWarnings: [],
      timeline: timeline && new TimelineSource((onProgress) => host.ask('timeline', {}, onProgress)),
      showThreads: () => undefined,
      ...(canInspect ? { inspect } : {}),
    },
    newSizes(),
    state,
    (change) => {
      state = { ...state, ...change };
    },
  );
  document.body.replaceChildren(view.element);
  view.start();
  await pass(200);
}

export const scroller = () => must('heap-scroller');
export const selected = () => document.querySelector<HTMLElement>('.row[aria-selected="true"]');
export const step = () => state.grouping.trail[state.grouping.place] ?? expect.unreachable('no set is shown');
export const row = (name: string) =>
  document.querySelector<HTMLElement>(`[data-key="${name}"]`) ?? expect.unreachable(`no row of ${name}`);
export function type(field: string, words: string) {
  const input = must<HTMLInputElement>(field);
  input.value = words;
  input.setSelectionRange(words.length, words.length);
  input.dispatchEvent(new Event('input'));
  return input;
}
export function menuOf(element: Element) {
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  return [...must('popup-menu').querySelectorAll('[role="menuitem"]')].map((item) => item.getAttribute('data-testid'));
}
export const crumbs = () => [...document.querySelectorAll('[data-testid="crumb"]')].map((crumb) => crumb.textContent);

export function makeExplorePage(): void {
  makePage(500);
  Object.assign(saved, { groupings: [], conditions: [] });
  inspect.mockClear();
  copied.mockClear();
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
}
