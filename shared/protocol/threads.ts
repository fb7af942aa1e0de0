// The answer about threads: schema 1 of docs/json.md. What is asked for it is in question_args.ts.
import type { Frame, Point, Size, Warning } from './answers';
import type { ShownObject } from './object_answer';

export interface ThreadVariable {
  /** `java-frame`, `jni-local`, `monitor`. */
  kind: string;
  /** The same for people. */
  label: string;
  /** Of a local variable, where the trace tells. */
  slot?: number;
  object: ShownObject;
}

export interface ThreadFrame {
  /** Null for what is held outside of frames. */
  frame: Frame | null;
  /** By its variables together. */
  retained: Size;
  allVariables: number;
  /** Those that retain most first. */
  variables: ThreadVariable[];
}

export interface ThreadLocalRow {
  /** The static field that holds the thread local, or its type. */
  name: string;
  class?: string;
  field?: string;
  object: ShownObject;
}

export interface ThreadRow {
  name: string;
  object?: ShownObject;
  /** By all that is told here together. */
  retained: Size;
  /** The innermost first. */
  frames: ThreadFrame[];
  allThreadLocals: number;
  threadLocals: ThreadLocalRow[];
}

export interface ThreadsAnswer {
  point: Point;
  values: 'shown' | 'off' | 'none' | 'unread';
  totalThreads: number;
  /** Those that retain most first. */
  threads: ThreadRow[];
  warnings?: Warning[];
}
