// Where build tools put classes, and which class path belongs to a class that lies there. Knows nothing of the editor, and asks no build
// tool: libraries are those that lie beside the classes.
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Maven; Gradle, by language; IntelliJ IDEA; Eclipse and the Java extension. */
export const outputGlob = '**/{target/classes,build/classes/*/main,out/production/*,bin}/**/*.class';

const rootOf = /^(?<root>(?:.*\/)?(?:target\/classes|build\/classes\/[^/]+\/main|out\/production\/[^/]+|bin))\//;

/** The folder that a class file's package begins in. @param file relative to the workspace's folder, with `/` */
export function outputRoot(file: string): string | undefined {
  return rootOf.exec(file)?.groups?.root;
}

/** The name that a class has by its place; `undefined` for inner classes, which are started with their outer ones. */
export function classNameOf(root: string, file: string): string | undefined {
  const name = relative(root, file)
    .split(sep)
    .join('/')
    .replace(/\.class$/, '')
    .replaceAll('/', '.');
  return name.includes('$') || name === 'module-info' ? undefined : name;
}

/** What must be on the class path besides: other languages' classes, resources, and libraries that lie there. */
export async function classPath(folder: string, root: string): Promise<string[]> {
  const path = [root, ...(await besides(folder, root))];
  for (const libraries of librariesOf(root)) {
    const names = await readdir(join(folder, libraries)).catch(() => []);
    if (names.some((name) => name.endsWith('.jar'))) path.push(`${libraries}/*`);
  }
  return path;
}

async function besides(folder: string, root: string): Promise<string[]> {
  const gradle = /^(?<build>(?:.*\/)?build)\/classes\/(?<language>[^/]+)\/main$/.exec(root)?.groups;
  if (!gradle) return [];
  const { build = '', language = '' } = gradle;
  const languages = await readdir(join(folder, build, 'classes')).catch(() => []);
  const others = languages.filter((other) => other !== language).map((other) => `${build}/classes/${other}/main`);
  return [...others, `${build}/resources/main`];
}

function librariesOf(root: string): string[] {
  const output = root.replace(/\/?(classes(\/.*)?|production\/[^/]+)$/, '');
  const project = dirname(output);
  const inProject = (name: string) => (project === '.' ? name : `${project}/${name}`);
  return [`${output}/dependency`, `${output}/lib`, `${output}/libs`, inProject('lib'), inProject('libs')];
}
