// Serves the views with made-up data at http://127.0.0.1:5173, and rebuilds them on every load.
import { context } from 'esbuild';
import { bundle, served } from './bundle.mjs';

const builder = await context(bundle);
const { port } = await builder.serve({ servedir: served, host: '127.0.0.1', port: Number(process.env.PORT ?? 5173) });
console.log(`http://127.0.0.1:${port}/?scene=open&theme=dark   (scene, tab, theme, types: see dev.ts)`);
