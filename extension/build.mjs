// Bundles the extension, the engine process and the views with esbuild, and lays out the complete unpacked extension in
// build/vsix. With --watch: does so again whenever a source file changes.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { homeInManifest, homePageOfClone } from './home_page.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'build', 'vsix');
const watch = process.argv.includes('--watch');

const common = {
  bundle: true,
  logLevel: 'info',
  sourcemap: watch ? 'inline' : false,
  minify: !watch,
  absWorkingDir: root,
};
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'] };
const bundles = [
  { ...node, entryPoints: ['extension/src/client/extension.ts'], outfile: join(out, 'dist', 'extension.cjs') },
  { ...node, entryPoints: ['extension/src/engine_process/main.ts'], outfile: join(out, 'dist', 'engine.cjs') },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    entryPoints: ['webviews/src/main.ts'],
    outdir: join(out, 'dist', 'webview'),
    entryNames: 'main',
  },
];

/** The manifest as it is shipped: what is bundled is no dependency any more, and it says where the project lives. */
function writeManifest() {
  const manifest = JSON.parse(readFileSync(join(root, 'extension', 'package.json'), 'utf8'));
  delete manifest.dependencies;
  Object.assign(manifest, homeInManifest(homePageOfClone(root)));
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function copyStatics() {
  mkdirSync(out, { recursive: true });
  writeManifest();
  copyFileSync(join(root, 'extension', 'package.nls.json'), join(out, 'package.nls.json'));
  for (const folder of ['media', 'l10n', 'walkthrough'])
    cpSync(join(root, 'extension', folder), join(out, folder), { recursive: true });
  for (const part of ['travel-cache.heaptrail', 'README.md', 'src'])
    cpSync(join(root, 'samples', 'travel-cache', part), join(out, 'samples', 'travel-cache', part), {
      recursive: true,
    });
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) copyFileSync(join(root, file), join(out, file));
  if (existsSync(join(root, 'docs', 'images')))
    cpSync(join(root, 'docs', 'images'), join(out, 'docs', 'images'), { recursive: true });
  mkdirSync(join(out, 'syntaxes'), { recursive: true });
  const languageFiles = [
    'heaptrail-ds.tmLanguage.json',
    'heaptrail-ds.code-snippets.json',
    'language-configuration.json',
  ];
  for (const file of languageFiles) {
    copyFileSync(join(root, 'dsl-grammar', file), join(out, 'syntaxes', file));
  }
}

/** The addon, and the program and the agent that record, without their symbols; what may be executed stays so. */
function copyNative() {
  mkdirSync(join(out, 'native'), { recursive: true });
  for (const file of ['heaptrail.node', 'heaptrail', 'libheaptrail-recorder.so']) {
    const built = join(root, 'build', 'release', file);
    if (existsSync(built)) execFileSync('strip', ['-o', join(out, 'native', file), built]);
    else console.warn(`build/release/${file} is not built yet: this extension lacks it (./run build makes all of it)`);
  }
}

copyStatics();
copyNative();
for (const bundle of bundles) {
  const builder = await context(bundle);
  await builder.rebuild();
  if (watch) await builder.watch();
  else await builder.dispose();
}
