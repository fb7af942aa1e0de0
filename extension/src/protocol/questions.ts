// What the extension may ask the engine process, and how the two talk: one request `heaptrail/ask` for all questions, with
// the language server protocol's own cancellation, and progress notifications under a token the asker chooses.
import type {
  DescribeAnswer,
  DescribeArgs,
  HeapAnswer,
  HeapArgs,
  InfoAnswer,
  InfoArgs,
  SizesAnswer,
  SizesArgs,
  StructuresAnswer,
  StructuresArgs,
  TimelineAnswer,
} from './answers';
import type { GrowthAnswer, GrowthArgs, GrowthOfAnswer, GrowthOfArgs } from './growth';
import type { GrowthTreeAnswer, GrowthTreeArgs } from './growth_tree';

/** A number the engine gave to an open trace. */
export type TraceHandle = number;

export interface Questions {
  open: {
    args: { paths: string[]; followWeak: boolean; threads: number; cache: string; mostCacheBytes: number };
    answer: { handle: TraceHandle; info: InfoAnswer };
  };
  close: { args: { trace: TraceHandle }; answer: object };
  info: { args: InfoArgs & { trace: TraceHandle }; answer: InfoAnswer };
  timeline: { args: { trace: TraceHandle }; answer: TimelineAnswer };
  heap: { args: HeapArgs & { trace: TraceHandle }; answer: HeapAnswer };
  sizes: { args: SizesArgs & { trace: TraceHandle }; answer: SizesAnswer };
  structures: { args: StructuresArgs & { trace: TraceHandle }; answer: StructuresAnswer };
  growth: { args: GrowthArgs & { trace: TraceHandle }; answer: GrowthAnswer };
  growthOf: { args: GrowthOfArgs & { trace: TraceHandle }; answer: GrowthOfAnswer };
  growthTree: { args: GrowthTreeArgs & { trace: TraceHandle }; answer: GrowthTreeAnswer };
  /** From now on these descriptions hold for the trace. */
  describe: { args: DescribeArgs & { trace: TraceHandle }; answer: DescribeAnswer };
  /** A first description of a type, to be corrected. */
  proposal: { args: { trace: TraceHandle; at?: string; type: string }; answer: { text: string } };
  /** Descriptions of what grew in a window and nobody described: the text of a file, empty where there is nothing to write. */
  inferred: { args: { trace: TraceHandle; from: string; to: string; own?: string[] }; answer: { text: string } };
  /** Lets the description language know the types of this trace, which people call `name`. */
  knownTypes: { args: { trace: TraceHandle; at?: string; name: string }; answer: object };
  /** Puts what is known into the cache. */
  store: { args: { trace: TraceHandle }; answer: { bytes: number } };
}

export type Question = keyof Questions;
export type Args<Q extends Question> = Questions[Q]['args'];
export type Answer<Q extends Question> = Questions[Q]['answer'];

const questions: Record<Question, true> = {
  open: true,
  close: true,
  info: true,
  timeline: true,
  heap: true,
  sizes: true,
  structures: true,
  growth: true,
  growthOf: true,
  growthTree: true,
  describe: true,
  proposal: true,
  inferred: true,
  knownTypes: true,
  store: true,
};

export const askMethod = 'heaptrail/ask';

export interface AskParams {
  question: Question;
  args: object;
  /** Where progress is wanted: the token its notifications carry. */
  progress?: string;
}

export interface ProgressValue {
  phase: string;
  /** 0…1 of the whole. */
  done: number;
}

/** The border of the engine process: nothing else is answered. */
export function isAskParams(value: unknown): value is AskParams {
  if (typeof value !== 'object' || value === null) return false;
  const { question, args, progress } = value as Record<string, unknown>;
  return (
    typeof question === 'string' &&
    Object.hasOwn(questions, question) &&
    typeof args === 'object' &&
    args !== null &&
    (progress === undefined || typeof progress === 'string')
  );
}
