// Writes the seeds of the fuzzer of conditions: between them they have every word of the grammar.
//
//   node test/fuzz/seeds_where.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const conditions = [
  'type=java.util.*Map and not length<100',
  'type != "my (odd) Name" or extends=*Map',
  "package=java.util and (bytes>=16 or id=0x20) and type='int[]'",
  'length<=7 or length>7 or length!=0 or bytes=16',
  'not not ((id=16) or not (length>5))',
  'age>=3 and not space=old or space!=eden',
  "site='a.b.Web.get (Web.java:7)' or callchain=a.Main.* and not thread=main",
  'loader=a.* or allocating-package=a.b or born-after=3',
  'structures and top-level or reachable and not rooted',
  'size=3',
  'type=com.x.Session and user.name="bob" or count>1000.5 and not this.age<=-3',
  'state matches "WAIT*" or next!=null and done=true',
  // What the small heap has: a value for each kind of field, both encodings, paths, a hidden field.
  'user="anna" or user="gr€" or next.user matches "*n*a"',
  'count>=42 and count<=1.5e1 or rate!=0.5 or this.age>9007199254740992',
  `letter="'" or letter!=a or done=false and next.next=null`,
  'next.state=null or state=anna or value>5 or value.value=1 or coder<1',
];

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: seeds_where.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const [i, condition] of conditions.entries()) writeFileSync(join(folder, `condition-${i}`), condition);
