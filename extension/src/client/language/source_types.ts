// Which class a source file has, told by its path: what stands below the usual source folders is its package.
const layouts = [/\/src\/[^/]+\/(?:java|kotlin|groovy|scala)\/(.+)\.\w+$/, /\/src\/(.+)\.\w+$/];

/** None where the path does not tell. */
export function typeNameOf(path: string): string | undefined {
  for (const layout of layouts) {
    const found = layout.exec(path)?.[1];
    if (found !== undefined) return found.replaceAll('/', '.');
  }
  return undefined;
}
