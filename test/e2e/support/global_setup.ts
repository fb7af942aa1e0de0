// Before all tests: the dumps that they open.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { prepareData } from './data';
import { build } from './places';

export default async function globalSetup(): Promise<void> {
  rmSync(path.join(build, 'e2e-workspaces'), { recursive: true, force: true });
  process.env.HEAPTRAIL_E2E_DATA = await prepareData();
}
