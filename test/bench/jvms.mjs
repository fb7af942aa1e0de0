// The JDKs of this machine that programs can be compiled and run with, the oldest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '/usr/lib/jvm';

/** @param {number} oldest the first feature release that counts */
export function installedJvms(oldest) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'bin', 'javac')))
    .map((entry) => {
      const home = join(folder, entry.name);
      const version = /^JAVA_VERSION="([^"]+)"/m.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1] ?? '0';
      return { home, version, feature: Number.parseInt(version, 10) };
    })
    .filter(({ feature }) => feature >= oldest)
    .sort((a, b) => a.feature - b.feature);
}
