// What the Java extension knows of the workspace's programs: main classes with the class path that its build says. Where it is not there, or
// takes too long, there is nothing; what it answers is looked at like anything from outside.
import { quoteWords } from './command_line';

export interface KnownMainClass {
  mainClass: string;
  projectName: string;
}

/** Runs a command of the Java extension's language server. */
export type Execute = (command: string, ...given: unknown[]) => Thenable<unknown>;

const patienceMs = 5000;

export async function knownMainClasses(execute: Execute, folder: string): Promise<KnownMainClass[]> {
  const answer = await inTime(execute('vscode.java.resolveMainClass', folder));
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((each: unknown) => {
    if (typeof each !== 'object' || each === null || !('mainClass' in each) || typeof each.mainClass !== 'string')
      return [];
    const projectName = 'projectName' in each && typeof each.projectName === 'string' ? each.projectName : '';
    return [{ mainClass: each.mainClass, projectName }];
  });
}

/** The command line that starts it; undefined where its class path is not known. */
export async function commandLineOf(
  execute: Execute,
  { mainClass, projectName }: KnownMainClass,
): Promise<string | undefined> {
  const answer = await inTime(execute('vscode.java.resolveClasspath', mainClass, projectName));
  const [modules, classes] = Array.isArray(answer) ? answer.map(textsOf) : [];
  if (!modules?.length && !classes?.length) return undefined;
  // A main class of a module is called `module/class`.
  const isModule = mainClass.includes('/');
  return quoteWords([
    'java',
    ...(modules?.length ? ['--module-path', modules.join(':')] : []),
    ...(classes?.length ? ['-cp', classes.join(':')] : []),
    ...(isModule ? ['-m'] : []),
    mainClass,
  ]);
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

async function inTime(answer: Thenable<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    // It says itself what is wrong with it.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
