// Programs that build or start other programs. Their JVMs are recorded where a whole command is, but nobody looks for leaks in them.

const tools = [
  // Gradle's launcher, wrapper and daemon; not its workers, which run the user's tests.
  /^org\.gradle\./,
  /(^|\/)gradle-wrapper\.jar$/,
  /^org\.apache\.maven\./,
  /(^|\/)maven-wrapper\.jar$/,
  /^org\.codehaus\.plexus\.classworlds\.launcher\.Launcher$/,
  /^org\.apache\.tools\.ant\./,
  /(^|\/)sbt-launch[^/]*\.jar$/,
  // The JDK's own, with and without their module; not the one that runs a program from source.
  /^(jdk\.[\w.]+\/)?com\.sun\.tools\.(?!javac\.launcher\.)/,
  /^(jdk\.[\w.]+\/)?(sun|jdk)\.tools\./,
  /^org\.jetbrains\.kotlin\.(cli|daemon)\./,
  /^(scala\.tools\.nsc|dotty\.tools)\./,
  /^org\.codehaus\.groovy\.tools\./,
];

/** @param program a main class, perhaps with its module, or a jar */
export const isTool = (program: string): boolean => tools.some((tool) => tool.test(program));
