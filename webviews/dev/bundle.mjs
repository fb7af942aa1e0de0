// What the page with made-up data is made of, and where it lies (build/dev): for those who serve it and for tests, which open it as a file.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
export const served = join(folder, '..', '..', 'build', 'dev');
export const bundle = {
  entryPoints: [join(folder, 'dev.ts'), join(folder, 'index.html')],
  loader: { '.html': 'copy' },
  bundle: true,
  outdir: served,
  sourcemap: 'inline',
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(bundle);
