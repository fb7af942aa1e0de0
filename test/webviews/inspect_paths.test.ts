// Which of merged paths is drawn, where it goes, and the history of what was inspected.
import { describe, expect, it } from 'vitest';
import type { PathNode } from '../../shared/protocol/inspect';
import { type Inspected, mostTrail } from '../../shared/protocol/view';
import { type ShownNode, shownPaths } from '../../webviews/src/inspect/path_fold';
import { layoutPaths, nodeHeight } from '../../webviews/src/inspect/path_layout';
import { bestCut } from '../../webviews/src/inspect/path_section';
import { shareLine } from '../../webviews/src/inspect/path_words';
import { goTo, inspected, step } from '../../webviews/src/inspect/trail';

const node = (type: string, more: Partial<PathNode> = {}, ...children: PathNode[]): PathNode => ({
  type,
  objects: 1,
  members: 100,
  repeats: false,
  example: '0x1',
  children,
  ...more,
});
const nothing = { structures: new Set<string>(), branches: new Set<string>() };
const root = { kind: 'static-field', label: 'Static field', class: 'a.B', field: 'c', direct: false } as const;
const held = (below: PathNode): PathNode => ({
  ...below,
  root: { ...root, object: { id: '0x1', type: 'x', bytes: 8 } },
});

/** `holder > Map > .table[*].key Key`. */
function picture(tree: readonly ShownNode[]): string[] {
  const line = ({ kind, node: { type }, via, hidden, children }: ShownNode, way: string): string[] => {
    const name = kind === 'holder' ? 'holder' : kind === 'more' ? `${hidden} more` : `${via} ${type}`.trim();
    const here = way === '' ? name : `${way} > ${name}`;
    return children.length === 0 ? [here] : children.flatMap((child) => line(child, here));
  };
  return tree.flatMap((top) => line(top, ''));
}

const map = held(
  node(
    'Map',
    { role: 'head' },
    node(
      'Node[]',
      { via: 'table', role: 'inner' },
      node('Node', { via: '[*]', role: 'inner' }, node('Key', { via: 'key' }), node('Value', { via: 'val' })),
    ),
  ),
);

describe('paths', () => {
  it('go through a structure in one step, told by its fields', () => {
    expect(picture(shownPaths([map], nothing))).toEqual([
      'holder > Map > .table[*].key Key',
      'holder > Map > .table[*].val Value',
    ]);
  });
  it('show the parts of a structure that is unfolded', () => {
    const [holder] = shownPaths([map], nothing);
    const structures = new Set([holder?.children[0]?.key ?? '']);
    expect(picture(shownPaths([map], { ...nothing, structures }))).toEqual([
      'holder > Map > .table Node[] > [*] Node > .key Key',
      'holder > Map > .table Node[] > [*] Node > .val Value',
    ]);
  });
  it('end at parts of a structure where these are the group', () => {
    const entries = held(node('Map', { role: 'head' }, node('Node', { via: 'first', role: 'inner' })));
    expect(picture(shownPaths([entries], nothing))).toEqual(['holder > Map > .first Node']);
  });
  it('hide small branches until they are asked for, unless it is a single one', () => {
    const branches = [90, 5, 2, 2, 1].map((members, i) => node(`T${i}`, { via: `f${i}`, members }));
    const tree = [held(node('Top', {}, ...branches))];
    expect(picture(shownPaths(tree, nothing))).toEqual([
      'holder > Top > .f0 T0',
      'holder > Top > .f1 T1',
      'holder > Top > 3 more',
    ]);
    const all = new Set([shownPaths(tree, nothing)[0]?.children[0]?.key ?? '']);
    expect(picture(shownPaths(tree, { ...nothing, branches: all }))).toHaveLength(5);
    const two = [held(node('Top', {}, ...branches.slice(0, 2), node('Small', { via: 's', members: 1 })))];
    expect(picture(shownPaths(two, nothing))).toContain('holder > Top > .s Small');
  });
});

describe('the layout', () => {
  it('puts each node beside what it leads to, and none on top of another', () => {
    const tree = shownPaths([map, held(node('Other'))], nothing);
    const { nodes, width, height } = layoutPaths(tree, 100, 7);
    for (const { x, y, width: wide, parent } of nodes) {
      expect(x).toBeGreaterThanOrEqual(parent ? parent.x + parent.width : 0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(y + nodeHeight).toBeLessThanOrEqual(height);
    }
    for (const one of nodes) {
      const same = nodes.filter((other) => other !== one && other.x === one.x);
      expect(same.every((other) => Math.abs(other.y - one.y) >= nodeHeight)).toBe(true);
    }
    const [holder, head] = nodes;
    const ends = nodes.filter(({ parent }) => parent === head).map(({ y }) => y);
    expect(head?.y).toBe(((ends[0] ?? 0) + (ends[1] ?? 0)) / 2);
    expect(holder?.y).toBe(head?.y);
  });
});

describe('the words of a box', () => {
  const wordsOf = (members: number) => {
    const [holder] = shownPaths([held(node('Map', { members }))], nothing);
    return holder?.children[0] && shareLine(holder.children[0], members);
  };
  it('are about one object or about many', () => {
    expect([wordsOf(1), wordsOf(2)]).toEqual(['leads to it', 'leads to all of them']);
  });
});

describe('the best place to cut', () => {
  const cut = (members: number) => ({ holdsAlone: members, byOneReference: true });
  it('is the last reference on the way that frees as much as any', () => {
    const tree = [
      held(
        node(
          'a.Service',
          cut(98),
          node('a.Map', { via: 'cache', role: 'head', ...cut(98) }, node('a.Key', { via: '[*]', objects: 98 })),
        ),
      ),
    ];
    expect(bestCut(tree)?.reference).toBe('Service.cache');
  });
  it('is the field in a class where nothing below holds as much', () => {
    const tree = [held(node('a.Service', cut(98), node('a.Map', { via: 'cache', ...cut(50) })))];
    expect(bestCut(tree)?.reference).toBe('B.c');
  });
  it('is nowhere where two references hold each place', () => {
    expect(bestCut([held(node('a.Service', { holdsAlone: 98, byOneReference: false }))])).toBeUndefined();
  });
});

describe('the history', () => {
  const object = (id: number): Inspected => ({ object: String(id) });
  it('forgets what was ahead where one goes somewhere else', () => {
    let trail = goTo(goTo({ entries: [], at: -1 }, object(1)), object(2));
    trail = goTo(step(trail, -1), object(3));
    expect(trail).toEqual({ entries: [object(1), object(3)], at: 1 });
    expect(inspected(trail)).toEqual(object(3));
    expect(step(trail, 1)).toBe(trail);
    expect(goTo(trail, object(3))).toBe(trail);
  });
  it('keeps so many', () => {
    let trail = { entries: [] as Inspected[], at: -1 };
    for (let i = 0; i <= mostTrail; i++) trail = goTo(trail, object(i));
    expect(trail.entries).toHaveLength(mostTrail);
    expect(inspected(trail)).toEqual(object(mostTrail));
  });
});
