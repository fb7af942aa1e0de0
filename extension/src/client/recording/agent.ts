// The recorder as a JVM is told of it: one -agentpath option, alone or in JAVA_TOOL_OPTIONS.

export const agentLibrary = 'libheaptrail-recorder.so';

export const siteModes = ['off', 'auto', 'sampled', 'exact'] as const;
export type Sites = (typeof siteModes)[number];

export const pointKinds = ['full', 'light'] as const;
export type PointKind = (typeof pointKinds)[number];

export interface RecordingOptions {
  /** When points are taken: `10s`, `5gc`, `off`, or `auto`, which leaves it to the recorder: it spares a large heap. */
  every: string;
  sites: Sites;
  /** Light points have counts by class in place of objects. */
  points: PointKind;
}

export const isEvery = (value: unknown): value is string =>
  typeof value === 'string' && /^(auto|off|[1-9]\d{0,6}(ms|s|m|h|gc))$/.test(value);
export const isSites = (value: unknown): value is Sites => siteModes.some((mode) => mode === value);
export const isPointKind = (value: unknown): value is PointKind => pointKinds.some((kind) => kind === value);

/** Light points have no objects, so the recorder takes no word about their sites. */
const wordsOf = ({ every, sites, points }: RecordingOptions): [name: string, value: string][] => [
  ...(every === 'auto' ? [] : [['every', every] satisfies [string, string]]),
  points === 'full' ? ['sites', sites] : ['points', points],
];

/** @param file where the recording goes; `%p` becomes the process id */
export function agentOption(agent: string, options: RecordingOptions, file: string): string {
  const words = wordsOf(options).map(([name, value]) => `${name}=${value},`);
  // The file takes the rest of the text, whatever is in it.
  return `-agentpath:${agent}=${words.join('')}file=${file}`;
}

/** The same options for Heaptrail's own program. */
export const programOptions = (options: RecordingOptions, file: string): string[] => [
  ...wordsOf(options).flatMap(([name, value]) => [`--${name}`, value]),
  '-o',
  file,
];

/** As the JVM cuts JAVA_TOOL_OPTIONS: at white space, with both kinds of quotes, without escapes. */
export function splitToolOptions(text: string): string[] {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/** A quote of one kind stands between quotes of the other. */
function quoteForJvm(word: string): string {
  if (!/[\s"']/.test(word)) return word;
  return word
    .split(/("+)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('"') ? `'${part}'` : `"${part}"`))
    .join('');
}

/** JAVA_TOOL_OPTIONS with the agent behind what is there; the agent of a recording around this one gives way to it. */
export function withToolOption(existing: string | null | undefined, agent: string): string {
  const others = splitToolOptions(existing ?? '').filter((word) => !isAgentOption(word));
  return [...others, agent].map(quoteForJvm).join(' ');
}

export const isAgentOption = (word: string) => word.startsWith('-agentpath:') && word.includes(agentLibrary);
