// Charts of trends: where lines, names and panels are, which line somebody points at, and which colours stay.
import { describe, expect, it } from 'vitest';
import { logTicks } from '../../webviews/src/axis_ticks';
import { placeEndLabels } from '../../webviews/src/trends/end_labels';
import { SeriesSlots } from '../../webviews/src/trends/series_slots';
import {
  type LineData,
  layoutTrend,
  lineAt,
  panelAt,
  pointAt,
  type TrendData,
} from '../../webviews/src/trends/trend_layout';

const size = { width: 1000, characterWidth: 7 };
const line = (key: string | null, ...values: (number | null)[]): LineData => ({ key, name: key ?? 'Other', values });
const data = (...lines: LineData[]): TrendData => ({
  points: (lines[0]?.values ?? []).map((_, index) => ({ index, t: 10 * index, total: 0 })),
  lines,
  metric: 'bytes',
  span: [0, 10 * ((lines[0]?.values.length ?? 1) - 1)],
});
const only = <Item>(items: readonly Item[]): Item => items[0] ?? expect.unreachable('there is none');

describe('a chart of lines', () => {
  it('goes from the first time to the last, and from nothing to the largest value', () => {
    const { panels, columns } = layoutTrend(data(line('A', 0, 50, 100)), 'lines', false, size);
    const { left, right, top, bottom, lines } = only(panels);
    expect(columns).toEqual([0, (right - left) / 2, right - left]);
    const ys = only(lines).places.map((place) => place?.[1]);
    expect(ys[0]).toBe(bottom);
    expect(ys[2]).toBeGreaterThan(top);
    expect(ys[1]).toBeCloseTo((bottom + (ys[2] ?? 0)) / 2);
  });

  it('has a place for each point by its time, not by its number', () => {
    const uneven = { ...data(line('A', 1, 2, 3)), span: [0, 100] as const };
    uneven.points = [0, 90, 100].map((t, index) => ({ index, t, total: 0 }));
    const { columns } = layoutTrend(uneven, 'lines', false, size);
    expect((columns[1] ?? 0) / (columns[2] ?? 1)).toBeCloseTo(0.9);
  });

  it('breaks a line where nothing is known', () => {
    const { panels } = layoutTrend(data(line('A', 1, 1, 1, 1), line(null, 1, null, 1, 1)), 'lines', false, size);
    const paths = only(panels).lines.map(({ path }) => path.match(/M/g)?.length);
    expect(paths).toEqual([1, 2]);
  });

  it('leaves others out where they would press all lines to the ground, and shows them where they do not', () => {
    const keysOf = (others: number) => {
      const layout = layoutTrend(data(line('A', 5, 10), line(null, others, others)), 'lines', false, size);
      return [only(layout.panels).lines.map(({ key }) => key), layout.isOtherAbove];
    };
    expect(keysOf(1000)).toEqual([['A'], true]);
    expect(keysOf(12)).toEqual([['A', null], false]);
    // Stacked they are a part of the whole.
    const stacked = layoutTrend(data(line('A', 5, 10), line(null, 1000, 1000)), 'stacked', false, size);
    expect([only(stacked.panels).lines.length, stacked.isOtherAbove]).toEqual([2, false]);
  });

  it('shows what grew from little to much on a logarithmic scale, with nothing at the bottom', () => {
    const { panels } = layoutTrend(data(line('A', 1024, 1024 ** 2), line('B', 0, 1024)), 'lines', true, size);
    const { lines, bottom, valueTicks } = only(panels);
    const [a, b] = lines.map(({ places }) => places.map((place) => place?.[1] ?? 0));
    expect(b?.[0]).toBe(bottom);
    expect(b?.[1]).toBe(a?.[0]);
    // Half way up are 32 KiB, not 512.
    const half = ((a?.[0] ?? 0) + (a?.[1] ?? 0)) / 2;
    const at = (words: string) => valueTicks.find(({ label }) => label.startsWith(words))?.at ?? 0;
    expect((at('16\u2009K') + at('64\u2009K')) / 2).toBeCloseTo(half);
  });

  it('draws no more of a line than there are pixels for', () => {
    const many = Array.from({ length: 50_000 }, (_, i) => i % 97);
    const { panels } = layoutTrend(data(line('A', ...many)), 'lines', false, size);
    expect(only(only(panels).lines).path.match(/L/g)?.length).toBeLessThan(4 * size.width);
  });
});

describe('other displays', () => {
  it('stacks lines upon each other, the first one on top', () => {
    const { panels } = layoutTrend(
      data(line('A', 10, 10), line('B', 20, 20), line(null, 70, 70)),
      'stacked',
      false,
      size,
    );
    const { lines, bottom } = only(panels);
    const heights = lines.map(({ places }) => bottom - (places[0]?.[1] ?? 0));
    const [a = 0, b = 0, other = 0] = heights;
    expect([a / other, b / other].map((share) => Math.round(1000 * share))).toEqual([1429, 1286]);
    expect(lines.every(({ area }) => area?.endsWith('Z'))).toBe(true);
  });

  it('gives each line a panel of its own, with one scale for all', () => {
    const layout = layoutTrend(data(line('A', 10, 100), line('B', 10, 50), line('C', 1, 2)), 'multiples', false, size);
    expect(layout.panels.map(({ title, lines }) => [title, lines.length])).toEqual([
      ['A', 1],
      ['B', 1],
      ['C', 1],
    ]);
    const tops = layout.panels.map(({ bottom, lines }) => bottom - (lines[0]?.places[1]?.[1] ?? 0));
    expect((tops[1] ?? 0) / (tops[0] ?? 1)).toBeCloseTo(0.5);
    const overlaps = layout.panels.some((a, i) =>
      layout.panels.some(
        (b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
      ),
    );
    expect(overlaps).toBe(false);
  });

  it('has them below each other where there is no room beside', () => {
    const narrow = { width: 380, characterWidth: 7 };
    const { panels } = layoutTrend(data(line('A', 1, 2), line('B', 1, 2)), 'multiples', false, narrow);
    expect(panels[0]?.left).toBe(panels[1]?.left);
    expect(panels[1]?.top).toBeGreaterThan(panels[0]?.bottom ?? 0);
  });
});

describe('names at the ends of lines', () => {
  it('never cover each other, keep the order of lines, and stay within the chart', () => {
    const labels = placeEndLabels([100, 104, 102, 290, 296], 10, 300, 14);
    const ys = labels.map(({ y }) => y);
    for (let i = 1; i < ys.length; i++) expect((ys[i] ?? 0) - (ys[i - 1] ?? 0)).toBeGreaterThanOrEqual(14);
    expect(labels.map(({ line }) => line)).toEqual([0, 2, 1, 3, 4]);
    expect(Math.max(...ys)).toBeLessThanOrEqual(300);
  });

  it('leave out the last ones rather than to stand far from their lines', () => {
    const crowded = placeEndLabels([50, ...Array.from({ length: 30 }, () => 299)], 10, 300, 14);
    expect(crowded.find(({ line }) => line === 0)?.y).toBe(50);
    expect(crowded.length).toBeLessThan(8);
    expect(crowded.every(({ y, end }) => Math.abs(y - end) <= 35)).toBe(true);
  });

  it('are there in wide charts only', () => {
    const labelled = (width: number) =>
      only(layoutTrend(data(line('A', 1, 2)), 'lines', false, { width, characterWidth: 7 }).panels).lines[0]?.label;
    expect(labelled(1000)?.text).toBe('A');
    expect(labelled(400)).toBeNull();
  });
});

describe('pointing', () => {
  const layout = layoutTrend(data(line('A', 0, 100, 0), line('B', 50, 50, 50)), 'lines', false, size);
  const panel = only(layout.panels);
  const height = (value: number) => panel.bottom - (value / 104) * (panel.bottom - panel.top);
  const middle = (panel.left + panel.right) / 2;

  it('finds the nearest point and the nearest line', () => {
    expect(pointAt(layout, panel, middle + 20)).toBe(1);
    expect(pointAt(layout, panel, panel.right + 500)).toBe(2);
    expect(lineAt(panel, false, middle, height(98))?.key).toBe('A');
    expect(lineAt(panel, false, middle, height(52))?.key).toBe('B');
    // Between points a line is where it is drawn.
    expect(lineAt(panel, false, (panel.left + middle) / 2, height(45))?.key).toBe('A');
  });

  it('means no line far from all of them', () => {
    expect(lineAt(panel, false, panel.left + 2, height(100))).toBeUndefined();
  });

  it('means the area where lines are stacked', () => {
    const stacked = layoutTrend(data(line('A', 10, 10), line('B', 90, 90)), 'stacked', false, size);
    const whole = only(stacked.panels);
    const at = (share: number) => whole.bottom - share * (whole.bottom - whole.top);
    expect(lineAt(whole, true, middle, at(0.2))?.key).toBe('B');
    expect(lineAt(whole, true, middle, at(0.92))?.key).toBe('A');
    expect(lineAt(whole, true, middle, at(0.99))).toBeUndefined();
  });

  it('finds the panel', () => {
    const small = layoutTrend(data(line('A', 1, 2), line('B', 1, 2)), 'multiples', false, size);
    const [, second] = small.panels;
    expect(panelAt(small, (second?.left ?? 0) + 5, (second?.top ?? 0) + 5)?.title).toBe('B');
  });
});

describe('colours', () => {
  it('stay with their series, whatever the order', () => {
    const slots = new SeriesSlots();
    slots.assign(['A', 'B', 'C']);
    const before = slots.classOf('C');
    slots.assign(['C', 'D', 'A']);
    expect(slots.classOf('C')).toBe(before);
    // B is gone: its colour is free.
    expect(slots.classOf('D')).toMatch(/^tone-1 /);
    expect(slots.classOf(null)).toBe('tone-other');
  });

  it('and strokes tell fifty series apart as far as they can', () => {
    const slots = new SeriesSlots();
    const keys = Array.from({ length: 30 }, (_, i) => `T${i}`);
    slots.assign(keys);
    expect(new Set(keys.map((key) => slots.classOf(key).replace(/ contrast.*/, ''))).size).toBe(30);
    // In high contrast, neighbours differ by their strokes alone.
    const strokes = keys.slice(0, 5).map((key) => /contrast-dash-\d/.exec(slots.classOf(key))?.[0]);
    expect(new Set(strokes).size).toBe(5);
  });
});

describe('ticks of a logarithmic axis', () => {
  it('are powers in the unit of their size', () => {
    expect(logTicks(1024, 1024 ** 3, 4, true).map(({ label }) => label.replace('\u2009', ' '))).toEqual([
      '1 KiB',
      '32 KiB',
      '1 MiB',
      '32 MiB',
      '1 GiB',
    ]);
    expect(logTicks(3, 20_000, 6, false).map(({ label }) => label)).toEqual(['10', '100', '1,000', '10,000']);
  });
});
