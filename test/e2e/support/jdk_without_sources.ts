// A `java` of a JDK that came without its sources: some machines have them, others do not, and a test says what a user sees without.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes `bin/java` in `folder`, a script that is replaced by the `java` of the PATH; a link would lead to the home of that one. */
export function jdkWithoutSources(folder: string): Record<string, string> {
  const java = execFileSync('sh', ['-c', 'command -v java'], { encoding: 'utf8' }).trim();
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'java'), `#!/bin/sh\nexec "${java}" "$@"\n`, { mode: 0o755 });
  return {
    PATH: [bin, process.env.PATH].join(path.delimiter),
    // Extensions get this, and not what a login shell of this machine would make of it.
    VSCODE_CLI: '1',
  };
}
