// Writes the seeds of the fuzzer of rules: between them they have every word of the language.
//
//   node test/fuzz/seeds_rules.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const texts = [
  '# caches\ntype com.example.Cache may grow by 10 MB\n\nfrom com.example.* may grow by 10 % of growth # ours\r\n',
  'type ConcurrentHashMap from com.example.SessionService.* may grow in structure by 1000 objects or 256 KiB',
  'any may grow in deep-structure by 50% or 1.5GiB or 3 B',
  'any may grow in retained by 12 bytes or 1 KB or 2 GB or 3MiB',
  'any may shrink',
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_rules.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [i, text] of texts.entries()) writeFileSync(join(folder, `rules-${i}`), text);
