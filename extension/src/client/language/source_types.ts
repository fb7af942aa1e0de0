// Between classes and their source files, by names alone: what stands below the usual source folders is the package.
const layouts = [/\/src\/[^/]+\/(?:java|kotlin|groovy|scala)\/(.+)\.\w+$/, /\/src\/(.+)\.\w+$/];

/** The class that a file has; none where its path does not tell. */
export function typeNameOf(path: string): string | undefined {
  for (const layout of layouts) {
    const found = layout.exec(path)?.[1];
    if (found !== undefined) return found.replaceAll('/', '.');
  }
  return undefined;
}

/** `com.example.Tree$Node` → what to look for: a file called Tree, and in it a class called Node. */
export function classNames(type: string): { outer: string; inner: string } | undefined {
  const simple = type.slice(type.lastIndexOf('.') + 1);
  const parts = simple.split('$').filter((part) => part !== '');
  const [outer] = parts;
  // What compilers number has no name in the source.
  const inner = parts.findLast((part) => !/^\d/.test(part));
  return outer === undefined || inner === undefined || simple.includes('*') ? undefined : { outer, inner };
}
