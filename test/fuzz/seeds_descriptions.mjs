// Writes the seeds of the fuzzer of descriptions: the broken files of the tests, and right ones with everything in them.
//
//   node test/fuzz/seeds_descriptions.mjs FOLDER
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const right = [
  'namespace java.util { DS HashMap+ { HashMap$Node[]; } HashMap$Node+ { HashMap$Node+; (*); } }',
  '// a\nDS A {\n  B;   // b\n  (C+[]);  /* c */\n}\n\n\n/*\n * d\n */\nB { *; *Node; java.*; byte[]; }\n',
  '\uFEFFDS Größe { }\r\nnamespace a.b {\r\n\tFoo$1 { (Bar[][]); }\r\n}\r\n',
  // Byte order marks that do not begin the file, as in files that were joined.
  '\n\uFEFFDS A { }namespace a.b { }\r\n',
  'DS A { B; }\n\uFEFFDS\uFEFF C { D; }',
  'DS A { B[]; Object[] { B; (*); } B { (C); } *Node { } }\nDS java.*.*Map+ { *[]; *[] { } A { DS B { } } }\nB { C { } }',
  'DS A { table: B[]; size: int as size; (C) as element; keys: *[] as keys; }\nB { key: (*) as key; val: (*) as value; B; }',
  'DS A { key: (*) as kay; a.b: B as; int as size; c: }',
  'DS java.util.Hashmap { (java.util.HashMap.Node); (A); A; } A[] { B; B; } B { }',
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_descriptions.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [i, text] of right.entries()) writeFileSync(join(folder, `right-${i}`), text);
const broken = fileURLToPath(new URL('../native/dsl/corpus/', import.meta.url));
for (const name of readdirSync(broken)) {
  if (name.endsWith('.ds')) copyFileSync(join(broken, name), join(folder, name));
}
