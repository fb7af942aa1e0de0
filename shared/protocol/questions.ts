// What the extension may ask the engine process, and how the two talk: one request `heaptrail/ask` for all questions, with
// the language server protocol's own cancellation, and progress notifications under a token the asker chooses.
import type {
  DescribeAnswer,
  DescriptionsAnswer,
  HeapAnswer,
  InfoAnswer,
  SizesAnswer,
  StructuresAnswer,
  TimelineAnswer,
  TypesAnswer,
} from './answers';
import type { GrowthAnswer, GrowthOfAnswer } from './growth';
import type { GrowthTreeAnswer } from './growth_tree';
import type { InspectAnswer } from './inspect';
import type { ObjectAnswer } from './object_answer';
import type { OwnershipAnswer, OwnershipHistoryAnswer } from './ownership';
import { isRecord } from './parameter_checks';
import { parameterChecks, type QuestionArgs } from './question_args';
import type { ThreadsAnswer } from './threads';
import type { TrendAnswer } from './trend';

/** A number the engine gave to an open trace. */
export type TraceHandle = number;

/** The answers to questions about an open trace, as far as the extension asks them. What is asked is in question_args.ts. */
export interface TraceAnswers {
  info: InfoAnswer;
  timeline: TimelineAnswer;
  trend: TrendAnswer;
  heap: HeapAnswer;
  sizes: SizesAnswer;
  structures: StructuresAnswer;
  object: ObjectAnswer;
  growth: GrowthAnswer;
  growthOf: GrowthOfAnswer;
  growthTree: GrowthTreeAnswer;
  ownership: OwnershipAnswer;
  ownershipHistory: OwnershipHistoryAnswer;
  inspect: InspectAnswer;
  threads: ThreadsAnswer;
  types: TypesAnswer;
  describe: DescribeAnswer;
  proposal: DescriptionsAnswer;
  inferred: DescriptionsAnswer;
  store: { bytes: number };
}
export type TraceQuestion = keyof TraceAnswers;

/** What is asked of the engine process to have open traces, and to use them elsewhere. */
interface EngineArgs {
  open: { paths: string[]; followWeak: boolean; threads: number; cache: string; mostCacheBytes: number };
  /** From now on the trace has what has been written since it was opened. */
  grow: { trace: TraceHandle };
  /** How far a recording is, which need not be open; `from`: where the look before ended. */
  look: { path: string; from: number };
  close: { trace: TraceHandle };
  /** Lets the description language know the types of this trace, which people call `name`. */
  knownTypes: { trace: TraceHandle; at?: string; name: string };
}
const engineRequests: Record<keyof EngineArgs, true> = {
  open: true,
  grow: true,
  look: true,
  close: true,
  knownTypes: true,
};

/** What came into a recording since the look before. */
export interface RecordingLook {
  /** Where to look from the next time. */
  end: number;
  /** Complete ones that came. */
  points: number;
  /** Its program is being recorded. */
  running: boolean;
  /** Where it was looked at from its beginning: since 1970, and the main class or jar, empty when unknown. */
  startMillis?: number;
  program?: string;
}

interface Answers extends TraceAnswers {
  open: { handle: TraceHandle; info: InfoAnswer };
  /** Null where nothing has come. */
  grow: { info: InfoAnswer | null };
  look: RecordingLook;
  close: object;
  knownTypes: object;
}

export type Question = keyof Answers;
export type Answer<Q extends Question> = Answers[Q];
export type Args<Q extends Question> = (EngineArgs & {
  [T in TraceQuestion]: QuestionArgs[T] & { trace: TraceHandle };
})[Q];

export const askMethod = 'heaptrail/ask';

export interface AskParams {
  question: Question;
  args: object;
  /** Where progress is wanted: the token its notifications carry. */
  progress?: string;
  /** Where the answer is wanted as a table for people's files: its text, as the command line writes it. */
  form?: 'csv';
}

export interface ProgressValue {
  phase: string;
  /** 0…1 of the whole. */
  done: number;
}

/** The border of the engine process: nothing else is answered. The engine itself looks at the arguments. */
export function isAskParams(value: unknown): value is AskParams {
  if (!isRecord(value)) return false;
  const { question, args, progress, form } = value;
  return (
    typeof question === 'string' &&
    (Object.hasOwn(parameterChecks, question) || Object.hasOwn(engineRequests, question)) &&
    isRecord(args) &&
    (progress === undefined || typeof progress === 'string') &&
    (form === undefined || form === 'csv')
  );
}
