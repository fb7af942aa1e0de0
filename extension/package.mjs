// Packs build/vsix as build/heaptrail-PLATFORM.vsix.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = `${process.platform}-${process.arch}`;
const vsce = join(root, 'node_modules', '.bin', 'vsce');
const file = join(root, 'build', `heaptrail-${target}.vsix`);
const { repository } = JSON.parse(readFileSync(join(root, 'build', 'vsix', 'package.json'), 'utf8'));
// The links of the readme lead to the project's pages, on hosts of which it is known how these are called.
const hasPages = /^https:\/\/(github|gitlab)\.com\//.test(repository?.url ?? '');
execFileSync(
  vsce,
  [
    'package',
    '--no-dependencies',
    ...(repository ? [] : ['--allow-missing-repository']),
    ...(hasPages ? [] : ['--no-rewrite-relative-links']),
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
