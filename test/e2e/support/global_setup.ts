// Before all tests: the dumps, one code-server with the packaged extension. After all: it is gone.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { startCodeServer } from './code_server';
import { prepareData } from './data';
import { build, vsix } from './places';

export default async function globalSetup(): Promise<() => Promise<void>> {
  rmSync(path.join(build, 'e2e-workspaces'), { recursive: true, force: true });
  process.env.HEAPTRAIL_E2E_DATA = await prepareData();
  const server = await startCodeServer({ extensions: [vsix()] });
  process.env.HEAPTRAIL_E2E_URL = server.url;
  process.env.HEAPTRAIL_E2E_FOLDER = server.folder;
  process.env.HEAPTRAIL_E2E_EXTENSIONS = server.extensionsFolder;
  process.env.HEAPTRAIL_E2E_LOG = server.log;
  return () => server.stop();
}
