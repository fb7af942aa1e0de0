// What questions take is declared once, in the engine: the addon, the schema and the checks that are generated from it agree.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Addon, loadAddon } from '../../extension/src/engine_process/addon';
import { type ChecksOf, hasParameters } from '../../shared/protocol/parameter_checks';
import { parameterChecks } from '../../shared/protocol/question_args';

interface Parameter {
  type: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
  enum?: string[];
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  items?: Parameter;
  maxItems?: number;
}
interface Question {
  properties: Record<string, Parameter>;
  required?: string[];
}

const root = join(__dirname, '..', '..');
const { $defs: questions } = JSON.parse(readFileSync(join(root, 'docs', 'questions.schema.json'), 'utf8')) as {
  $defs: Record<string, Question>;
};
const scene = join(root, 'test', 'native', 'answer', 'golden', 'leaking-cache', 'trace.heap.jsonl');
const names = Object.keys(questions);
let addon: Addon;

beforeAll(() => {
  addon = loadAddon(join(root, 'build', 'release', 'heaptrail.node'));
});

/** Without an open trace, all that is right is answered so. */
const notOpen = { message: 'this trace is not open' };
const refusalOf = (question: string, args: object) =>
  addon.ask(question, { trace: 4711, ...args }).promise.then(
    () => expect.unreachable('there is no such trace'),
    ({ kind, message }) => ({ kind, message }),
  );
const passesChecks = (question: string, args: object) =>
  hasParameters<object>(args, parameterChecks[question as keyof typeof parameterChecks] as ChecksOf<object>);

/** Something that is right for a parameter. */
function example({ type, enum: words, pattern, items, default: usual }: Parameter): unknown {
  if (words) return words[0];
  if (type === 'string' && usual !== undefined) return usual;
  if (pattern) return '0x66';
  if (type === 'array' && items?.type === 'object') return [{ name: 'a.ds', text: '' }];
  if (type === 'array' && items) return [example(items)];
  // What is no condition is no text for every parameter; an empty one is none.
  return { string: '', boolean: true, integer: 7, number: 12.5, array: [], object: {} }[type];
}
const requiredArgs = ({ properties, required = [] }: Question) =>
  Object.fromEntries(required.map((name) => [name, example(properties[name] as Parameter)]));

/** What is wrong for a parameter. */
function wrongOnes({ type, enum: words, pattern, minimum = 0, maximum = 0 }: Parameter): unknown[] {
  if (words) return ['nonsense', '', 5, null];
  if (pattern) return ['cache', '0x', '', 5];
  if (type === 'string') return [5, true, null, ['a']];
  if (type === 'boolean') return ['yes', 1, null];
  if (type === 'integer') return [-1, 0.5, '7', 2 ** 53, null];
  if (type === 'number') return [minimum - 1, maximum + 1, '7', Number.NaN, null];
  return [5, 'a', null, [5]];
}

describe.each(names)('the question %s', (name) => {
  const question = questions[name] as Question;

  it('takes what is declared, each word of it, from the addon as from the checks', async () => {
    for (const [parameter, schema] of Object.entries(question.properties)) {
      const words = schema.enum ?? schema.items?.enum?.map((word) => [word]) ?? [example(schema)];
      const limits = schema.type === 'number' ? [schema.minimum, schema.maximum] : [];
      for (const value of [...words, ...limits, ...(schema.default === undefined ? [] : [schema.default])]) {
        const args = { ...requiredArgs(question), [parameter]: value };
        expect(await refusalOf(name, args), JSON.stringify(args)).toMatchObject(notOpen);
        expect(passesChecks(name, args), JSON.stringify(args)).toBe(true);
      }
    }
  });

  it('takes nothing else', async () => {
    for (const [parameter, schema] of Object.entries(question.properties)) {
      for (const value of wrongOnes(schema)) {
        const args = { ...requiredArgs(question), [parameter]: value };
        const refusal = await refusalOf(name, args);
        expect(refusal.kind).toBe('usage');
        expect(refusal, JSON.stringify(args)).not.toMatchObject(notOpen);
        expect(passesChecks(name, args), JSON.stringify(args)).toBe(false);
      }
    }
    const more = { ...requiredArgs(question), colour: 'red' };
    expect((await refusalOf(name, more)).message).toContain('there is no parameter "colour"');
    expect(passesChecks(name, more)).toBe(false);
    for (const missing of question.required ?? []) {
      const { [missing]: _, ...rest } = requiredArgs(question);
      expect((await refusalOf(name, rest)).message).toBe(`"${missing}" is missing`);
      expect(passesChecks(name, rest)).toBe(false);
    }
  });

  it('means its defaults where nothing is said', async () => {
    // What changes the trace gives another answer the second time.
    if (name === 'store' || name === 'proposal') return;
    const defaults = Object.fromEntries(
      Object.entries(question.properties).flatMap(([parameter, schema]) =>
        schema.default === undefined ? [] : [[parameter, schema.default]],
      ),
    );
    const { handle: trace } = JSON.parse(await addon.ask('open', { paths: [scene] }).promise);
    const must = { ...requiredArgs(question), ...(name === 'inspect' ? { where: 'bytes>0' } : {}) };
    const asked = { trace, ...must, ...(name === 'check' ? { rules: 'any may grow by 1 MB' } : {}) };
    const brief = await addon.ask(name, asked).promise;
    expect(await addon.ask(name, { ...defaults, ...asked }).promise).toBe(brief);
    await addon.ask('close', { trace }).promise;
  });
});

describe('what is generated', () => {
  it('is the schema of the program', () => {
    const printed = execFileSync(join(root, 'build', 'release', 'heaptrail'), ['schema'], { encoding: 'utf8' });
    expect(JSON.parse(printed).$defs).toEqual(questions);
  });
  it('has a check for each question', () => {
    expect(Object.keys(parameterChecks)).toEqual(names);
  });
  it('bounds lists as the engine does', async () => {
    const keys = Array.from({ length: 257 }, () => 'A');
    expect(passesChecks('sizes', { metric: 'deep', keys })).toBe(false);
    const { handle: trace } = JSON.parse(await addon.ask('open', { paths: [scene] }).promise);
    await expect(addon.ask('sizes', { trace, metric: 'deep', keys }).promise).rejects.toMatchObject({ kind: 'usage' });
    expect(passesChecks('sizes', { metric: 'deep', keys: keys.slice(1) })).toBe(true);
  });
});
