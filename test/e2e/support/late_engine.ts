// An installed extension whose engine answers late: what takes something on its way for something that is there shows itself.
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function delayEngine(extensionsFolder: string, mostMilliseconds: number): void {
  const extension = readdirSync(extensionsFolder).find((name) => name.startsWith('heaptrail.'));
  if (extension === undefined) throw new Error(`there is no Heaptrail in ${extensionsFolder}`);
  const engine = path.join(extensionsFolder, extension, 'dist', 'engine.cjs');
  renameSync(engine, engine.replace(/cjs$/, 'prompt.cjs'));
  const late = JSON.stringify(path.join(__dirname, 'late_answers.cjs'));
  writeFileSync(engine, `require(${late}).delayMessages(${mostMilliseconds});\nrequire('./engine.prompt.cjs');\n`);
}
