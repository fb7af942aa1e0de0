import { describe, expect, it } from 'vitest';
import {
  type DescriptionFiles,
  noDescriptionFiles,
  readDescriptionFiles,
} from '../../extension/src/client/descriptions/description_files';
import { TraceDescriptions } from '../../extension/src/client/descriptions/trace_descriptions';
import type { Engine } from '../../extension/src/client/engine/engine';
import { TraceRegistry } from '../../extension/src/client/traces/trace_registry';
import { TraceSession } from '../../extension/src/client/traces/trace_session';
import type { Question } from '../../shared/protocol/questions';
import type { HeldDescriptions, TraceStatus } from '../../shared/protocol/view';

const found = (path: string, content: string | Uint8Array | Error) => ({
  path: `/project/${path}`,
  uri: `file:///project/${path}`,
  name: path,
  bytes: async () => {
    if (content instanceof Error) throw content;
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  },
});

describe('description files', () => {
  it('hold in the order of their paths, each once', async () => {
    const { files, warnings } = await readDescriptionFiles([
      found('b.ds', 'B'),
      found('a/z.ds', 'Z'),
      found('a.ds', 'A'),
      found('b.ds', 'B'),
    ]);
    expect(files.map(({ name, text }) => [name, text])).toEqual([
      ['a.ds', 'A'],
      ['a/z.ds', 'Z'],
      ['b.ds', 'B'],
    ]);
    expect(warnings).toEqual([]);
  });
  it('are left out where they are no descriptions, and it is said which and why', async () => {
    const { files, warnings } = await readDescriptionFiles([
      found('latin.ds', new Uint8Array([0x44, 0xe4])),
      found('disk-image.ds', new Uint8Array(2 ** 20 + 1)),
      found('gone.ds', new Error('ENOENT')),
      found('good.ds', 'DS A {}'),
    ]);
    expect(files.map(({ name }) => name)).toEqual(['good.ds']);
    expect(warnings.map(({ message }) => message)).toEqual([
      'the descriptions in disk-image.ds are left out: the file is larger than 1 MiB',
      'the descriptions in gone.ds are left out: the file cannot be read',
      'the descriptions in latin.ds are left out: it is not UTF-8',
    ]);
  });
  it('are so many at the most that a wrong setting does not read a whole disk', async () => {
    const many = Array.from({ length: 501 }, (_, i) => found(`${String(i).padStart(3, '0')}.ds`, ''));
    const { files, warnings } = await readDescriptionFiles(many);
    expect(files).toHaveLength(500);
    expect(warnings[0]?.message).toContain('501');
  });
});

const fileOf = (text: string): DescriptionFiles => ({
  files: [{ name: 'a.ds', uri: 'file:///a.ds', text }],
  warnings: [],
});

class Fake implements Engine {
  asked: [Question, object][] = [];
  answers: Partial<Record<Question, (args: object) => unknown>> = {};
  async ask<Q extends Question>(question: Q, args: object) {
    this.asked.push([question, args]);
    const answer = this.answers[question]?.(args) ?? { types: 1, heads: 1, warnings: [] };
    return (await answer) as never;
  }
  csv = async () => '';
}

describe('the descriptions of a trace', () => {
  function setUp(files: DescriptionFiles = noDescriptionFiles) {
    const engine = new Fake();
    const source = { files, read: async () => source.files };
    const seen: HeldDescriptions[] = [];
    return { engine, source, seen, held: new TraceDescriptions(engine, source, (held) => seen.push(held)) };
  }

  it('are told to the engine when the trace opens, if there are any', async () => {
    const without = setUp();
    await without.held.begin(7);
    expect(without.engine.asked).toEqual([]);
    expect(without.seen).toEqual([]);
    const { engine, held } = setUp(fileOf('DS A {}'));
    await held.begin(7);
    const files = [{ name: 'a.ds', text: 'DS A {}' }];
    expect(engine.asked).toEqual([['describe', { trace: 7, files, shipped: true }]]);
  });
  it('are told again when they changed, and when they are gone', async () => {
    const { engine, source, seen, held } = setUp(fileOf('DS A {}'));
    await held.begin(7);
    await held.tell(7);
    expect(engine.asked).toHaveLength(1);
    source.files = fileOf('DS B {}');
    await held.tell(7);
    source.files = noDescriptionFiles;
    await held.tell(7);
    expect(engine.asked.slice(1).map(([, args]) => (args as { files: object }).files)).toEqual([
      [{ name: 'a.ds', text: 'DS B {}' }],
      [],
    ]);
    expect(seen.map(({ version }) => version)).toEqual([1, 2, 3]);
  });
  it('are told anew to a trace that is opened again', async () => {
    const { engine, held } = setUp(fileOf('DS A {}'));
    await held.begin(7);
    await held.begin(8);
    expect(engine.asked.map(([, args]) => (args as { trace: number }).trace)).toEqual([7, 8]);
  });
  it('come with what could not be read and what the engine leaves out', async () => {
    const { engine, source, held } = setUp({ ...fileOf('DS A {'), warnings: [{ message: 'gone' }] });
    engine.answers.describe = () => ({ warnings: [{ message: 'left out' }] });
    await held.begin(7);
    expect(held.held).toEqual({ version: 1, warnings: [{ message: 'gone' }, { message: 'left out' }] });
    // What could not be read can be read now, but holds for nothing.
    source.files = fileOf('DS A {');
    await held.tell(7);
    expect(held.held.warnings).toEqual([{ message: 'left out' }]);
    expect(engine.asked).toHaveLength(1);
  });
  it('do not keep a trace from being open when the engine refuses them', async () => {
    const { engine, held } = setUp(fileOf('DS A {}'));
    engine.answers.describe = () => Promise.reject(new Error('no memory'));
    await held.begin(7);
    expect(held.held.warnings).toEqual([{ message: 'the descriptions of the workspace do not hold: no memory' }]);
  });
});

describe('an open trace', () => {
  const settings = () => ({ followWeak: false, threads: 0, cache: '', mostCacheBytes: 0 });

  function setUp() {
    const engine = new Fake();
    engine.answers.open = () => ({ handle: 7, info: { trace: {} } });
    const source = { files: fileOf('DS A {}'), read: async () => source.files };
    const session = new TraceSession(engine, ['/a.hprof'], settings, source);
    const told: string[] = [];
    session.onStatus(({ kind }) => told.push(kind));
    session.onDescriptions(({ version }) => told.push(`descriptions ${version}`));
    return { engine, source, session, told };
  }

  it('has the descriptions before its views ask, and gets others without being opened again', async () => {
    const { engine, source, session, told } = setUp();
    await session.open();
    expect(told).toEqual(['opening', 'descriptions 1', 'open']);
    source.files = fileOf('DS B {}');
    await session.describe();
    expect(told.slice(3)).toEqual(['descriptions 2']);
    expect(engine.asked.map(([question]) => question)).toEqual(['open', 'describe', 'describe']);
  });
  it('computes sizes of structures anew under other descriptions, those of objects not', async () => {
    const { engine, source, session } = setUp();
    await session.open();
    let asked = 0;
    engine.answers.sizes = () => {
      asked++;
      return new Promise(() => undefined);
    };
    const ask = () => {
      void session.ask('sizes', { metric: 'retained' });
      void session.ask('sizes', { metric: 'retained', filter: 'top-level' });
    };
    ask();
    ask();
    expect(asked).toBe(2);
    source.files = fileOf('DS B {}');
    await session.describe();
    ask();
    expect(asked).toBe(3);
  });
  it('that is not there any more when its descriptions are told is not shown as open', async () => {
    const { engine, session } = setUp();
    const stopped: TraceStatus[] = [];
    session.onStatus((status) => stopped.push(status));
    engine.answers.describe = () => {
      session.engineStopped({ kind: 'engine', message: 'It ended.' });
      return Promise.reject(new Error('It ended.'));
    };
    await session.open();
    expect(stopped.map(({ kind }) => kind)).toEqual(['opening', 'engine-stopped']);
  });
  it('is told of changes by the list of all that are open', async () => {
    const { source, session, told } = setUp();
    const traces = new TraceRegistry(() => session);
    traces.acquire(['/a.hprof']);
    await new Promise((resolve) => setTimeout(resolve));
    source.files = fileOf('DS B {}');
    traces.describe();
    await new Promise((resolve) => setTimeout(resolve));
    expect(told.at(-1)).toBe('descriptions 2');
    traces.dispose();
  });
});
