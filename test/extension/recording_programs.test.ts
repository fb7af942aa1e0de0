// Which programs of a workspace can be recorded: found in class files, by their place, in the text of a source, by the Java extension.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { classNameOf, classPath, outputRoot } from '../../extension/src/client/recording/build_outputs';
import { startableClass } from '../../extension/src/client/recording/class_file';
import { commandLineOf, knownMainClasses } from '../../extension/src/client/recording/java_extension';
import { runsAlone } from '../../extension/src/client/recording/single_file';

interface Member {
  flags: number;
  name: string;
  descriptor: string;
}

/** A class file with a field, these methods, and all that stands between. */
function classFile(name: string, methods: Member[]): Buffer {
  const constants: Buffer[] = [];
  const number = (size: 1 | 2 | 4, value: number) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  const constant = (bytes: Buffer, slots = 1) => {
    constants.push(bytes);
    for (let i = 1; i < slots; i++) constants.push(Buffer.alloc(0));
    return constants.length - slots + 1;
  };
  const text = (value: string) => constant(Buffer.concat([number(1, 1), number(2, value.length), Buffer.from(value)]));
  // A long takes two numbers.
  constant(Buffer.concat([number(1, 5), Buffer.alloc(8)]), 2);
  const self = constant(Buffer.concat([number(1, 7), number(2, text(name))]));
  const code = text('Code');
  const members = (all: Member[]) =>
    Buffer.concat([
      number(2, all.length),
      ...all.flatMap(({ flags, name: member, descriptor }) => [
        number(2, flags),
        number(2, text(member)),
        number(2, text(descriptor)),
        number(2, 1),
        number(2, code),
        number(4, 3),
        Buffer.from([1, 2, 3]),
      ]),
    ]);
  const body = [members([{ flags: 8, name: 'main', descriptor: 'I' }]), members(methods)];
  return Buffer.concat([
    Buffer.from('cafebabe00000041', 'hex'),
    number(2, constants.length + 1),
    ...constants,
    number(2, 0x21),
    number(2, self),
    number(2, 0),
    number(2, 1),
    number(2, 0),
    ...body,
  ]);
}

const main: Member = { flags: 0x9, name: 'main', descriptor: '([Ljava/lang/String;)V' };
const maker: Member = { flags: 1, name: '<init>', descriptor: '()V' };

describe('a class', () => {
  it('can be started where it has a main method', () => {
    expect(startableClass(classFile('com/example/Main', [maker, main]))).toBe('com.example.Main');
  });
  it.each([
    ['none', [maker]],
    ['one of an instance', [{ ...main, flags: 1 }]],
    ['one that is private', [{ ...main, flags: 0xa }]],
    ['another method that takes texts', [{ ...main, name: 'start' }]],
  ])('cannot where it has %s', (_, methods) => {
    expect(startableClass(classFile('A', methods))).toBeUndefined();
  });
  it('cannot where it is cut off, or is none', () => {
    const whole = classFile('A', [main]);
    for (let size = 0; size < whole.length; size++) expect(startableClass(whole.subarray(0, size))).toBeUndefined();
    expect(startableClass(Buffer.from('main ([Ljava/lang/String;)V'))).toBeUndefined();
  });
});

const folder = mkdtempSync(join(tmpdir(), 'heaptrail-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (...files: string[]) => {
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
};

describe('what a build has left', () => {
  it.each([
    ['target/classes/com/a/Main.class', 'target/classes', 'com.a.Main'],
    ['shop/target/classes/Main.class', 'shop/target/classes', 'Main'],
    ['app/build/classes/kotlin/main/com/a/MainKt.class', 'app/build/classes/kotlin/main', 'com.a.MainKt'],
    ['out/production/shop/com/a/Main.class', 'out/production/shop', 'com.a.Main'],
    ['bin/com/a/Main.class', 'bin', 'com.a.Main'],
  ])('%s is found by its place', (file, root, name) => {
    expect(outputRoot(file)).toBe(root);
    expect(classNameOf(root, file)).toBe(name);
  });
  it('is nothing elsewhere, and no class within another', () => {
    expect(outputRoot('src/com/a/Main.class')).toBeUndefined();
    expect(outputRoot('target/test-classes/ATest.class')).toBeUndefined();
    expect(classNameOf('bin', 'bin/com/a/Main$Inner.class')).toBeUndefined();
    expect(classNameOf('bin', 'bin/module-info.class')).toBeUndefined();
  });
  it('has the libraries that lie beside it on its class path', async () => {
    put('target/classes/A.class', 'target/dependency/guava.jar', 'lib/notes.txt');
    expect(await classPath(folder, 'target/classes')).toEqual(['target/classes', 'target/dependency/*']);
    put('g/build/classes/java/main/A.class', 'g/build/classes/kotlin/main/B.class', 'g/libs/x.jar');
    expect(await classPath(folder, 'g/build/classes/java/main')).toEqual([
      'g/build/classes/java/main',
      'g/build/classes/kotlin/main',
      'g/build/resources/main',
      'g/libs/*',
    ]);
    put('plain/bin/A.class', 'plain/lib/y.jar');
    expect(await classPath(folder, 'plain/bin')).toEqual(['plain/bin', 'plain/lib/*']);
  });
});

describe('a source file', () => {
  const source = (...lines: string[]) => ['import java.util.List;', ...lines].join('\n');
  const mainLine = 'class Main { public static void main(String[] args) { new Cart(); } }';
  it('runs alone where it needs nothing but the JDK', () => {
    expect(runsAlone(source(mainLine, 'class Cart {}'), ['Other'])).toBe(true);
    expect(runsAlone(source('import static java.lang.Math.max;', mainLine), [])).toBe(true);
    expect(runsAlone(source('// as Shop does', mainLine), ['Shop'])).toBe(true);
  });
  it('does not where it needs another file, or a library, or has no main method', () => {
    expect(runsAlone(source(mainLine), ['Cart'])).toBe(false);
    expect(runsAlone(source('import com.google.common.collect.Lists;', mainLine), [])).toBe(false);
    expect(runsAlone(source('class Main {}'), [])).toBe(false);
  });
});

describe('the Java extension', () => {
  it('tells main classes with their project, and whatever else it says is left out', async () => {
    const execute = vi.fn(async () => [{ mainClass: 'a.Main', projectName: 'p' }, { mainClass: 7 }, null, 'x']);
    expect(await knownMainClasses(execute, 'file:///w')).toEqual([{ mainClass: 'a.Main', projectName: 'p' }]);
    expect(execute).toHaveBeenCalledWith('vscode.java.resolveMainClass', 'file:///w');
    expect(await knownMainClasses(async () => undefined, 'file:///w')).toEqual([]);
    expect(await knownMainClasses(async () => Promise.reject(new Error('no')), 'file:///w')).toEqual([]);
  });
  it('tells the class path that a command line is made of', async () => {
    const line = (answer: unknown, mainClass = 'a.Main') =>
      commandLineOf(async () => answer, { mainClass, projectName: 'p' });
    expect(await line([[], ['/w/my bin', '/lib/x.jar']])).toBe("java -cp '/w/my bin:/lib/x.jar' a.Main");
    expect(await line([['/w/mods'], []], 'm/a.Main')).toBe('java --module-path /w/mods -m m/a.Main');
    expect(await line(undefined)).toBeUndefined();
    expect(await line([[], []])).toBeUndefined();
  });
  it('is not waited for without end', async () => {
    vi.useFakeTimers();
    const never = knownMainClasses(() => new Promise(() => undefined), 'file:///w');
    await vi.advanceTimersByTimeAsync(6000);
    expect(await never).toEqual([]);
    vi.useRealTimers();
  });
});
