// The dumps that the tests open, and the compiled program to record. They are made once and kept in build/e2e-data; the folder is named
// after what they are made from, so a changed program makes new ones. Each test gets a folder of its own with links to them: VS Code keeps
// its state by folder. Recordings are not kept: the recorder that makes them is what is tested.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Holds, takeHeapDump } from './heap_dump';
import { build, root } from './places';

export const program = 'LeakingService';
const source = path.join(root, `test/programs/${program}.java`);
/** The compiled program in every workspace. */
export const classes = 'classes';

export const files = {
  /** A real JVM's. */
  dump: 'travel-service.hprof',
  /** Taken after it, of the same program with more requests. */
  later: 'travel-service-2.hprof',
  /** The same, compressed. */
  compressed: 'travel-service.hprof.gz',
  /** The same, but the file ends in the middle. */
  truncated: 'truncated.hprof',
  /** Text under a dump's name. */
  broken: 'broken.hprof',
  /** More than 100,000 types. */
  manyTypes: 'many-types.hprof',
  /** Takes seconds to open, so that it can be cancelled: unpacking cannot be shared between threads. */
  big: 'big.hprof.gz',
  source: 'LeakingService.java',
} as const;

/** The folder that the dumps lie in, made if need be. */
export async function prepareData(): Promise<string> {
  const javaVersion = execFileSync('java', ['-version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const key = createHash('sha256').update(readFileSync(source)).update(readFileSync(__filename)).update(javaVersion);
  const folder = path.join(build, 'e2e-data', key.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;

  // Only the newest is kept, and it appears complete or not at all.
  rmSync(path.dirname(folder), { recursive: true, force: true });
  const staging = `${folder}.staging`;
  mkdirSync(staging, { recursive: true });
  const at = (name: string): string => path.join(staging, name);

  const holds = await takeHeapDump(source, at(files.dump), at(classes));
  writeFileSync(at('holds.json'), JSON.stringify(holds));
  const later = await takeHeapDump(source, at(files.later), at(classes), '40000');
  writeFileSync(at('later.json'), JSON.stringify(later));
  const dump = readFileSync(at(files.dump));
  compress(at(files.dump));
  writeFileSync(at(files.truncated), dump.subarray(0, Math.floor(dump.length * 0.6)));
  writeFileSync(at(files.broken), 'This is a shopping list, not a heap dump: bread, milk, coffee.\n');
  generate(at(files.manyTypes), ['--objects', '1000000', '--types', '100000']);
  generate(at('big.hprof'), ['--objects', '6000000']);
  compress(at('big.hprof'));
  rmSync(at('big.hprof'));
  copyFileSync(source, at(files.source));
  renameSync(staging, folder);
  return folder;
}

function generate(dump: string, options: string[]): void {
  execFileSync(path.join(build, 'release/generate_dump'), [...options, '--out', dump, '--truth', `${dump}.truth`]);
}

/** Makes FILE.gz beside the file. */
function compress(file: string): void {
  execFileSync('gzip', ['-1', '--keep', file]);
}

/** What the program said that it held when a dump was taken. */
export function holdsOf(folder: string, dump: 'holds' | 'later'): Holds {
  return JSON.parse(readFileSync(path.join(folder, `${dump}.json`), 'utf8')) as Holds;
}

/** A fresh workspace for one test. */
export function makeWorkspace(data: string, name: string): string {
  const workspace = path.join(build, 'e2e-workspaces', name, 'travel-service');
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  const shown = new Set<string>(Object.values(files));
  for (const file of readdirSync(data).filter((file) => shown.has(file))) {
    linkSync(path.join(data, file), path.join(workspace, file));
  }
  symlinkSync(path.join(data, classes), path.join(workspace, classes));
  return workspace;
}
