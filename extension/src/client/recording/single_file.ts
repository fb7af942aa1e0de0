// Whether `java FILE` can run a source file: it has a main method, and needs nothing but itself and the JDK. A guess from the text, which
// leaves out rather one too many: a program that cannot be compiled is a worse offer than none.

const comments = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const mainMethod = /\bvoid\s+main\s*\(/;
const imports = /^\s*import\s+(?:static\s+)?([\w.]+)/gm;
const ofJdk = /^(java|javax|jdk|com\.sun|sun|org\.w3c\.dom|org\.xml\.sax|org\.ietf\.jgss)\./;

/** @param neighbours the types of the other files in its folder */
export function runsAlone(text: string, neighbours: readonly string[]): boolean {
  const code = text.replace(comments, ' ');
  if (!mainMethod.test(code)) return false;
  if ([...code.matchAll(imports)].some(([, name = '']) => !ofJdk.test(name))) return false;
  return !neighbours.some((type) => new RegExp(`\\b${type}\\b`).test(code));
}
