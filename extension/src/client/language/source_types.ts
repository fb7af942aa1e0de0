// From source files to their classes, by paths alone: what stands below the usual source folders is the package.
const layouts = [/\/src\/[^/]+\/(?:java|kotlin|groovy|scala)\/(.+)\.\w+$/, /\/src\/(.+)\.\w+$/];

/** The class that a file has; none where its path does not tell. */
export function typeNameOf(path: string): string | undefined {
  for (const layout of layouts) {
    const found = layout.exec(path)?.[1];
    if (found !== undefined) return found.replaceAll('/', '.');
  }
  return undefined;
}
