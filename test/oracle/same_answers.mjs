// Whether two builds of the program answer the same, byte for byte: every question as JSON, over traces of all formats. To be run when a
// change must not change an answer.
//
//   node test/oracle/same_answers.mjs BEFORE AFTER [WORD]      only traces with the word in their name
//
// BEFORE and AFTER are two programs `heaptrail`. The traces are those of the golden scenes, the sample recording, dumps that the generator of
// the benchmarks writes, recordings and dumps that the tests and the gallery have left in build/, and AntTracks traces where they are
// (HEAPTRAIL_ANTTRACKS, docs/testing.md). Prints each question that is answered differently, then how many were asked; exit status 1 if one was.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const [before, after, word = ''] = process.argv.slice(2);
if (before === undefined || after === undefined) {
  console.error('usage: node test/oracle/same_answers.mjs BEFORE AFTER [WORD]');
  process.exit(2);
}
const place = path.join(root, 'build/same-answers');
mkdirSync(place, { recursive: true });

const list = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []);

/** Those of them with enough to ask about, the smallest ones first: unpacked once. */
function antTracks() {
  const archives = list(process.env.HEAPTRAIL_ANTTRACKS ?? path.resolve(root, '../shared/data/anttracks'))
    .filter((file) => /(tiny|mixed|leaklist-pold|multicache-pold).*\.tar\.zst$/.test(file))
    .sort();
  return archives.map((archive) => {
    const folder = path.join(place, path.basename(archive, '.tar.zst'));
    if (!existsSync(folder)) execFileSync('tar', ['--zstd', '-xf', archive, '-C', place]);
    return folder;
  });
}

function generatedDumps() {
  const generator = path.join(root, 'build/release/generate_dump');
  return ['20000', '200000'].map((objects) => {
    const file = path.join(place, `generated-${objects}.hprof`);
    if (!existsSync(file)) execFileSync(generator, ['--out', file, '--truth', '/dev/null', '--objects', objects]);
    return file;
  });
}

const scenes = list(path.join(root, 'test/native/answer/golden')).map((scene) => path.join(scene, 'trace.heap.jsonl'));
const left = [...list(path.join(root, 'build/same-answers/more'))];
const traces = [
  ...scenes.filter((file) => existsSync(file)),
  path.join(root, 'samples/travel-cache/travel-cache.heaptrail'),
  ...left,
  ...generatedDumps(),
  ...antTracks(),
].filter((trace) => trace.includes(word));

const whole = ['--from', 'first', '--to', 'last', '--top', '0'];
const questions = [
  ['info'],
  ['timeline'],
  ['heap', '--by', 'type', '--top', '0', '--metrics', 'deep,retained'],
  ['heap', '--count', 'all', '--by', 'type', '--top', '0'],
  ['heap', '--by', 'type, site', '--top', '0'],
  ['heap', '--by', 'leaves(deep)[type]', '--top', '0'],
  ['heap', '--by', 'rooted, package', '--top', '0'],
  ['heap', '--by', 'containing-structures[type], age', '--top', '0'],
  ['structures', '--top', '0'],
  ['structures', '--members', 'deep', '--top', '20'],
  ['inspect', '--where', 'type=java.util.HashMap or type=app.Cache', '--roots', '--paths', '--objects'],
  ['inspect', '--where', 'not type=byte[]', '--roots', '--paths', '--cuts', '--top', '20'],
  ['growth'],
  ['growth', ...whole, '--unchanged', '--category', 'all'],
  ['growth', ...whole, '--leaves', '3', '--leaves-of', 'deep'],
  ['growth', ...whole, '--tree'],
  ['ds', 'infer', '--from', 'first', '--to', 'last'],
];

function ask(program, [command, ...options], trace) {
  const words = command === 'ds' ? ['ds', options[0], trace, ...options.slice(1)] : [command, trace, ...options];
  const { status, stdout, stderr } = spawnSync(program, [...words, '--json'], { encoding: 'utf8', maxBuffer: 1 << 30 });
  return { words, text: `${status}\n${stdout}\n${stderr}` };
}

let different = 0;
let answered = 0;
for (const trace of traces) {
  for (const question of questions) {
    const [old, fresh] = [before, after].map((program) => ask(program, question, trace));
    if (old.text.startsWith('0\n')) answered += 1;
    if (old.text === fresh.text) continue;
    different += 1;
    console.log(`different: heaptrail ${old.words.join(' ')} --json`);
  }
}
console.log(
  `${traces.length} traces, ${traces.length * questions.length} questions, ${answered} answered, ${different} answered differently`,
);
process.exitCode = different === 0 && answered > 0 ? 0 : 1;
