// What a program said when it failed, in one line for people: the line that names the fault, not where it was.

const noise = /^(Picked up |NOTE: Picked up |heaptrail: |WARNING: |OpenJDK .* warning|\s*$)/;
/** As JVMs, compilers and build tools begin them, the most telling first. */
const telling = [
  /^Error: /,
  /(^|:\d+: )error: /,
  /^Exception in thread /,
  /^\[ERROR\] /,
  /^\* What went wrong:/,
  /\berror\b/i,
];
const mostCharacters = 300;

/** Empty where it said nothing. */
export function failureMessage(said: string): string {
  const lines = said.split(/\r?\n/).filter((line) => !noise.test(line));
  for (const begin of telling) {
    const at = lines.findIndex((line) => begin.test(line));
    if (at < 0) continue;
    // Gradle says it in the line below.
    const line = lines[at]?.startsWith('* What') ? lines[at + 1] : lines[at];
    return shortened(line ?? '');
  }
  return shortened(lines.at(-1) ?? '');
}

function shortened(line: string): string {
  const text = line.trim();
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`;
}
