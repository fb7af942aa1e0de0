// Programs of the gallery that need nothing but a JDK, compiled with their sources beside them as a stranger has them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './places';

const gallery = path.join(root, 'test/gallery');

export interface GalleryProgram {
  /** Its folder in test/gallery/programs. */
  folder: string;
  mainClass: string;
}

export const garage: GalleryProgram = { folder: 'timer-cancelled', mainClass: 'parking.Garage' };

/** Puts the sources into `workspace/src` and the classes into `workspace/classes`; gives the command that runs it for so many seconds. */
export function bringProgram({ folder, mainClass }: GalleryProgram, workspace: string, seconds: number): string {
  const sources = path.join(workspace, 'src');
  const isSource = (file: string) => !file.endsWith('.json');
  cpSync(path.join(gallery, 'programs', folder), sources, { recursive: true, filter: isSource });
  cpSync(path.join(gallery, 'common'), sources, { recursive: true });
  const classes = path.join(workspace, 'classes');
  mkdirSync(classes, { recursive: true });
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.java'));
  execFileSync('javac', ['-d', classes, ...files.map((file) => path.join(sources, file))]);
  return `java -cp classes ${mainClass} ${seconds}`;
}

/** The line of a source that has a text, which no other line has. */
export function lineWith({ folder }: GalleryProgram, file: string, text: string): number {
  const lines = readFileSync(path.join(gallery, 'programs', folder, file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
  if (found.length !== 1) throw new Error(`${file} has "${text}" in ${found.length} lines`);
  return found[0] ?? 0;
}
