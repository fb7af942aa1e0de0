// What a JVM's command line runs: the main class, jar or source file among all the options.

export interface JavaProgram {
  /** A class, a file, or `module/class`. */
  main: string;
  /** For people and file names: without packages and folders. */
  name: string;
}

/** Options whose value is the next word. */
const withValue = new Set([
  ...['-cp', '-classpath', '--class-path', '-p', '--module-path', '--upgrade-module-path', '--source'],
  ...['--add-modules', '--limit-modules', '--add-exports', '--add-opens', '--add-reads', '--patch-module'],
  ...['--enable-native-access', '--illegal-native-access', '-javaagent', '-d', '--describe-module'],
]);

const base = (path: string) => path.split('/').at(-1) ?? path;

/** @param words the whole command line, the program first */
export function javaProgram(words: string[]): JavaProgram | undefined {
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '-jar' || word === '-m' || word === '--module') return named(words[i + 1]);
    if (word.startsWith('--module=')) return named(word.slice('--module='.length));
    if (withValue.has(word)) i++;
    else if (!word.startsWith('-') && !word.startsWith('@')) return named(word);
  }
  return undefined;
}

function named(main: string | undefined): JavaProgram | undefined {
  if (!main) return undefined;
  const file = /\.(jar|war|java)$/i;
  const name = file.test(main) ? base(main).replace(file, '') : base(main).split('.').at(-1);
  return { main, name: name || main };
}

/** A short name for whatever is run: `Main` for `java a.b.Main`, `gradlew` for `./gradlew run`. */
export function programName(words: string[]): string {
  const program = base(words[0] ?? '').replace(/\.(sh|bat|cmd|exe)$/i, '');
  return (program === 'java' && javaProgram(words)?.name) || program || 'program';
}
