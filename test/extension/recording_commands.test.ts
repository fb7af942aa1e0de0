import { describe, expect, it } from 'vitest';
import { commandOf, nameOfLine, parseCommandLine, quoteWords } from '../../extension/src/client/recording/command_line';
import { javaProgram, programName } from '../../extension/src/client/recording/java_command';

const words = (line: string) => {
  const parsed = parseCommandLine(line);
  return parsed.kind === 'words' ? parsed.words : parsed.kind;
};

describe('a typed command line', () => {
  it.each([
    ['java -jar app.jar', ['java', '-jar', 'app.jar']],
    ['  java\t-cp  a:b  Main ', ['java', '-cp', 'a:b', 'Main']],
    ['java -cp "my classes" Main \'two words\'', ['java', '-cp', 'my classes', 'Main', 'two words']],
    ['java -Dname="a b"c Main ""', ['java', '-Dname=a bc', 'Main', '']],
    ['java my\\ Main "say \\"hi\\" \\n"', ['java', 'my Main', 'say "hi" \\n']],
    ['java \'a|b\' "x; y"', ['java', 'a|b', 'x; y']],
    ['./gradlew run --args=a~b', ['./gradlew', 'run', '--args=a~b']],
  ])('%s is cut into its words', (line, expected) => {
    expect(words(line)).toEqual(expected);
  });
  it.each([
    'mvn -q compile && java Main',
    'java Main > out.txt',
    'java -cp $CP Main',
    'java "$MAIN"',
    'java -cp lib/*.jar Main',
    'FOO=1 java Main',
    '~/bin/app',
    'java `cat main`',
  ])('%s is left to a shell', (line) => {
    expect(words(line)).toBe('shell');
    expect(commandOf(line)).toEqual(['/bin/sh', '-c', line]);
  });
  it('with nothing in it, or with an open quote, is no command', () => {
    expect(words('  ')).toBe('empty');
    expect(words('java "Main')).toBe('open-quote');
    expect(commandOf('java "Main')).toBeUndefined();
  });
  it('is made of words so that it is cut as they were', () => {
    const odd = ['java', "it's", 'a b', '', '$x', '"', '\\', 'a=b', 'ü', '~', '*'];
    expect(words(quoteWords(odd))).toEqual(odd);
    expect(quoteWords(['java', '-jar', 'target/app-1.0.jar'])).toBe('java -jar target/app-1.0.jar');
  });
});

describe('what a JVM runs', () => {
  it.each([
    ['java -Xmx1g -cp a:b com.example.Main x', 'com.example.Main', 'Main'],
    ['java -jar /opt/my-app.jar --port 1', '/opt/my-app.jar', 'my-app'],
    ['java --add-opens java.base/java.lang=ALL-UNNAMED @args src/Hello.java', 'src/Hello.java', 'Hello'],
    ['java -p mods -m my.module/com.example.Main', 'my.module/com.example.Main', 'Main'],
    ['java --module=my.module/com.example.Main', 'my.module/com.example.Main', 'Main'],
  ])('is found in %s', (line, main, name) => {
    expect(javaProgram(line.split(' '))).toEqual({ main, name });
  });
  it('is nothing where there are only options', () => {
    expect(javaProgram(['java', '-version'])).toBeUndefined();
    expect(javaProgram(['java', '-jar'])).toBeUndefined();
  });
  it('gives recordings their names', () => {
    expect(programName(['/usr/bin/java', '-jar', 'a/b.jar'])).toBe('b');
    expect(programName(['./gradlew', 'run'])).toBe('gradlew');
    expect(programName(['start.sh'])).toBe('start');
    expect(programName([])).toBe('program');
    expect(nameOfLine('FOO=1 java -jar app.jar | tee log')).toBe('app');
    expect(nameOfLine('mvn -q compile && java Main')).toBe('mvn');
  });
});
