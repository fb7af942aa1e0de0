// From a frame to its line in a source: names, packages and declarations.
import { describe, expect, it } from 'vitest';
import { codeOf, packageOf } from '../../extension/src/client/sources/code_text';
import { classLine, declarationLine } from '../../extension/src/client/sources/declaration';
import { fittingFile, type SourceFile } from '../../extension/src/client/sources/fitting_file';
import { sourceNames, writtenMethod } from '../../extension/src/client/sources/source_names';

describe('the files of a frame', () => {
  it.each([
    ['java.util.HashMap', 'HashMap.java', 'java.util', 'java/util', ['HashMap.java'], ['HashMap']],
    ['java.util.HashMap$Node', 'HashMap.java', 'java.util', 'java/util', ['HashMap.java'], ['HashMap', 'Node']],
    ['JourneyService', 'LeakingService.java', '', '', ['LeakingService.java'], ['JourneyService']],
    ['a.B$$Lambda$62/0x800000063', undefined, 'a', 'a', ['B.java', 'B.kt', 'B.groovy', 'B.scala'], ['B']],
    ['a.B$$Lambda/0x00007f2b3c001000', 'B.java', 'a', 'a', ['B.java'], ['B']],
    ['a.B$1', 'B.java', 'a', 'a', ['B.java'], ['B']],
    ['a.B$1Local$2', 'B.java', 'a', 'a', ['B.java'], ['B', 'Local']],
    ['a.B$C$D', 'B.java', 'a', 'a', ['B.java'], ['B', 'C', 'D']],
    [
      'org.x.CacheKt',
      undefined,
      'org.x',
      'org/x',
      ['Cache.kt', 'CacheKt.java', 'CacheKt.kt', 'CacheKt.groovy', 'CacheKt.scala'],
      ['CacheKt'],
    ],
    ['org.x.Tree$', 'Trees.scala', 'org.x', 'org/x', ['Trees.scala'], ['Tree']],
    [
      'a.Service$$EnhancerBySpringCGLIB$$1a2b',
      undefined,
      'a',
      'a',
      ['Service.java', 'Service.kt', 'Service.groovy', 'Service.scala'],
      ['Service'],
    ],
  ])('%s (%s)', (type, file, packageName, folder, files, classes) => {
    const frame = file === undefined ? { class: type } : { class: type, file };
    expect(sourceNames(frame)).toEqual({ package: packageName, folder, files, classes });
  });
  it('are those that the frame names with their folders, where it has no package', () => {
    expect(sourceNames({ class: 'Cache', file: 'file:///srv/app/lib/cache.js' })).toEqual({
      package: undefined,
      folder: 'srv/app/lib',
      files: ['cache.js'],
      classes: ['Cache'],
    });
  });
});

describe('a method', () => {
  it.each([
    ['lambda$findLocations$0', 'findLocations'],
    ['lambda$new$3', '<init>'],
    ['lambda$static$0', '<clinit>'],
    ['access$findLocations', 'findLocations'],
    ['findLocations$default', 'findLocations'],
    ['findLocations$lambda$0', 'findLocations'],
    ['$anonfun$search$2', 'search'],
    ['search(Ljava/lang/String;)V', 'search'],
    ['<init>', '<init>'],
    ['add', 'add'],
  ])('%s is written as %s', (method, written) => {
    expect(writtenMethod(method)).toBe(written);
  });
});

describe('code', () => {
  it('has neither comments nor texts, and the same lines', () => {
    const text = 'a /* { \n } */ b // }\n"{\\"" \'}\' """\n } "" """ c';
    expect(codeOf(text)).toBe(`a      \n      b     \n${' '.repeat(13)}\n${' '.repeat(10)}c`);
    expect(codeOf(text)).toHaveLength(text.length);
  });
  it.each([
    ['package org.example;', 'org.example'],
    ['/* package no; */\n// package no;\n\npackage org.example ;\nimport a.b;', 'org.example'],
    ['@file:JvmName("Caches")\npackage org.`in`.example\n', 'org.in.example'],
    ['package org\npackage example\n\nclass A', 'org.example'],
    ['class A { String s = "package no;"; }', ''],
    ['import a.b;\nclass A {}', ''],
  ])('is of the package that it says: %j', (text, name) => {
    expect(packageOf(text)).toBe(name);
  });
});

const java = `package org.example;

/** Holds what add(x) gave it. */
public class Cache<K> implements Runnable {
  private static final Map<String, Cache<?>> ALL = new HashMap<>();
  static {
    ALL.put("{", new Cache<>(1));
  }

  @Deprecated
  public Cache(int size) {
    this(size, new Object() {
      void add(int inner) { }
    });
  }

  Cache(int size, Object lock) { }

  void run() { add(null); helper(); }

  @Override("add(")
  protected <T extends K> List<T> add(
      T value) throws IOException,
      IllegalStateException {
    return new add(value) {};
  }

  abstract int helper();

  static class Entry {
    final Object value;
    Entry(Object value) { this.value = value; }
    void add() { }
  }

  record Pair(int a, int b) { }
}

class Other { void late() { } }
`;

describe('the declaration of a method', () => {
  const lineOf = (text: string, classes: string[], method: string) =>
    text.split('\n')[declarationLine(text, classes, method)]?.trim();
  it.each([
    [['Cache'], 'add', 'protected <T extends K> List<T> add('],
    [['Cache'], 'lambda$add$1', 'protected <T extends K> List<T> add('],
    [['Cache'], '<init>', 'public Cache(int size) {'],
    [['Cache'], '<clinit>', 'private static final Map<String, Cache<?>> ALL = new HashMap<>();'],
    [['Cache'], 'helper', 'abstract int helper();'],
    [['Cache', 'Entry'], 'add', 'void add() { }'],
    [['Cache', 'Entry'], '<init>', 'Entry(Object value) { this.value = value; }'],
    [['Cache', 'Pair'], '<init>', 'record Pair(int a, int b) { }'],
    [['Cache', 'Pair'], 'a', 'record Pair(int a, int b) { }'],
    [['Other'], 'late', 'class Other { void late() { } }'],
    [['Cache'], 'nowhere', 'public class Cache<K> implements Runnable {'],
  ])('of %j %s', (classes, method, line) => {
    expect(lineOf(java, classes, method)).toBe(line);
  });
  it('is found in Kotlin, Scala, Groovy and JavaScript', () => {
    const kotlin =
      'class Cache(val size: Int) {\n  fun add(x: Int) = x\n  val last get() = 1\n  companion object {}\n}\nfun Cache.put(x: Int) {}\n';
    expect(declarationLine(kotlin, ['Cache'], 'add')).toBe(1);
    expect(declarationLine(kotlin, ['Cache'], 'getLast')).toBe(2);
    expect(declarationLine(kotlin, ['Cache'], '<clinit>')).toBe(3);
    expect(declarationLine(kotlin, ['Cache'], '<init>')).toBe(0);
    expect(declarationLine(kotlin, ['CacheKt'], 'put')).toBe(5);
    expect(declarationLine('object Trees {\n  def grow[A](x: A): A =\n    x\n}\n', ['Trees'], 'grow')).toBe(1);
    expect(declarationLine('class A {\n  def add(x) { x }\n}\n', ['A'], 'add')).toBe(1);
    expect(declarationLine('let x;\nfunction add(y) {\n}\n', [], 'add')).toBe(1);
    expect(declarationLine('class A {\n  x = 1;\n  add(y) {\n  }\n}\n', ['A'], 'add')).toBe(2);
  });
  it('is not looked for in what is no code', () => {
    expect(
      declarationLine('class A {\n  // void add() {\n  String s = "void add() {";\n  void add() {}\n}', ['A'], 'add'),
    ).toBe(3);
  });
  it('ends at the first line where nothing is known', () => {
    expect(declarationLine('', ['A'], 'add')).toBe(0);
    expect(classLine(java, ['Cache', 'Entry'])).toBe(java.split('\n').indexOf('  static class Entry {'));
  });
  it('takes no long time for a text that is no source', () => {
    const started = Date.now();
    declarationLine(`class A { ${'add(('.repeat(20_000)}`, ['A'], 'add');
    declarationLine('static '.repeat(50_000), ['A'], '<clinit>');
    packageOf('package a;'.repeat(10_000));
    expect(Date.now() - started).toBeLessThan(2000);
  });
});

describe('of several files called alike', () => {
  const file = (path: string, text: string): SourceFile => ({ uri: `file://${path}`, path, text: async () => text });
  const names = sourceNames({ class: 'org.example.Cache', file: 'Cache.java' });
  const pathOf = async (...files: SourceFile[]) => (await fittingFile(files, names))?.path;

  it('the one whose package line fits is taken', async () => {
    const one = file('/m1/src/main/java/org/other/Cache.java', 'package org.other;');
    const two = file('/m2/src/main/java/org/example/Cache.java', 'package org.example;');
    expect(await pathOf(one, two)).toBe(two.path);
    expect(await pathOf(one)).toBeUndefined();
  });
  it('its folder need not be that of the package', async () => {
    const kotlin = file('/src/cache/Cache.java', 'package org.example');
    expect(await pathOf(kotlin)).toBe(kotlin.path);
  });
  it('one that a build made comes last', async () => {
    const made = file('/a/target/org/example/Cache.java', 'package org.example;');
    const written = file('/a/src/main/java/org/example/Cache.java', 'package org.example;');
    expect(await pathOf(made, written)).toBe(written.path);
    expect(await pathOf(made)).toBe(made.path);
  });
  it('one that cannot be read is passed over', async () => {
    const gone = { ...file('/a/org/example/Cache.java', ''), text: () => Promise.reject(new Error('gone')) };
    const there = file('/b/c/org/example/Cache.java', 'package org.example;');
    expect(await pathOf(gone, there)).toBe(there.path);
  });
});
