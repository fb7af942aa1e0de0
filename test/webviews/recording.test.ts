// Views of a program that is being recorded: they follow it, and stay as they are while somebody reads.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { InfoAnswer, TimelineAnswer } from '../../shared/protocol/answers';
import { defaultViewState, type ViewAction, type ViewState } from '../../shared/protocol/view';
import { fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import { byId, makePage, must } from './page';

let app: App;
let saved: ViewState[] = [];
let timeline: TimelineAnswer;
let asked: { question: string; args: object }[] = [];
let acted: ViewAction[] = [];

function recordedInfo(points: number, state: 'running' | 'complete' | 'cut' = 'running'): InfoAnswer {
  timeline = fakeTimeline({ points, gcs: points, seconds: points });
  const last = points - 1;
  const all = info([], timeline, String(last));
  return {
    ...all,
    suggestedPoint: { index: last, why: 'last' },
    trace: { ...all.trace, format: 'heaptrail', recording: { state, process: 12, program: 'Main' } },
  };
}

async function open(points: number, state: Partial<ViewState> = {}) {
  document.body.innerHTML = '<div id="app"></div>';
  const host = fakeHost({ types: 40, timeline: fakeTimeline({ points: 9, gcs: 9, seconds: 9 }) });
  const { ask } = host;
  saved = [];
  asked = [];
  acted = [];
  host.act = (action) => acted.push(action);
  host.ask = ((question: string, args: object, onProgress: never) => {
    asked.push({ question, args });
    if (question === 'timeline') return { promise: Promise.resolve(timeline), cancel: () => undefined };
    return (ask as (...given: unknown[]) => unknown).call(host, question, args, onProgress);
  }) as typeof host.ask;
  host.saveState = (kept) => saved.push(kept);
  app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
  const status = { kind: 'open' as const, info: recordedInfo(points), seconds: 61 };
  app.welcome('Main.heaptrail', { ...defaultViewState, ...state }, status);
  await settle();
}

async function grow(points: number, state?: 'running' | 'complete' | 'cut') {
  const renewed = recordedInfo(points, state);
  const seconds = state === undefined || state === 'running' ? { seconds: 65 } : {};
  app.showStatus({ kind: 'open', info: renewed, renewed: true, ...seconds });
  await settle();
}

/** Until growth has been answered, too. */
const settle = () => vi.advanceTimersByTimeAsync(2000);
const bar = () => must('recording-bar').textContent;
const pointRows = () => document.querySelectorAll('[data-testid="timeline-table"] tbody tr').length;
const follow = () => must<HTMLButtonElement>('follow');
const chooser = () => must<HTMLSelectElement>('point-chooser');

beforeEach(() => makePage());

describe('the view of a program that is being recorded', () => {
  it("says with the trace's name how many points there are", async () => {
    await open(2);
    expect(must('file-name').textContent).toBe('Main.heaptrail · 2 points');
    await grow(3);
    expect(must('file-name').textContent).toBe('Main.heaptrail · 3 points');
  });

  it('says so, with the time that passes and the points, and has nothing to warn of', async () => {
    await open(3);
    expect(bar()).toMatch(/Recording1:03.*3 points/);
    await vi.advanceTimersByTimeAsync(2000);
    expect(bar()).toMatch(/Recording1:05/);
    expect(byId('warnings')).toBeNull();
  });

  it('shows points as they come, in the same page', async () => {
    await open(3);
    const overview = must('overview');
    expect([pointRows(), chooser().value]).toEqual([3, '2']);
    await grow(4);
    expect(must('overview')).toBe(overview);
    expect([pointRows(), chooser().value, chooser().options.length]).toEqual([4, '3', 4]);
    expect(must('figures-point').textContent).toContain('At point 3 of 0–3');
    // What was not asked for by name is of the newest point: the page and the engine must mean the same.
    for (const { question, args } of asked) if (question === 'heap') expect(args).toHaveProperty('at');
  });

  it('keeps the place of the verdict until there are two points', async () => {
    await open(1);
    expect(must('verdict').textContent).toContain('Growth is seen between two points');
    expect(asked.some(({ question }) => question === 'growth')).toBe(false);
    await grow(2);
    expect(asked.filter(({ question }) => question === 'growth')).toHaveLength(1);
    expect(byId('known-growth')).not.toBeNull();
  });

  it('keeps what was said while more is looked for', async () => {
    await open(3);
    const said = must('known-growth').textContent;
    app.showKnownGrowth({ window: { from: 0, to: 2 }, sentence: 'Something else grew.' });
    expect(must('known-growth').textContent).toBe(said);
    expect(must('verdict').getAttribute('aria-busy')).toBe('true');
    expect(asked.at(-1)?.args).not.toHaveProperty('from');
    await settle();
    expect(must('verdict').hasAttribute('aria-busy')).toBe(false);
  });

  it('stays at a point that somebody selects, until it is told to follow again', async () => {
    await open(3);
    expect(follow().hidden).toBe(true);
    chooser().value = '1';
    chooser().dispatchEvent(new Event('change'));
    await settle();
    expect(follow().hidden).toBe(false);
    await grow(5);
    expect([pointRows(), chooser().value]).toEqual([3, '1']);
    expect(bar()).toContain('5 points');
    follow().click();
    await settle();
    expect([pointRows(), chooser().value, follow().hidden]).toEqual([5, '4', true]);
    expect(saved.at(-1)?.at).toBeNull();
  });

  it('stays where somebody scrolls to, also when it is opened again', async () => {
    await open(3);
    const panel = document.querySelector<HTMLElement>('#panel') ?? expect.unreachable('no panel');
    panel.scrollTop = 300;
    panel.dispatchEvent(new Event('scroll'));
    await settle();
    expect([follow().hidden, saved.at(-1)?.at]).toEqual([false, 2]);
    await grow(4);
    expect(pointRows()).toBe(3);
    await open(4, { at: 2 });
    expect([follow().hidden, chooser().value]).toEqual([false, '2']);
  });

  it('pauses when it is told to, with the keyboard on the switch that goes on', async () => {
    await open(3);
    const pause = must<HTMLButtonElement>('pause');
    expect([pause.hidden, follow().hidden]).toEqual([false, true]);
    pause.focus();
    pause.click();
    expect([pause.hidden, follow().hidden, document.activeElement]).toEqual([true, false, follow()]);
    await grow(5);
    expect([chooser().value, chooser().options.length]).toEqual(['2', 3]);
    expect(bar()).toContain('5 points');
    follow().click();
    await settle();
    expect([chooser().value, chooser().options.length]).toEqual(['4', 5]);
    expect([pause.hidden, document.activeElement]).toEqual([false, pause]);
  });

  it('has a point taken of the program that writes it, as long as that runs', async () => {
    await open(3);
    const take = must<HTMLButtonElement>('take-point');
    take.click();
    expect(acted).toEqual([{ kind: 'take-point', process: 12 }]);
    await grow(4, 'cut');
    expect([take.hidden, must('pause').hidden]).toEqual([true, true]);
  });

  it('does not jump for a suspect that is found while somebody reads', async () => {
    await open(3, { at: 1 });
    const before = asked.length;
    app.showKnownGrowth({ window: { from: 0, to: 2 }, sentence: 'Something else grew.' });
    await settle();
    expect(asked).toHaveLength(before);
  });

  it.each([
    ['complete', 'The recording was ended'],
    ['cut', 'The program was killed, or the disk is full'],
  ] as const)('tells the end where it is %s', async (state, words) => {
    await open(3);
    await grow(4, state);
    expect(bar()).toContain(words);
    expect(bar()).toContain('4 points');
    expect(pointRows()).toBe(4);
    const { textContent } = must('recording-bar');
    await vi.advanceTimersByTimeAsync(3000);
    expect(must('recording-bar').textContent).toBe(textContent);
  });

  it('offers the points that came meanwhile when the program has ended', async () => {
    await open(3, { at: 0 });
    await grow(6, 'complete');
    expect(follow().textContent).toBe('Show All Points');
    follow().click();
    await settle();
    expect(pointRows()).toBe(6);
  });

  it('follows in the Growth tab when it is known what grew up to the later point', async () => {
    await open(3, { tab: 'growth' });
    const growthAsked = () => asked.filter(({ question }) => question === 'growth').length;
    const before = growthAsked();
    await grow(5);
    expect(growthAsked()).toBe(before);
    expect(must<HTMLSelectElement>('growth-to').options.length).toBe(4);
    app.showKnownGrowth({ window: { from: 0, to: 4 }, sentence: 'More grew.' });
    await settle();
    expect(growthAsked()).toBeGreaterThan(before);
  });

  it('has growth to show as soon as there is a second point', async () => {
    await open(1, { tab: 'growth' });
    expect(byId('growth-window')).toBeNull();
    await grow(2);
    expect(byId('growth-window')).not.toBeNull();
  });

  it('follows in the Heap tab without emptying the table', async () => {
    await open(3, { tab: 'heap' });
    const rows = () => document.querySelectorAll('[data-testid="heap-row"]').length;
    const many = rows();
    app.showStatus({ kind: 'open', info: recordedInfo(4), renewed: true, seconds: 9 });
    expect(rows()).toBe(many);
    await settle();
    expect(asked.filter(({ question }) => question === 'heap').at(-1)?.args).toMatchObject({ at: '3' });
  });
});
