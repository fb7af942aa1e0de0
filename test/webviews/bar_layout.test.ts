import { describe, expect, it } from 'vitest';
import { layoutBars } from '../../webviews/src/overview/bar_layout';

const row = (key: string, bytes: number) => ({ key, objects: 1, bytes });

describe('the bars of the largest types', () => {
  it('are as long as their bytes and lie below each other', () => {
    const { bars, barHeight } = layoutBars([row('a', 1000), row('b', 500)], null, 900, 7);
    expect(bars[0]?.width).toBeCloseTo(2 * (bars[1]?.width ?? 0));
    expect((bars[1]?.y ?? 0) - (bars[0]?.y ?? 0)).toBeGreaterThan(barHeight);
  });
  it('stay inside the chart with their labels at any width', () => {
    for (const width of [320, 400, 900, 2500]) {
      const { bars, labels, plot } = layoutBars([row('org.example.VeryLongClassName$WithInner', 9e9)], null, width, 7);
      expect(labels + plot).toBeLessThan(width);
      expect(bars[0]?.width).toBeLessThanOrEqual(plot);
      expect((bars[0]?.label.length ?? 0) * 7).toBeLessThan(labels);
    }
  });
  it('end with all the others together, if there are others', () => {
    const others = { objects: 5, bytes: 2000, types: 3, label: '3 other types' };
    const { bars } = layoutBars([row('a', 1000)], others, 900, 7);
    expect(bars.at(-1)).toMatchObject({ key: null, label: '3 other types' });
    expect(bars.at(-1)?.width).toBeGreaterThan(bars[0]?.width ?? 0);
    expect(layoutBars([row('a', 1000)], { ...others, types: 0 }, 900, 7).bars).toHaveLength(1);
  });
});
