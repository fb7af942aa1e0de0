// Packs build/vsix as build/heaptrail-PLATFORM.vsix.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = `${process.platform}-${process.arch}`;
const vsce = join(root, 'node_modules', '.bin', 'vsce');
const file = join(root, 'build', `heaptrail-${target}.vsix`);
execFileSync(
  vsce,
  [
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--target',
    target,
    '--out',
    file,
  ],
  {
    cwd: join(root, 'build', 'vsix'),
    stdio: 'inherit',
  },
);
