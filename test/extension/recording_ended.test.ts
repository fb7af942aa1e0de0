// How a run that ended is understood: what failed, in its own words, and which recordings are of programs.
import { describe, expect, it } from 'vitest';
import { failureMessage } from '../../extension/src/client/recording/failure_message';
import { isTool } from '../../extension/src/client/recording/tool_programs';

describe('the message of a program that failed', () => {
  it.each([
    [
      'a missing class',
      [
        'Picked up JAVA_TOOL_OPTIONS: -agentpath:/x/libheaptrail-recorder.so=sites=auto',
        'Error: Could not find or load main class com.example.Main',
        'Caused by: java.lang.ClassNotFoundException: com.example.Main',
        'heaptrail: /r/x.heaptrail: 1 point, 1.2 MiB. Look at it: heaptrail growth /r/x.heaptrail',
      ],
      'Error: Could not find or load main class com.example.Main',
    ],
    [
      'a source that does not compile',
      ['Main.java:3: error: cannot find symbol', '    Missing x;', '    ^', '1 error', 'error: compilation failed'],
      'Main.java:3: error: cannot find symbol',
    ],
    [
      'an exception',
      [
        'some log',
        'Exception in thread "main" java.lang.IllegalStateException: no port',
        '\tat Main.main(Main.java:3)',
      ],
      'Exception in thread "main" java.lang.IllegalStateException: no port',
    ],
    [
      'Gradle',
      ['', 'FAILURE: Build failed with an exception.', '', '* What went wrong:', "Task 'rum' not found.", '* Try:'],
      "Task 'rum' not found.",
    ],
    [
      'Maven',
      ['[INFO] Scanning', '[ERROR] The goal you specified requires a project', '[ERROR]'],
      '[ERROR] The goal you specified requires a project',
    ],
    ['whatever else', ['usage: app PORT', ''], 'usage: app PORT'],
    ['nothing', ['Picked up JAVA_TOOL_OPTIONS: x', ''], ''],
  ])('of %s', (_, lines, message) => {
    expect(failureMessage(lines.join('\n'))).toBe(message);
  });

  it('is short', () => {
    expect(failureMessage('x'.repeat(1000))).toHaveLength(300);
  });
});

describe('a recorded JVM', () => {
  it.each([
    'org.gradle.wrapper.GradleWrapperMain',
    'org.gradle.launcher.daemon.bootstrap.GradleDaemon',
    '/home/me/app/gradle/wrapper/gradle-wrapper.jar',
    'org.apache.maven.wrapper.MavenWrapperMain',
    'org.codehaus.plexus.classworlds.launcher.Launcher',
    'com.sun.tools.javac.Main',
    'jdk.compiler/com.sun.tools.javac.Main',
    'jdk.jartool/sun.tools.jar.Main',
    'jdk.jcmd/sun.tools.jcmd.JCmd',
    'org.jetbrains.kotlin.daemon.KotlinCompileDaemon',
  ])('of %s is that of a tool', (program) => {
    expect(isTool(program)).toBe(true);
  });
  it.each([
    'com.example.Main',
    'app.jar',
    'jdk.compiler/com.sun.tools.javac.launcher.Main',
    'worker.org.gradle.process.internal.worker.GradleWorkerMain',
    'org.springframework.boot.loader.launch.JarLauncher',
    '',
  ])('of “%s” may be that of a program', (program) => {
    expect(isTool(program)).toBe(false);
  });
});
