// Writes the seeds of the fuzzer of JSON Lines: the examples of the docs, a file with every key, and what was found.
//
//   node test/fuzz/seeds_jsonl.mjs FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(new URL('../../docs/formats/json-lines.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```jsonl\n(.*?)```/gs)].map((match) => match[1]);

const everything = [
  { heaptrail: 1, producer: 'seeds', start: '2026-01-01T00:00:00.5Z', identity: false, sites: 'sampled', idBytes: 4 },
  { type: 1, name: 'java.lang.Class', super: 2, fields: ['loader', ['hash', 'int']], size: 40 },
  { type: 2, name: 'Object', class: 8, classSlots: ['<superclass>', 'static all'], withoutReferrer: 'maybe-held' },
  { type: 3, name: 'Ref', super: 2, fields: ['queue', 'referent'], size: 32, weak: 'referent', soft: 0 },
  { type: 4, name: 'list', array: true, element: 'reference', elementSize: 4, size: 12 },
  { type: 5, name: 'int[]', withoutReferrer: 'filler' },
  { site: 1, frames: [{ class: 'a.B', method: 'm', file: 'B.java', line: 42 }] },
  { thread: 1, name: 'main', stack: 1 },
  { gc: 1, t: 1, end: 2, kind: 'concurrent', collector: 'G1', cause: 'x', before: { old: 1 }, after: { old: 0 } },
  {
    point: 1,
    t: 2.5,
    reached: { objects: 5, bytes: 200 },
    missingObjects: 1,
    runtime: { name: 'JVM', version: '25', compressedReferences: true, headerBytes: 12, objectAlignment: 16 },
  },
  {
    o: 8,
    type: 1,
    size: 96,
    refs: [
      [16, 'static all'],
      [24, 'static late'],
    ],
  },
  { o: 16, type: 3, site: 1, thread: 1, refs: [null, 24, [8, 'extra']] },
  { o: 24, type: 4, length: 900, refs: [8, null, [16, 700]] },
  { o: 32, type: 5, length: 7 },
  { o: 40, type: 5, size: 48 },
  { root: 'java-frame', o: 16, thread: 1, depth: 0, slot: 3, class: 'a.B', method: 'm', file: 'B.java', line: 42 },
  { root: 'static', o: 24, class: 'a.B', field: 'cache' },
  { end: 1 },
  { type: 2, name: 'Object', size: 8 },
  { point: 2, t: 3 },
  { o: 8, type: 2 },
  { end: 2 },
];
const lines = everything.map((line) => JSON.stringify(line)).join('\n');

/** A second header, which is refused, once replaced what the first one says: a fuzzer found it in this text. */
const secondHeader = `{"heaptrail":1,"producer":"seeds","start":"2026-01-01T00:00:00.5Z","identity":false,"sites":"sampled","idBytes":4}
{"type":1,"name":"java.lang.Class","super":2,"fields":["loader",["hash","int"]],"size":40}
{"type":2,"name":"Object","class":8,"classSlots":["<superclass>","static all"],"withoutReferrer":"maybe-held"}
{"type":3,"name":"Ref","super":2,"fields":["queue","referent"],"size":32,"weak":["referent",2],"soft":0}
{"type":4,"name":"list","array":true,"element":"reference","elementSize":4,"size":12}
{"type":5,"name":"int[]","withoutReferrer":"filler"}
{"site":1,"frames":[{"class":"a.B","method":"m","file":"B.java","line":42}]}
{"thread":1,"name":"main","stacksite":0,"frames":[{"class":"a.B","method":"m","file":"B.java","line":42}]}
{"thread":1,"name":"main","stack":1}
{"gc":1,"t":1,"end":2,"kind":"concurrent","collector":"G1","cause":"x","before":{"old":1},"after":{"old":0}}
{"point":1,"t":2.5,"reached":{"objects":5,"bytes":200},"missingObjectshread":1,"depth":0,"slot":3,"class":"a.B","method":"m","file":"B.java","line":42}
{"root":"static","o":24,"class":"a.B","field":"cache"}
{"end":1}
{"type":2,"name":"Object","heaptrail":1,"producer":"seeds","start":"2026-01-01T00:00:00.5Z","identity":false,"sites":"nonesampled","id":"concurrent","collector":"G1","cause":"x","before":{"old":1},"after":{"old":0}}
{"point":1,"t":1.5,"reached":{"objects":5,"bytes":200},"missingOboot":"java-frame","o":16,"thread":1,"depth":0,"slot":3,"class":"a.B","method":"m","file":"B.java","line":42}
{"root":"static","o":93,"cldBytes":4}
{"type":1,"name":"java.lang..B","method":"m","file":"B.java","line":42}
{"root":"static""size":8}
{"point":2,"t":3}
{"o":8,"type":2}
{"end":2}`;

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_jsonl.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [i, text] of [...examples, lines, secondHeader].entries()) writeFileSync(join(folder, `lines-${i}`), text);
