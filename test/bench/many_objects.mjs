// Recordings of test/programs/ManyObjects.java with as many points as a benchmark wants, each taken after a collection: between two of them the
// program grows by so many hundredths.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const release = join(root, 'build', 'release');
const program = join(release, 'heaptrail');

/**
 * @param {{ millions: string, where: string, points: number, hundredths: number, folder: string }} wanted `where` it grows, as the program says
 * @returns {Promise<string>} the recording, in the folder
 */
export async function recordManyObjects({ millions, where, points, hundredths, folder }) {
  process.stderr.write(`recording ${millions} million objects, ${points} points: ${where}\n`);
  execFileSync('javac', ['-d', folder, join(root, 'test', 'programs', 'ManyObjects.java')]);
  const recording = join(folder, `${where}.heaptrail`);
  const agent = `-agentpath:${join(release, 'libheaptrail-recorder.so')}=every=off,exit=no,file=${recording}`;
  const java = spawn('java', ['-Xmx6g', '-XX:+UseParallelGC', agent, '-cp', folder, 'ManyObjects', millions, where], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(java, 'exit');
  try {
    const lines = createInterface(java.stdout)[Symbol.asyncIterator]();
    await lines.next();
    for (let point = 0; point < points; point++) {
      for (let step = 0; point > 0 && step < hundredths; step++) {
        java.stdin.write('\n');
        await lines.next();
      }
      execFileSync('jcmd', [`${java.pid}`, 'GC.run'], { stdio: 'ignore' });
      execFileSync(program, ['point', `${java.pid}`], { stdio: 'pipe' });
    }
  } finally {
    java.kill('SIGKILL');
    await ended;
  }
  return recording;
}
