// Where the heaps of real programs grew, place by place, against an independent computation of the same in another language
// (test/oracle/growth_tree_by_hand.py): which places there are, what they retain, and how many objects they have at both ends.
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { growthTree, placesByHand, placesOf, treeByHand } from './support/growth_tree';
import { h2, recordH2 } from './support/h2';
import { jdk17, present } from './support/jvms';
import { freshRecording } from './support/recordings';
import { sampleRecording } from './support/samples';

function expectAgreement(recording: string): void {
  const answer = growthTree(recording);
  const truth = treeByHand(recording, answer.window);
  const { from, to } = answer.window;
  const window = { from: { objects: from.objects, bytes: from.bytes }, to: { objects: to.objects, bytes: to.bytes } };
  expect({ window, least: answer.least }).toEqual({ window: truth.window, least: truth.least });
  expect(Object.fromEntries(placesOf(answer))).toEqual(Object.fromEntries(placesByHand(truth)));
  expect(answer.nodes.length).toBeGreaterThan(10);
}

/** At either end the places below another one retain at most what it does. */
function expectNoChildrenLargerThanTheirParent(recording: string): void {
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

const needed = jdk17 === undefined ? 'JDK 17' : existsSync(h2) ? undefined : `${h2}, libh2-java`;
const skipped = needed === undefined ? '' : ` (SKIPPED: no ${needed})`;

describe('The growth tree and its oracle', () => {
  it('agree on the sample that Heaptrail comes with', { timeout: 300_000 }, () => {
    const recording = freshRecording('growth-tree-sample');
    copyFileSync(sampleRecording, recording);
    expectAgreement(recording);
    expectNoChildrenLargerThanTheirParent(recording);
    rmSync(recording);
  });

  it.skipIf(jdk17 === undefined || !existsSync(h2))(
    `agree on a database that we did not write${skipped}`,
    { timeout: 300_000 },
    async () => {
      const recording = await recordH2(present(jdk17), 'growth-tree-h2');
      expectAgreement(recording);
      expectNoChildrenLargerThanTheirParent(recording);
      rmSync(recording);
    },
  );
});
