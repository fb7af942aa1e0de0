// The Growth tab of a made-up recording, and what it asked, saved and did since it was opened.
import { expect, vi } from 'vitest';
import type { GrowthArgs, GrowthOfArgs } from '../../shared/protocol/growth';
import {
  defaultViewState,
  type GrowthChoice,
  usualSettings,
  type ViewAction,
  type ViewState,
} from '../../shared/protocol/view';
import { type FakeHost, type FakeTrace, fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import type { OnProgress, Running, Surroundings } from '../../webviews/src/host';
import { makePage, must } from './page';

export const saved: ViewState[] = [];
export const acted: ViewAction[] = [];
export const asked = { growth: [] as GrowthArgs[], growthOf: [] as GrowthOfArgs[], cancelled: 0 };
const recording = fakeTimeline({ points: 12, gcs: 20, seconds: 254, ends: true });
const own = { version: 1, warnings: [] };

interface Opened {
  state?: Partial<ViewState>;
  growth?: Partial<GrowthChoice>;
  trace?: Partial<FakeTrace>;
  around?: Surroundings;
  /** Milliseconds. */
  wait?: number;
}

export function makeGrowthPage(): void {
  makePage();
  vi.stubGlobal('CSS', { escape: (words: string) => words });
}

export async function open({
  state = {},
  growth = {},
  trace = {},
  around = { knownGrowth: null, settings: usualSettings },
  wait = 600,
}: Opened = {}): Promise<{ app: App; host: FakeHost }> {
  document.body.innerHTML = '<div id="app"></div>';
  const timeline = trace.timeline ?? recording;
  const fake = fakeHost({ types: 40, slowness: 400, timeline, ...trace });
  for (const list of [saved, acted, asked.growth, asked.growthOf]) list.length = 0;
  asked.cancelled = 0;
  fake.answers.growth = watched(asked.growth, fake.answers.growth);
  fake.answers.growthOf = watched(asked.growthOf, fake.answers.growthOf);
  const host: FakeHost = {
    ...fake,
    save: vi.fn(),
    act: (action) => acted.push(action),
    saveState: (now) => saved.push(now),
  };
  const app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  const view = {
    ...defaultViewState,
    tab: 'growth' as const,
    ...state,
    growth: { ...defaultViewState.growth, ...growth },
  };
  const status = { kind: 'open' as const, info: info([{ message: 'the file ends early' }], timeline) };
  app.welcome('orders.heaptrail', view, status, own, around);
  await pass(wait);
  return { app, host };
}

const watched =
  <Args, Answer>(
    list: Args[],
    ask: (args: Args, onProgress: OnProgress) => Running<Answer> | Promise<Answer>,
  ): ((args: Args, onProgress: OnProgress) => Running<Answer>) =>
  (args, onProgress) => {
    list.push(args);
    const running = ask(args, onProgress) as Running<Answer>;
    return {
      ...running,
      cancel: () => {
        asked.cancelled++;
        running.cancel();
      },
    };
  };

export const last = <T>(list: T[]): T => list.at(-1) ?? expect.unreachable('nothing was asked');
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const all = (id: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
export const text = (id: string) => must(id).textContent;
export const rowIds = (table = 'growth-table') =>
  [...must(table).querySelectorAll<HTMLElement>('[data-testid="growth-row"]')].map((row) => row.dataset.id);
export const chosenRow = () => must('growth-table').querySelector<HTMLElement>('[aria-selected="true"]')?.dataset.id;
export const bars = () => all('growth-bars').map((bar) => bar.dataset.id);
export const choosePoint = (end: 'from' | 'to', index: number) => {
  const select = must<HTMLSelectElement>(`growth-${end}`);
  select.value = String(index);
  select.dispatchEvent(new Event('change'));
};
/** Questions for the headline and the chart; tables ask for more rows. */
export const questions = () => asked.growth.filter(({ limit }) => limit === 10);
