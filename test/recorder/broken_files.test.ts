// What the program does with files that are no heap dump, or a damaged one: an answer from what can be used, or one line
// that says what is wrong, soon, and without taking the machine's memory.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contents, generate } from './support/generated';
import { program } from './support/heaptrail';
import { allJvms } from './support/jvms';
import { complaints, type Run, runOnEach } from './support/many_runs';
import { build } from './support/places';

const dump = (() => {
  const generated = generate('broken', '--objects', '1000', '--types', '10');
  const bytes = contents(generated);
  generated.remove();
  return bytes;
})();

/** mulberry32: the same damage in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function damaged(copies: number, name: (i: number) => string, damage: (bytes: Buffer, i: number) => Buffer) {
  return new Map(Array.from({ length: copies }, (_, i) => [name(i), damage(Buffer.from(dump), i)] as const));
}

function endWell(runs: readonly Run[]): void {
  expect(runs.flatMap(complaints)).toEqual([]);
}

describe('A damaged heap dump', () => {
  it('that ends anywhere is read up to there, or refused in one line', () => {
    const random = randomNumbers(1);
    const runs = runOnEach(
      'truncated',
      damaged(
        100,
        (i) => `truncated-${i}.hprof`,
        (bytes) => bytes.subarray(0, 1 + random(bytes.length - 1)),
      ),
    );
    endWell(runs);
    expect(runs.filter(({ status }) => status === 0).length).toBeGreaterThan(50);
    expect(runs.filter(({ status }) => status === 0).every(({ stderr }) => /at byte \d+/.test(stderr))).toBe(true);
  });

  it('in which any byte has changed is read as far as it makes sense, or refused in one line', () => {
    const random = randomNumbers(2);
    endWell(
      runOnEach(
        'flipped',
        damaged(
          allJvms ? 1000 : 500,
          (i) => `flipped-${i}.hprof`,
          (bytes, i) => {
            // Every other file is damaged where the format's own numbers are dense: in the header, names and classes.
            const place = random(i % 2 === 0 ? bytes.length : Math.min(bytes.length, 12_000));
            bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8));
            return bytes;
          },
        ),
      ),
    );
  });

  it('with a length of 2^60 or of 2^32-1 anywhere takes neither memory nor time', () => {
    const random = randomNumbers(3);
    endWell(
      runOnEach(
        'lengths',
        damaged(
          allJvms ? 300 : 150,
          (i) => `length-${i}.hprof`,
          (bytes, i) => {
            const place = random(Math.min(bytes.length, i % 2 === 0 ? 12_000 : bytes.length) - 8);
            if (i % 3 === 0) bytes.writeBigUInt64BE(1n << 60n, place);
            else bytes.writeUInt32BE(0xffffffff, place);
            return bytes;
          },
        ),
      ),
    );
  });

  it('whose records, one after the other, claim to be four gigabytes long ends well', () => {
    const starts: number[] = [];
    for (let at = 'JAVA PROFILE 1.0.2'.length + 13; at < dump.length; at += 9 + dump.readUInt32BE(at + 5))
      starts.push(at);
    expect(starts.length).toBeGreaterThan(50);
    endWell(
      runOnEach(
        'records',
        damaged(
          starts.length,
          (i) => `record-${i}.hprof`,
          (bytes, i) => {
            bytes.writeUInt32BE(0xffffffff, (starts[i] ?? 0) + 5);
            return bytes;
          },
        ),
      ),
    );
  });

  it('whose arrays claim 2^32-1 elements says where that is', () => {
    // PRIMITIVE_ARRAY_DUMP: tag, id (8 bytes), stack trace 1, length (4 bytes), element type 8 = byte
    const arrays: number[] = [];
    for (let at = 0; at + 18 < dump.length && arrays.length < 20; at++) {
      const isArray = dump[at] === 0x23 && dump.readUInt32BE(at + 1) === 0 && dump.readUInt32BE(at + 9) === 1;
      if (isArray && dump.readUInt16BE(at + 13) === 0 && dump[at + 17] === 8) arrays.push(at);
    }
    expect(arrays.length).toBeGreaterThan(10);
    const runs = runOnEach(
      'arrays',
      damaged(
        arrays.length,
        (i) => `array-${i}.hprof`,
        (bytes, i) => {
          bytes.writeUInt32BE(0xffffffff, (arrays[i] ?? 0) + 13);
          return bytes;
        },
      ),
    );
    endWell(runs);
    for (const { stderr } of runs) expect(stderr).toMatch(/at byte \d+/);
  });

  it('that is compressed and cut or changed anywhere is unpacked as far as possible, or refused in one line', () => {
    const packed = gzipSync(dump);
    const random = randomNumbers(4);
    const files = new Map<string, Uint8Array>();
    for (let i = 0; i < 30; i++) files.set(`cut-${i}.hprof.gz`, packed.subarray(0, 1 + random(packed.length - 1)));
    for (let i = 0; i < 70; i++) {
      const bytes = Buffer.from(packed);
      const place = random(i % 2 === 0 ? bytes.length : 64);
      bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8));
      files.set(`flipped-${i}.hprof.gz`, bytes);
    }
    endWell(runOnEach('gzip', files));
  });
});

describe('What is no heap dump', () => {
  const folder = path.join(build, `no-dump-${process.pid}`);
  const place = (name: string) => path.join(folder, name);

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(place('empty.hprof'), '');
    writeFileSync(place('byte.hprof'), 'J');
    writeFileSync(place('text.hprof'), 'Dear reader,\nthis is not a heap dump.\n');
    writeFileSync(place('header.hprof'), 'JAVA PROFILE 1.0.2\0');
    writeFileSync(place('later.hprof'), 'JAVA PROFILE 9.9.9\0\0\0\0\x08\0\0\0\0\0\0\0\0');
    writeFileSync(place('packed.hprof.gz'), Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    writeFileSync(place('packed-text.hprof.gz'), gzipSync('Dear reader, this is not a heap dump either.\n'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['an empty file', 'empty.hprof', /at byte 0: the file is empty/],
    ['a file of one byte', 'byte.hprof', /at byte 0: .*expected .*JAVA PROFILE.*found "J"/],
    ['a text', 'text.hprof', /at byte 0: .*expected .*JAVA PROFILE.*found "Dear read/],
    ['half a header', 'header.hprof', /at byte \d+: expected .*header.*found/],
    ['another version of the format', 'later.hprof', /9\.9\.9|at byte \d+: .*expected/],
    ['a folder', '.', /expected the files of an AntTracks trace/],
    ['a file that does not exist', 'missing.hprof', /No such file/],
    ['what only looks compressed', 'packed.hprof.gz', /gzip/],
    ['a compressed text', 'packed-text.hprof.gz', /expected .*JAVA PROFILE.*found "Dear read/],
  ])('%s is refused in one line', (_, name, says) => {
    for (const command of ['info', 'timeline', 'heap']) {
      const run = spawnSync(program, [command, place(name), '--json'], { encoding: 'utf8', timeout: 10_000 });
      expect({ command, status: run.status, stdout: run.stdout }).toEqual({ command, status: 3, stdout: '' });
      expect(run.stderr).toMatch(says);
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(run.stderr).toContain(place(name));
    }
  });

  it('a file that the user may not read is refused in one line', () => {
    // Root may read everything, so as root the program runs as nobody; in a folder that nobody can reach.
    const reachable = mkdtempSync(path.join(tmpdir(), 'heaptrail-'));
    const copy = path.join(reachable, 'heaptrail');
    const secret = path.join(reachable, 'private.hprof');
    copyFileSync(program, copy);
    writeFileSync(secret, dump);
    chmodSync(secret, 0);
    chmodSync(reachable, 0o755);
    const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const [command = '', ...rest] = [...asNobody, copy, 'info', secret];
    const run = spawnSync(command, rest, { encoding: 'utf8' });
    rmSync(reachable, { recursive: true });
    expect(run.error).toBeUndefined();
    expect(run.status).toBe(3);
    expect(run.stderr).toMatch(/^heaptrail: .*private\.hprof: .*Permission denied\n$/);
  });
});
