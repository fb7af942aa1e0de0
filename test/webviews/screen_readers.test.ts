// What charts say to those who do not see them: each has a text or a table with what its picture tells, and the keyboard makes it speak.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultViewState, type ViewState } from '../../shared/protocol/view';
import { fakeHost, info } from '../../webviews/dev/fake_host';
import { fakeTimeline } from '../../webviews/dev/fake_timeline';
import { App } from '../../webviews/src/app';
import { smallChart } from '../../webviews/src/ownership/small_chart';
import { key, makePage, must } from './page';

const timeline = fakeTimeline({ points: 12, gcs: 140, seconds: 254 });

async function open(tab: ViewState['tab'], more: Partial<ViewState> = {}) {
  document.body.innerHTML = '<div id="app"></div>';
  const app = new App(must0('#app'), fakeHost({ types: 40, timeline }));
  app.welcome('orders.heaptrail', { ...defaultViewState, tab, ...more }, { kind: 'open', info: info([], timeline) });
  await vi.advanceTimersByTimeAsync(900);
}

const must0 = (selector: string) => document.querySelector<HTMLElement>(selector) ?? expect.unreachable(selector);
const plain = (words: string | null | undefined) => (words ?? '').replaceAll(/[\u2009\u00a0]/g, ' ');
const rowsOf = (table: Element) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => plain(cell.textContent)));
const described = (part: Element) => document.getElementById(part.getAttribute('aria-describedby') ?? '')?.textContent;

beforeEach(() => {
  makePage();
  vi.stubGlobal('CSS', { escape: (words: string) => words.replaceAll('"', '\\"') });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

describe('the timeline', () => {
  it('has a name, says its keys, and is there as a table with each pool at each point', async () => {
    await open('overview');
    const chart = must('chart-timeline');
    expect(chart.getAttribute('aria-label')).toBe(
      'Used bytes and the heap at the points over time, with points and collections',
    );
    expect(described(chart)).toMatch(/^Arrow keys move one end of the window/);
    const [head, ...rows] = rowsOf(must('timeline-table'));
    expect(head).toEqual([
      'Point',
      'Time',
      'Objects',
      'Bytes',
      'G1 Survivor Space, Bytes',
      'G1 Old Gen, Bytes',
      'G1 Eden Space, Bytes',
    ]);
    expect(rows).toHaveLength(12);
    for (const [i, [index, , objects, bytes, ...pools]] of rows.entries()) {
      const point = timeline.points[i] ?? expect.unreachable();
      expect([index, objects, bytes]).toEqual(
        [String(i), point.objects, point.bytes].map((value) =>
          typeof value === 'number' ? value.toLocaleString('en') : value,
        ),
      );
      expect(pools.every((used) => /^[\d,.]+$/.test(used))).toBe(true);
    }
    expect(
      rows.some(([, , , , , old]) => old !== '0'),
      'pools have something in them',
    ).toBe(true);
  });
  it('says of each mark which point it is and how large the heap was', async () => {
    await open('overview');
    const marks = [...document.querySelectorAll('[data-testid="point-mark"]')].map((each) =>
      plain(each.getAttribute('aria-label')),
    );
    expect(marks).toHaveLength(12);
    expect(marks[3]).toMatch(/^point 3, .* s: [\d.]+ MiB \([\d,]+ B\), [\d,]+ objects$/);
  });
  it('says which window is chosen', async () => {
    await open('overview', { window: { from: 2, to: 9 } });
    const ends = [...document.querySelectorAll('[role="slider"]')].map((each) => [
      each.getAttribute('aria-label'),
      each.getAttribute('aria-valuenow'),
      plain(each.getAttribute('aria-valuetext')),
    ]);
    expect(ends).toEqual([
      ['Start of the window', '2', expect.stringContaining('point 2')],
      ['End of the window', '9', expect.stringContaining('point 9')],
    ]);
  });
});

describe('a trend', () => {
  it('is called by what it shows, speaks at each point, and is there as a table', async () => {
    await open('trends');
    const chart = must<SVGElement>('chart-trend');
    expect(plain(chart.getAttribute('aria-label'))).toMatch(
      /^Chart of Shallow bytes over 12 points: java\.util\.concurrent\.ConcurrentHashMap\$Node, /,
    );
    expect(described(chart)).not.toBe('');
    const spoken = () => plain(must0('.trend > [role="status"].for-screen-readers').textContent);
    chart.focus();
    key(chart, 'ArrowRight');
    const first = spoken();
    expect(first).toMatch(/^point 0.*: java\.util\.concurrent\.ConcurrentHashMap\$Node [\d.]+ \w+/i);
    key(chart, 'ArrowRight');
    expect(spoken()).not.toBe(first);
    const twin = must0('.trend-table') as HTMLDetailsElement;
    twin.open = true;
    twin.dispatchEvent(new Event('toggle'));
    const [head = [], ...rows] = rowsOf(must('trend-table'));
    expect(rows).toHaveLength(12);
    expect(head).toContain('java.util.concurrent.ConcurrentHashMap$Node');
    expect(rows.every((row) => row.length === head.length)).toBe(true);
  });
});

describe('the picture of who owns the heap', () => {
  it('says its keys, and each block that the keyboard comes to', async () => {
    await open('ownership');
    const picture = must('ownership-picture');
    expect(described(picture)).not.toBe('');
    const told = () => plain(must0('.ownership-frame [role="status"]').textContent);
    key(picture, 'ArrowRight');
    const first = told();
    expect(first).toMatch(/MiB.*%/);
    key(picture, 'ArrowRight');
    expect(told()).not.toBe(first);
  });
  it('says when its time bar stands', async () => {
    await open('ownership');
    const bar = must0('.time-bar [role="slider"]');
    expect(plain(bar.getAttribute('aria-valuetext'))).toMatch(/point \d+/i);
    expect(described(bar)).not.toBe('');
  });
});

describe('a small chart over the points', () => {
  const lines = [
    { name: 'owned', values: [10, 40, 30] },
    { name: 'of its own', values: [1, 2, 3] },
  ];
  it('says where each line begins, where it ends, and how high it came', () => {
    const points = [0, 1, 2].map((index) => ({ index, t: index * 10 }));
    const figure = smallChart({ title: 'Bytes', points, lines, at: 1, format: (value) => `${value} B` });
    const image = figure.querySelector('svg');
    expect(image?.getAttribute('role')).toBe('img');
    expect(image?.getAttribute('aria-label')).toBe('Bytes: owned 10 B → 30 B, ≤ 40 B; of its own 1 B → 3 B, ≤ 3 B');
    expect(figure.querySelector('figcaption')?.textContent).toBe('Bytes40 B owned2 B of its own');
  });
});
