import { describe, expect, it } from 'vitest';
import { toFailure } from '../../shared/protocol/failure';
import { isAskParams } from '../../shared/protocol/questions';
import { completeState, defaultViewState, mostPinned, mostSteps } from '../../shared/protocol/view';
import { isFromView } from '../../shared/protocol/view_border';

describe('the border of the engine process', () => {
  it('lets known questions through', () => {
    expect(isAskParams({ question: 'heap', args: { trace: 1 }, progress: 'token' })).toBe(true);
    expect(isAskParams({ question: 'growth', args: { trace: 1 }, form: 'csv' })).toBe(true);
    expect(isAskParams({ question: 'open', args: { paths: [] } })).toBe(true);
  });
  it.each([
    null,
    'heap',
    {},
    { question: 'nonsense', args: {} },
    { question: 'toString', args: {} },
    { question: 'heap' },
    { question: 'heap', args: null },
    { question: 'heap', args: {}, progress: 5 },
    { question: 'heap', args: {}, form: 'text' },
  ])('refuses %j', (params) => {
    expect(isAskParams(params)).toBe(false);
  });
});

const ofType = { by: 'type', path: ['a.B'], where: '', filter: null };

describe('the border of the extension', () => {
  const choice = defaultViewState.grouping;
  const left = { firstRow: 7, selected: 'java\nutil', expanded: ['java'] };
  const [usualTrend] = defaultViewState.trends.charts;
  const trendChart = { ...usualTrend, of: { by: 'type', path: ['a.B'] }, by: 'site', every: '10s', log: true };
  const step = { of: { by: 'package(2)', path: ['java', 'util'] }, by: 'loader', left };

  it('takes the state of a view that knew no groupings', () => {
    const { grouping, ...older } = defaultViewState;
    expect(isFromView({ kind: 'state', state: older })).toBe(true);
    expect(completeState(older).grouping).toEqual(grouping);
  });
  it('takes the state of a view that knew no data structures and no growth', () => {
    const { rows, expanded, growth, ...older } = defaultViewState;
    expect([rows, expanded, growth.sort]).toEqual(['objects', [], 'retained']);
    expect(isFromView({ kind: 'state', state: older })).toBe(true);
    expect(completeState(older)).toEqual(defaultViewState);
  });
  it('takes the state of a view that knew no trends', () => {
    const { trends, ...older } = defaultViewState;
    expect(trends.charts.length).toBe(1);
    expect(isFromView({ kind: 'state', state: older })).toBe(true);
    expect(completeState(older)).toEqual(defaultViewState);
  });
  it('takes the state of a view that knew no growth tree', () => {
    const { shown, unchanged, ...growth } = { ...defaultViewState.growth, sort: 'deep' as const };
    expect([shown, unchanged]).toEqual(['structures', false]);
    const older = { ...defaultViewState, growth };
    expect(isFromView({ kind: 'state', state: older })).toBe(true);
    expect(completeState(older as typeof defaultViewState).growth).toEqual({ ...growth, shown, unchanged });
  });
  it.each([
    { kind: 'ready' },
    { kind: 'reopen' },
    { kind: 'cancel' },
    { kind: 'state', state: defaultViewState },
    { kind: 'request', id: 0, method: 'heap', params: { search: 'a', offset: 0, limit: 200 } },
    { kind: 'request', id: 1, method: 'export', params: { args: {}, format: 'csv' } },
    { kind: 'request', id: 2, method: 'heap', params: { sort: 'retained' } },
    { kind: 'request', id: 3, method: 'sizes', params: { metric: 'deep' } },
    { kind: 'request', id: 4, method: 'sizes', params: { metric: 'retained', keys: ['java.lang.String'] } },
    { kind: 'request', id: 5, method: 'info', params: { at: '3' } },
    { kind: 'request', id: 6, method: 'heap', params: { filter: 'top-level' } },
    { kind: 'state', state: { ...defaultViewState, sort: 'growth', grouping: { ...choice, from: 2 } } },
    {
      kind: 'state',
      state: { ...defaultViewState, grouping: { ...choice, trail: [...choice.trail, step], place: 1 } },
    },
    { kind: 'request', id: 7, method: 'sizes', params: { metric: 'deep', filter: 'structures' } },
    {
      kind: 'request',
      id: 8,
      method: 'heap',
      params: { by: 'type, site', path: ['java.lang.String'], where: 'bytes>8' },
    },
    {
      kind: 'request',
      id: 8,
      method: 'structures',
      params: {
        filter: 'top-level',
        where: 'type="A"',
        sort: 'deep-structure',
        offset: 20,
        limit: 20,
        contained: false,
      },
    },
    { kind: 'state', state: { ...defaultViewState, rows: 'structures', expanded: ['java.util.HashMap'] } },
    { kind: 'cancel-request', id: 4 },
    { kind: 'state', state: { ...defaultViewState, tab: 'growth', window: { from: 3, to: 8 } } },
    {
      kind: 'state',
      state: {
        ...defaultViewState,
        growth: { sort: 'deep-structure', threshold: 2.5, search: 'Map', selected: '0xe0', leaves: 'deep' },
      },
    },
    { kind: 'request', id: 9, method: 'growth', params: {} },
    {
      kind: 'request',
      id: 10,
      method: 'growth',
      params: { from: '3', to: '8', sort: 'structure', category: 'born', threshold: 5, offset: 200, limit: 200 },
    },
    { kind: 'request', id: 11, method: 'growthOf', params: { id: '0xe0', leaves: 'deep', offset: 0, limit: 50 } },
    { kind: 'request', id: 12, method: 'exportGrowth', params: { from: '3', to: '8' } },
    { kind: 'request', id: 13, method: 'saveImage', params: { chart: 'growth', format: 'svg', data: '<svg/>' } },
    { kind: 'request', id: 15, method: 'trend', params: { by: 'type', path: ['a.B'], limit: 50, within: 400 } },
    { kind: 'request', id: 16, method: 'exportTrend', params: { by: 'type', metric: 'retained-bytes' } },
    {
      kind: 'state',
      state: { ...defaultViewState, tab: 'trends', trends: { charts: [trendChart], zoom: { from: 1, to: 4 } } },
    },
    { kind: 'open-frame', frame: { class: 'a.B', method: 'c', file: 'B.java', line: 7 }, beside: false },
    { kind: 'open-frame', frame: { class: 'a.B', method: 'c' }, beside: true },
    { kind: 'request', id: 14, method: 'growth', params: { grown: true } },
    // Everything that grew at all.
    { kind: 'request', id: 16, method: 'growth', params: { threshold: 0 } },
    { kind: 'state', state: { ...defaultViewState, growth: { ...defaultViewState.growth, threshold: 0 } } },
    { kind: 'request', id: 15, method: 'growthTree', params: { from: '3', to: '8' } },
    { kind: 'request', id: 16, method: 'object', params: { object: '0x7f', offset: 100, limit: 200 } },
    {
      kind: 'request',
      id: 17,
      method: 'object',
      params: { object: '17', limit: 0, referrers: true, dominated: true, path: true },
    },
    { kind: 'open-field', field: { class: 'a.B', name: 'cache', static: true }, beside: true },
    { kind: 'state', state: { ...defaultViewState, growth: { ...defaultViewState.growth, shown: 'tree' } } },
    { kind: 'request', id: 18, method: 'ownership', params: { at: '3', model: 'objects', roots: ['static'] } },
    { kind: 'request', id: 19, method: 'ownershipHistory', params: { keys: ['Node[] ← HashMap'], within: 250 } },
    {
      kind: 'state',
      state: {
        ...defaultViewState,
        tab: 'ownership',
        ownership: {
          ...defaultViewState.ownership,
          threshold: 0.5,
          roots: [],
          zoom: { entries: [[], ['static Cache', 'HashMap ← Cache.map']], at: 1 },
          pinned: ['Session'],
          markers: [{ t: 12.5, name: 'login' }],
        },
      },
    },
    { kind: 'open-beside', tab: 'growth' },
    { kind: 'open-beside', tab: 'inspect' },
    { kind: 'show-heap', heap: { rows: 'objects', grouping: defaultViewState.grouping, at: 3 } },
    { kind: 'take-point', process: 4711 },
    { kind: 'choose-structure', id: '0x7f' },
    { kind: 'describe-type', type: 'a.B', at: '8' },
    { kind: 'save-inferred', type: 'a.B', from: '2', to: '8' },
    { kind: 'save-words', of: 'grouping', words: 'type, site' },
    { kind: 'save-words', of: 'condition', words: 'bytes>=1000' },
    { kind: 'request', id: 17, method: 'inspect', params: { object: '0xe0', roots: true, paths: true, cuts: true } },
    {
      kind: 'request',
      id: 18,
      method: 'inspect',
      params: { by: 'type, site', path: ['a.B', 'a.C.d:7'], where: 'bytes>9', filter: 'top-level', top: 200 },
    },
    { kind: 'state', state: { ...defaultViewState, tab: 'inspect' } },
    {
      kind: 'state',
      state: { ...defaultViewState, inspect: { entries: [{ set: ofType }, { object: '0xe0' }], at: 1 } },
    },
  ])('lets %j through', (message) => {
    expect(isFromView(message)).toBe(true);
  });
  it.each([
    undefined,
    { kind: 'format-disk' },
    { kind: 'open-beside' },
    { kind: 'open-beside', tab: 'heap' },
    { kind: 'show-heap' },
    { kind: 'show-heap', heap: { rows: 'leaves' } },
    { kind: 'state', state: { ...defaultViewState, tab: 'nowhere' } },
    { kind: 'state', state: { ...defaultViewState, firstRow: -1 } },
    { kind: 'request', id: 'x', method: 'heap', params: {} },
    { kind: 'request', id: 1, method: 'open', params: {} },
    { kind: 'request', id: 1, method: 'heap', params: { limit: 100_000 } },
    { kind: 'request', id: 1, method: 'heap', params: { sort: 'price' } },
    { kind: 'request', id: 1, method: 'export', params: { args: {}, format: 'exe' } },
    { kind: 'request', id: 1, method: 'heap', params: { filter: 'heads' } },
    { kind: 'request', id: 1, method: 'heap', params: { path: 'java.lang.String' } },
    // A tree is asked for level by level.
    { kind: 'request', id: 1, method: 'heap', params: { by: 'type, site', depth: 2 } },
    // What is in a structure may be all that is in the heap.
    { kind: 'request', id: 1, method: 'structures', params: {} },
    { kind: 'request', id: 1, method: 'structures', params: { contained: false, members: 'own' } },
    { kind: 'request', id: 1, method: 'structures', params: { contained: false, sort: 'bytes' } },
    { kind: 'request', id: 1, method: 'describe', params: { files: [] } },
    { kind: 'state', state: { ...defaultViewState, rows: 'leaves' } },
    { kind: 'state', state: { ...defaultViewState, grouping: {} } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, trail: [] } } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, place: 1 } } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, from: -1 } } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, trail: [{ ...step, by: 5 }] } } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, trail: [{ ...step, left: {} }] } } },
    { kind: 'state', state: { ...defaultViewState, grouping: { ...choice, trail: Array(mostSteps + 1).fill(step) } } },
    { kind: 'request', id: 1, method: 'heap', params: { path: Array(1001).fill('a') } },
    { kind: 'request', id: 1, method: 'heap', params: { path: ['a'.repeat(10_000)] } },
    { kind: 'state', state: { ...defaultViewState, expanded: [5] } },
    { kind: 'request', id: 1, method: 'info', params: { at: 3 } },
    { kind: 'request', id: 1, method: 'sizes', params: {} },
    { kind: 'request', id: 1, method: 'sizes', params: { metric: 'shallow' } },
    { kind: 'request', id: 1, method: 'sizes', params: { metric: 'deep', keys: [5] } },
    {
      kind: 'request',
      id: 1,
      method: 'sizes',
      params: { metric: 'deep', keys: Array.from({ length: 257 }, () => 'A') },
    },
    { kind: 'cancel-request' },
    { kind: 'state', state: { ...defaultViewState, growth: { ...defaultViewState.growth, sort: 'bytes' } } },
    { kind: 'state', state: { ...defaultViewState, growth: { ...defaultViewState.growth, threshold: 100.5 } } },
    { kind: 'state', state: { ...defaultViewState, growth: {} } },
    { kind: 'request', id: 1, method: 'growth', params: { from: 3 } },
    { kind: 'request', id: 1, method: 'growth', params: { threshold: Number.NaN } },
    { kind: 'request', id: 1, method: 'growth', params: { category: 'died' } },
    { kind: 'request', id: 1, method: 'growth', params: { limit: 1000 } },
    // Leaves of every structure of a page are more than a message holds.
    { kind: 'request', id: 1, method: 'growth', params: { leaves: 10 } },
    { kind: 'request', id: 1, method: 'growthOf', params: {} },
    { kind: 'request', id: 1, method: 'growthOf', params: { id: 'cache' } },
    { kind: 'request', id: 1, method: 'heap', params: { colour: 'red' } },
    { kind: 'request', id: 1, method: 'heap', params: { search: 'a'.repeat(10_000) } },
    { kind: 'request', id: 1, method: 'check', params: { rules: '' } },
    { kind: 'request', id: 1, method: 'growthOf', params: { id: '0xe0', leaves: 'all' } },
    { kind: 'request', id: 1, method: 'exportGrowth', params: { sort: 'price' } },
    { kind: 'request', id: 1, method: 'saveImage', params: { chart: 'growth', format: 'exe', data: '' } },
    { kind: 'request', id: 1, method: 'saveImage', params: { chart: 'heap', format: 'svg', data: '' } },
    { kind: 'request', id: 1, method: 'trend', params: { limit: 51 } },
    { kind: 'request', id: 1, method: 'exportTrend', params: { metric: 'price' } },
    { kind: 'state', state: { ...defaultViewState, trends: { charts: [], zoom: null } } },
    { kind: 'state', state: { ...defaultViewState, trends: { charts: [{ ...trendChart, top: 51 }], zoom: null } } },
    { kind: 'state', state: { ...defaultViewState, trends: { charts: [trendChart], zoom: { from: 4, to: 4 } } } },
    {
      kind: 'request',
      id: 1,
      method: 'saveImage',
      params: { chart: 'growth', format: 'png', data: 'A'.repeat(1_000_001) },
    },
    { kind: 'request', id: 1, method: 'toString', params: {} },
    { kind: 'open-frame', frame: { class: 'a.B' }, beside: true },
    { kind: 'open-frame', frame: { class: 'a.B', method: 'c', line: -1 }, beside: true },
    { kind: 'open-frame', frame: { class: 'a.B', method: 'c' } },
    { kind: 'describe-type' },
    { kind: 'save-inferred', type: 'a.B', from: '2' },
    { kind: 'save-words', of: 'grouping' },
    { kind: 'save-words', of: 'setting', words: 'type' },
    { kind: 'request', id: 1, method: 'growth', params: { grown: 'yes' } },
    { kind: 'request', id: 1, method: 'growthTree', params: { from: 3 } },
    // Which packages are the user's own is a setting.
    { kind: 'request', id: 1, method: 'growth', params: { own: ['com.example'] } },
    { kind: 'request', id: 1, method: 'growthOf', params: { id: '0xe0', own: ['com.example'] } },
    { kind: 'request', id: 1, method: 'growthTree', params: { own: ['com.example'] } },
    { kind: 'request', id: 1, method: 'object', params: {} },
    { kind: 'request', id: 1, method: 'object', params: { object: 'a string' } },
    { kind: 'request', id: 1, method: 'object', params: { object: '0x7f', limit: 100000 } },
    { kind: 'request', id: 1, method: 'object', params: { object: '0x7f', referrers: true, referrersLimit: 100000 } },
    { kind: 'request', id: 1, method: 'object', params: { object: '0x7f', dominated: true, dominatedLimit: 100000 } },
    { kind: 'request', id: 1, method: 'object', params: { object: '0x7f', values: 'on' } },
    { kind: 'request', id: 1, method: 'object', params: { object: '0x7f', values: 'off' } },
    { kind: 'open-field', field: { class: 'a.B', name: 'cache' }, beside: true },
    { kind: 'open-field', field: null, beside: true },
    { kind: 'state', state: { ...defaultViewState, growth: { ...defaultViewState.growth, shown: 'table' } } },
    { kind: 'request', id: 1, method: 'ownership', params: { roots: ['jni'] } },
    { kind: 'request', id: 1, method: 'ownershipHistory', params: { keys: Array(65).fill('a') } },
    ...[
      { model: 'guess' },
      { threshold: -1 },
      { roots: ['none'] },
      { direction: 'left' },
      { zoom: { entries: [], at: 0 } },
      { zoom: { entries: [['a']], at: 1 } },
      { zoom: { entries: [[5]], at: 0 } },
      { pinned: Array(mostPinned + 1).fill('a') },
      { markers: [{ t: Number.NaN, name: 'a' }] },
      { markers: [{ t: 1, name: 'a'.repeat(10_000) }] },
    ].map((wrong) => ({
      kind: 'state',
      state: { ...defaultViewState, ownership: { ...defaultViewState.ownership, ...wrong } },
    })),
    // All objects of a group may be all of the heap.
    { kind: 'request', id: 1, method: 'inspect', params: { object: '0xe0', objects: true, top: 201 } },
    { kind: 'request', id: 1, method: 'inspect', params: { object: 'cache' } },
    { kind: 'state', state: { ...defaultViewState, inspect: { entries: [{ object: 'cache' }], at: 0 } } },
    { kind: 'state', state: { ...defaultViewState, inspect: { entries: [{ set: ofType }], at: 1 } } },
    { kind: 'state', state: { ...defaultViewState, inspect: { entries: [{ set: { ...ofType, path: 'a' } }], at: 0 } } },
  ])('refuses %j', (message) => {
    expect(isFromView(message)).toBe(false);
  });
});

describe('a failure', () => {
  it('keeps kind, message and place of what the engine threw', () => {
    const thrown = Object.assign(new Error('broken'), { kind: 'input', where: { file: 'a.hprof', offset: 7 } });
    expect(toFailure(thrown)).toEqual({ kind: 'input', message: 'broken', where: { file: 'a.hprof', offset: 7 } });
  });
  it('is made of anything', () => {
    expect(toFailure('no')).toEqual({ kind: 'internal', message: 'no' });
    expect(toFailure({ kind: 'made up', message: 'm' })).toEqual({ kind: 'internal', message: 'm' });
    expect(toFailure(undefined).kind).toBe('internal');
  });
});
