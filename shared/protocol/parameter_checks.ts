// The parts that checks of questions' parameters are made of (question_args.ts): whether a value from elsewhere is what it should be.

export type Check<T> = (value: unknown) => value is T;

/** A check for each parameter; of those that may be left out, one that lets that through. */
export type ChecksOf<Args> = { readonly [Name in keyof Args]-?: Check<Args[Name]> };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const isText: Check<string> = (value): value is string => typeof value === 'string';
export const isFlag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
/** A whole number that is not negative. */
export const isCount: Check<number> = (value): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

export const textLike =
  (pattern: RegExp): Check<string> =>
  (value): value is string =>
    isText(value) && pattern.test(value);

export const numberFrom =
  (least: number, most: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= least && value <= most;

export const oneOf =
  <Word extends string>(...words: Word[]): Check<Word> =>
  (value): value is Word =>
    typeof value === 'string' && (words as string[]).includes(value);

export const listOf =
  <Item>(isItem: Check<Item>, most = Number.POSITIVE_INFINITY): Check<Item[]> =>
  (value): value is Item[] =>
    Array.isArray(value) && value.length <= most && value.every(isItem);

export const recordOf =
  <Fields extends object>(checks: ChecksOf<Fields>): Check<Fields> =>
  (value): value is Fields =>
    isRecord(value) && Object.keys(checks).every((name) => checks[name as keyof Fields](value[name]));

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value);

/** Whether all parameters of a question are there and right, and nothing else is. */
export function hasParameters<Args>(value: unknown, checks: ChecksOf<Args>): value is Args {
  return (
    recordOf(checks as ChecksOf<Args & object>)(value) &&
    Object.entries(value).every(([name, given]) => given === undefined || Object.hasOwn(checks, name))
  );
}
