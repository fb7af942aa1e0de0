// "Record Java Program…": asks what to run and where, runs it as a task under the recorder, opens what it left.
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import { programOptions } from './agent';
import { commandOf, nameOfLine, parseCommandLine, quoteWords } from './command_line';
import { back, input, pick, type Step } from './quick_steps';
import { type Recorder, RecordingProblem } from './recorder';

interface Run {
  line: string;
  folder: vscode.WorkspaceFolder;
}

interface ProgramItem extends vscode.QuickPickItem {
  line: string;
  folder?: vscode.WorkspaceFolder | undefined;
  /** Needs no further question. */
  again?: Run;
}

const lastKey = 'recording.last';
const title = () => vscode.l10n.t('Record Java Program');

export class RecordCommand {
  constructor(
    private readonly recorder: Recorder,
    private readonly memory: vscode.Memento,
  ) {}

  async run(): Promise<void> {
    this.recorder.check();
    if (!vscode.workspace.workspaceFolders?.length) {
      throw new RecordingProblem(vscode.l10n.t('Open the program’s folder first: it is run there.'));
    }
    const run = await this.ask();
    if (!run) return;
    await this.memory.update(lastKey, { line: run.line, folder: run.folder.uri.toString() });
    await this.execute(run);
  }

  private async ask(): Promise<Run | undefined> {
    for (;;) {
      const program = await this.askProgram();
      if (!program || program === back) return undefined;
      if (program.again) return program.again;
      const run = await askDetails(program);
      if (run !== back) return run;
    }
  }

  private askProgram(): Promise<Step<ProgramItem>> {
    return pick<ProgramItem>({
      title: title(),
      placeholder: vscode.l10n.t('What to run?'),
      items: async () => {
        const last = this.last();
        const items: ProgramItem[] = [];
        if (last) {
          const label = vscode.l10n.t('Again: {0}', last.line);
          items.push({ label: `$(history) ${label}`, description: last.folder.name, line: last.line, again: last });
        }
        items.push(...activeJavaFile(), ...(await jars()));
        items.push({
          label: `$(terminal) ${vscode.l10n.t('Type a Command Line…')}`,
          description: 'java, mvn, gradle, …',
          line: last?.line ?? 'java ',
        });
        return items;
      },
    });
  }

  private last(): Run | undefined {
    const kept = this.memory.get<{ line?: unknown; folder?: unknown }>(lastKey);
    if (typeof kept?.line !== 'string' || typeof kept.folder !== 'string') return undefined;
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === kept.folder);
    return folder && { line: kept.line, folder };
  }

  private async execute({ line, folder }: Run): Promise<void> {
    const command = commandOf(line);
    if (!command) return;
    const name = nameOfLine(line);
    const { options, file } = await this.recorder.plan(name, folder);
    const task = new vscode.Task(
      { type: 'heaptrail', recording: file },
      folder,
      vscode.l10n.t('Record {0}', name),
      'Heaptrail',
      new vscode.ProcessExecution(
        this.recorder.tool.program,
        ['record', ...programOptions(options, file), '--', ...command],
        { cwd: folder.uri.fsPath },
      ),
    );
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated };
    this.recorder.recordings.begin(file);
    const ended = endOf(file);
    try {
      await vscode.tasks.executeTask(task);
    } catch (problem) {
      ended.dispose();
      throw problem;
    }
    const status = await ended.status;
    await this.recorder.openAll(
      await this.recorder.recordings.find(file),
      status === undefined || status === 0
        ? vscode.l10n.t('The program ended and left no recording: it started no JVM that could be recorded.')
        : vscode.l10n.t('The program ended with status {0} and left no recording. Its terminal tells more.', status),
    );
  }
}

/** When the task of a recording ends, and with what status. Listens at once: a short program may end before its start is told. */
function endOf(recording: string): { status: Promise<number | undefined>; dispose(): void } {
  const isOurs = ({ execution }: { execution: vscode.TaskExecution }) =>
    execution.task.definition.recording === recording;
  const listeners: vscode.Disposable[] = [];
  const dispose = () => {
    for (const listener of listeners) listener.dispose();
  };
  const status = new Promise<number | undefined>((resolve) => {
    const end = (value: number | undefined) => {
      dispose();
      resolve(value);
    };
    listeners.push(
      vscode.tasks.onDidEndTaskProcess((event) => isOurs(event) && end(event.exitCode)),
      // A task whose process never started has no process that ends.
      vscode.tasks.onDidEndTask((event) => isOurs(event) && setTimeout(end, 500, undefined)),
    );
  });
  return { status, dispose };
}

async function askDetails(program: ProgramItem): Promise<Step<Run>> {
  for (;;) {
    const line = await input({
      title: title(),
      prompt: vscode.l10n.t('Every JVM that this command starts is recorded. Add arguments if it needs any.'),
      placeholder: 'java -jar app.jar',
      value: program.line,
      validate: (text) => {
        const { kind } = parseCommandLine(text);
        if (kind === 'empty') return vscode.l10n.t('Type the command that starts the program.');
        return kind === 'open-quote' ? vscode.l10n.t('A quote is opened but not closed.') : undefined;
      },
    });
    if (line === undefined || line === back) return line;
    const folder = await askFolder(program.folder);
    if (folder !== back) return folder && { line, folder };
  }
}

async function askFolder(known: vscode.WorkspaceFolder | undefined): Promise<Step<vscode.WorkspaceFolder>> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only] = folders;
  if (known) return known;
  if (folders.length <= 1) return only;
  const picked = await pick({
    title: title(),
    placeholder: vscode.l10n.t('In which folder?'),
    items: async () => folders.map((folder) => ({ label: folder.name, description: folder.uri.fsPath, folder })),
    mayGoBack: true,
  });
  return picked === back ? back : picked?.folder;
}

function activeJavaFile(): ProgramItem[] {
  const document = vscode.window.activeTextEditor?.document;
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  if (!folder || document.languageId !== 'java' || document.uri.scheme !== 'file') return [];
  const file = relative(folder.uri.fsPath, document.uri.fsPath);
  return [
    {
      label: `$(file-code) ${basename(file)}`,
      description: vscode.l10n.t('the open file, run from source'),
      line: quoteWords(['java', file]),
      folder,
    },
  ];
}

const noProgram = /(-sources|-javadoc|-tests|-plain)\.jar$|\/original-[^/]*\.jar$/;

async function jars(): Promise<ProgramItem[]> {
  const found = await vscode.workspace.findFiles('**/{target,build/libs}/*.jar', '**/{node_modules,.git}/**', 40);
  return found
    .filter((uri) => !noProgram.test(uri.path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((uri) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      if (!folder) return [];
      const file = relative(folder.uri.fsPath, uri.fsPath);
      return [
        { label: `$(package) ${basename(file)}`, description: file, line: quoteWords(['java', '-jar', file]), folder },
      ];
    });
}
