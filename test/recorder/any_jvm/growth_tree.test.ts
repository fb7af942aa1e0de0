// Where a heap grew, place by place, against an independent computation of the same in another language (test/oracle/growth_tree_by_hand.py):
// which places there are, what they retain, and how many objects they have at both ends. Of a database that we did not write,
// growth_oracle.test.ts asks it, too.
import { copyFileSync, rmSync } from 'node:fs';
import { it } from 'vitest';
import { expectNoChildrenLargerThanTheirParent, expectTreeAgreement } from '../support/growth_tree';
import { freshRecording } from '../support/recordings';
import { sampleRecording } from '../support/samples';

it('The growth tree and its oracle agree on the sample that Heaptrail comes with', { timeout: 300_000 }, () => {
  const recording = freshRecording('growth-tree-sample');
  copyFileSync(sampleRecording, recording);
  expectTreeAgreement(recording);
  expectNoChildrenLargerThanTheirParent(recording);
  rmSync(recording);
});
