// Trends over more than a hundred collections of an AntTracks trace: a generated one, since no real one at hand has more than 22, and everything
// in it is known; by type, and by the sites in each type.
import { expect, it } from 'vitest';
import type { TrendAnswer } from '../../../shared/protocol/trend';
import { generateTrace } from '../support/generated_trace';
import { heaptrail } from '../support/heaptrail';

const collections = 120;

it('of a trace of more than a hundred collections tell what lived after each of them, by type and by site', () => {
  // Without pointers, all that has not been collected counts.
  const options = ['--no-pointers', '--collections', `${collections}`, '--sessions', '400'];
  const trace = generateTrace('trend', ...options);
  const trendOf = (...more: string[]): TrendAnswer =>
    JSON.parse(heaptrail('trend', trace.folder, '--by', 'type, site', '--top', '50', '--json', ...more));
  const types = trendOf();
  expect(types.points).toHaveLength(collections);
  const known = trace.collections.map(({ classes }) => classes);
  const keys = [...new Set(known.flatMap((classes) => Object.keys(classes)))].sort();
  expect(types.series.map(({ key }) => key).sort()).toEqual(keys);
  for (const { key, values } of types.series) {
    expect(values, key).toEqual(known.map((classes) => classes[key]?.bytes ?? 0));
  }
  const ofItems = (size: 'bytes' | 'objects') => known.map((classes) => classes['org.example.Item']?.[size] ?? 0);
  for (const metric of ['bytes', 'objects'] as const) {
    const sites = trendOf('--path', 'org.example.Item', '--metric', metric);
    expect(sites.series.length).toBeGreaterThan(0);
    const sums = sites.points.map((_, i) => sites.series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
    expect(sums).toEqual(ofItems(metric));
    expect(sites.points.map(({ total }) => total)).toEqual(ofItems(metric));
  }
  trace.remove();
});
