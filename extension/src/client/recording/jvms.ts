// The JVMs of this user, from what they leave in /tmp/hsperfdata_USER and from /proc.
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { javaProgram } from './java_command';

export interface Jvm {
  pid: number;
  /** Main class or jar without packages and folders. */
  name: string;
  /** Main class or jar in full, with the program's arguments. */
  command: string;
  /** Where it was started. */
  folder?: string;
}

export interface Places {
  proc: string;
  /** Where HotSpot puts its performance data. */
  perfData: string;
  uid: number;
}

/** /proc/PID/cmdline: words that end in zeros. */
export function procWords(text: string): string[] {
  const words = text.split('\0');
  if (words.at(-1) === '') words.pop();
  return words;
}

const perfMagic = 0xcafec0c0;
const perfHeaderBytes = 32;
const perfEntryBytes = 20;
const perfByteType = 'B'.charCodeAt(0);

/** A text from HotSpot's performance data (format 2.0), which the JVM writes while it is read: nothing in it is believed. */
export function perfDataText(bytes: Uint8Array, wanted: string): string | undefined {
  if (bytes.length < perfHeaderBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = view.getUint8(4) === 1;
  const int = (offset: number) => view.getUint32(offset, little);
  if (view.getUint32(0) !== perfMagic || view.getUint8(5) !== 2) return undefined;
  const textAt = (from: number, end: number) => {
    const part = bytes.subarray(from, Math.min(end, bytes.length));
    const zero = part.indexOf(0);
    return new TextDecoder().decode(zero < 0 ? part : part.subarray(0, zero));
  };
  let entry = int(24);
  for (let left = int(28); left > 0 && entry + perfEntryBytes <= bytes.length; left--) {
    const length = int(entry);
    if (length < perfEntryBytes) return undefined;
    const data = entry + int(entry + 16);
    const name = textAt(entry + int(entry + 4), entry + length);
    if (name === wanted) {
      return view.getUint8(entry + 12) === perfByteType ? textAt(data, data + int(entry + 8)) : undefined;
    }
    entry += length;
  }
  return undefined;
}

/** What is known of a process, if it is a JVM. */
export function describeJvm(pid: number, words: string[], perfData: Uint8Array | undefined): Jvm | undefined {
  const isJava = basename(words[0] ?? '') === 'java';
  const program = isJava ? javaProgram(words) : undefined;
  if (program) {
    const from = words.indexOf(program.main);
    return { pid, name: program.name, command: words.slice(from < 0 ? 1 : from).join(' ') };
  }
  // Programs with a launcher of their own are no `java`: only their performance data tells that they are JVMs.
  const command = perfData && perfDataText(perfData, 'sun.rt.javaCommand')?.trim();
  if (command) return { pid, name: javaProgram(['java', ...command.split(' ')])?.name ?? command, command };
  if (!isJava && !perfData) return undefined;
  return { pid, name: basename(words[0] ?? '') || String(pid), command: words.slice(1).join(' ') };
}

const isPid = (name: string) => /^[1-9]\d*$/.test(name);

/** The youngest come first. */
export async function listJvms({ proc, perfData, uid }: Places): Promise<Jvm[]> {
  const pids = async (folder: string) => (await readdir(folder).catch(() => [])).filter(isPid);
  const withPerfData = new Set(await pids(perfData));
  const jvms = await Promise.all(
    (await pids(proc)).map(async (pid) => {
      const process = join(proc, pid);
      try {
        if ((await stat(process)).uid !== uid) return undefined;
        const words = procWords(await readFile(join(process, 'cmdline'), 'utf8'));
        if (words.length === 0) return undefined;
        const data = withPerfData.has(pid)
          ? await readFile(join(perfData, pid)).catch(() => new Uint8Array())
          : undefined;
        const jvm = describeJvm(Number(pid), words, data);
        const folder = jvm && (await readlink(join(process, 'cwd')).catch(() => undefined));
        return folder ? { ...jvm, folder } : jvm;
      } catch {
        // It ended while it was looked at.
        return undefined;
      }
    }),
  );
  return jvms.filter((jvm) => jvm !== undefined).sort((a, b) => b.pid - a.pid);
}
