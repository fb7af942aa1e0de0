// Writes the seeds of the fuzzer of groupings: between them they have every property and every sign.
//
//   node test/fuzz/seeds_groupings.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const groupings = [
  'type, site, leaves(deep)[type, site]',
  'package, type, callchain, thread',
  'allocating-package, length, bytes, age, space',
  'loader, reachable, structures, top-level',
  'containing-structures[type, leaves(own)[type]], site',
  'dominators[closure(deep)[type], references], referrers[type]',
  'rooted(hide, variables), type',
  'type[site',
  // As many steps as there may be, and one more where what leads on is divided by type.
  `${'type, '.repeat(31)}leaves`,
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_groupings.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [i, grouping] of groupings.entries()) writeFileSync(join(folder, `grouping-${i}`), grouping);
