// Before all tests of the views alone: the page with made-up data (webviews/dev), which they open as a file.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from './places';

export default function buildDevPage(): void {
  execFileSync('node', [path.join(root, 'webviews/dev/bundle.mjs')], { stdio: 'inherit' });
}
