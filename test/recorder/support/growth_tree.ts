// Where a recording grew, place by place: what `heaptrail growth --tree` says, and what test/oracle/growth_tree_by_hand.py computes.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { heaptrail } from './heaptrail';
import { root } from './places';
import { structures } from './structures';

const script = path.join(root, 'test/oracle/growth_tree_by_hand.py');

interface Size {
  readonly objects: number;
  readonly bytes: number;
}

interface Ends<T> {
  readonly from: T;
  readonly to: T;
}

interface Node extends Ends<Size> {
  readonly parent: number;
  readonly type: string;
  readonly class: boolean;
  readonly via: string;
  readonly field: { readonly class: string; readonly name: string; readonly static: boolean } | null;
  readonly members: Ends<number>;
  readonly folded: Ends<number>;
}

interface GrowthTreeAnswer {
  readonly window: Ends<Size & { readonly index: number }>;
  readonly least: number;
  readonly nodes: readonly Node[];
}

/** A place by the steps that lead to it. */
interface Place {
  readonly steps: readonly string[];
  readonly retained: Ends<Size>;
  readonly members: Ends<number>;
  readonly folded: Ends<number>;
}

interface TreeByHand {
  readonly window: Ends<Size>;
  readonly least: number;
  readonly places: readonly Place[];
}

function growthTree(trace: string, ...options: string[]): GrowthTreeAnswer {
  return JSON.parse(heaptrail('growth', trace, '--tree', '--from', 'first', '--to', 'last', ...options, '--json'));
}

const sizeOf = ({ objects, bytes }: Size): Size => ({ objects, bytes });

function stepOf({ via, field, type, class: isClass }: Node): string {
  const name = field ? `${field.static ? 'static ' : ''}${field.class}.${field.name}` : via;
  return `${name}: ${isClass ? 'class ' : ''}${type}`;
}

/** All but the whole heap, by their steps. */
function placesOf({ nodes }: GrowthTreeAnswer): Map<string, Omit<Place, 'steps'>> {
  const steps: string[] = [];
  const places = new Map<string, Omit<Place, 'steps'>>();
  for (const node of nodes) {
    const above = steps[node.parent];
    const way = node.parent < 0 ? '' : above ? `${above} → ${stepOf(node)}` : stepOf(node);
    steps.push(way);
    const retained = { from: sizeOf(node.from), to: sizeOf(node.to) };
    if (node.parent >= 0) places.set(way, { retained, members: membersOf(node), folded: node.folded });
  }
  return places;
}

const membersOf = ({ members: { from, to } }: Node): Ends<number> => ({ from, to });

function treeByHand(recording: string, { from, to }: GrowthTreeAnswer['window']): TreeByHand {
  const lines = `${recording}.tree.heap.jsonl`;
  const heads = `${recording}.heads.json`;
  heaptrail('convert', recording, lines);
  const points = [...readFileSync(lines, 'utf8').matchAll(/^\{"point":(\d+)/gm)].map(([, id]) => id ?? '');
  const types = ['first', 'last'].flatMap((at) => structures(recording, '--at', at).rows.map(({ type }) => type));
  writeFileSync(heads, JSON.stringify([...new Set(types)]));
  const words = [script, lines, points[from.index] ?? '', points[to.index] ?? '', heads];
  const run = spawnSync('python3', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  rmSync(lines);
  rmSync(heads);
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as TreeByHand;
}

function placesByHand({ places }: TreeByHand): Map<string, Omit<Place, 'steps'>> {
  return new Map(places.map(({ steps, ...place }) => [steps.join(' → '), place]));
}

/** Which places there are, what they retain, and how many objects they have at both ends. */
export function expectTreeAgreement(recording: string): void {
  const answer = growthTree(recording);
  const truth = treeByHand(recording, answer.window);
  const { from, to } = answer.window;
  const window = { from: { objects: from.objects, bytes: from.bytes }, to: { objects: to.objects, bytes: to.bytes } };
  expect({ window, least: answer.least }).toEqual({ window: truth.window, least: truth.least });
  expect(Object.fromEntries(placesOf(answer))).toEqual(Object.fromEntries(placesByHand(truth)));
  expect(answer.nodes.length).toBeGreaterThan(10);
}

/** At either end the places below another one retain at most what it does. */
export function expectNoChildrenLargerThanTheirParent(recording: string): void {
  const { nodes } = growthTree(recording);
  for (const end of ['from', 'to'] as const) {
    for (const metric of ['objects', 'bytes'] as const) {
      const below = nodes.map(() => 0);
      for (const node of nodes)
        if (node.parent >= 0) below[node.parent] = (below[node.parent] ?? 0) + node[end][metric];
      for (const [place, node] of nodes.entries()) expect(below[place]).toBeLessThanOrEqual(node[end][metric]);
    }
  }
}
