// Where things lie: the checkout, what the build made, what the tests leave. Everything the tests write is below build/ or in a temporary folder.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = process.env.HEAPTRAIL_ROOT ?? path.resolve(__dirname, '../../..');
export const build = path.join(root, 'build');
export const screenshots = path.join(build, 'screenshots');

/** The packaged extension: there is one per platform, and a machine builds its own. */
export function vsix(): string {
  const found = readdirSync(build).filter((name) => /^heaptrail-.*\.vsix$/.test(name));
  if (found.length !== 1 || !found[0])
    throw new Error(`expected one package in ${build}, found ${found.length}: ./run package`);
  return path.join(build, found[0]);
}

/** The folder that scripts/install-workbench.sh installed code-server and Node 24 into. */
export function workbenchFolder(): string {
  const folder = process.env.HEAPTRAIL_WORKBENCH;
  if (!folder || !existsSync(folder)) throw new Error('HEAPTRAIL_WORKBENCH is not set: start this through ./run');
  return folder;
}
