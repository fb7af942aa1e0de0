// The sources that came with the JDK: lib/src.zip of JAVA_HOME, or of the JDK whose `java` is on the PATH. Debian's are a package of their own,
// without which src.zip is a link that leads nowhere.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** One per JDK, and where it should be if it is not there. */
export function jdkArchives(environment: NodeJS.ProcessEnv): string[] {
  const homes = new Set([environment.JAVA_HOME, homeOnPath(environment.PATH ?? '')]);
  return [...homes].flatMap((home) => (home ? archiveOf(home) : []));
}

function archiveOf(home: string): string {
  const usual = join(home, 'lib', 'src.zip');
  // Java 8 has it at the top.
  return [usual, join(home, 'src.zip')].find((path) => existsSync(path)) ?? usual;
}

function homeOnPath(path: string): string | undefined {
  for (const folder of path.split(delimiter)) {
    for (const name of folder === '' ? [] : ['java', 'java.exe']) {
      try {
        const bin = dirname(realpathSync(join(folder, name)));
        const home = dirname(bin);
        return /[\\/]jre$/.test(home) ? dirname(home) : home;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}
