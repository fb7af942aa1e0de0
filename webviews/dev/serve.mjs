// Serves the views with made-up data at http://127.0.0.1:5173, and rebuilds them on every load.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const served = join(folder, '..', '..', 'build', 'dev');
const builder = await context({
  entryPoints: [join(folder, 'dev.ts'), join(folder, 'index.html')],
  loader: { '.html': 'copy' },
  bundle: true,
  outdir: served,
  sourcemap: 'inline',
});
const { port } = await builder.serve({ servedir: served, host: '127.0.0.1', port: Number(process.env.PORT ?? 5173) });
console.log(`http://127.0.0.1:${port}/?scene=open&theme=dark   (scene, tab, theme, types: see dev.ts)`);
