// "Record Java Program…": asks what to run and where, runs it as a task under the recorder, opens what it left.
import * as vscode from 'vscode';
import { programOptions } from './agent';
import { commandOf, nameOfLine, parseCommandLine } from './command_line';
import { EndedRun } from './ended_run';
import { ErrorFile } from './error_file';
import { type Program, programsOfWorkspace } from './program_items';
import { back, input, pick, type Step } from './quick_steps';
import { type Recorder, RecordingProblem } from './recorder';

interface Run {
  line: string;
  folder: vscode.WorkspaceFolder;
}

interface ProgramItem extends Program {
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
    await this.start(run);
  }

  private async start(run: Run): Promise<void> {
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
        items.push(...(await programsOfWorkspace()));
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
    const errors = await ErrorFile.make();
    const task = new vscode.Task(
      { type: 'heaptrail', recording: file },
      folder,
      vscode.l10n.t('Record {0}', name),
      'Heaptrail',
      new vscode.ProcessExecution(
        this.recorder.tool.program,
        ['record', '--errors', errors.path, ...programOptions(options, file), '--', ...command],
        { cwd: folder.uri.fsPath },
      ),
    );
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Dedicated };
    const noMore = this.recorder.live.expect(file);
    const ended = endOf(file);
    try {
      await vscode.tasks.executeTask(task);
      const status = await ended.status;
      const found = await this.recorder.recordings.find(file);
      const run = new EndedRun(this.recorder, { name, status, said: await errors.read() });
      if ((await run.show(found)) === 'change') await this.change({ line, folder });
    } finally {
      ended.dispose();
      noMore();
      await errors.remove();
    }
  }

  /** The command did not do what was meant. */
  private async change({ line, folder }: Run): Promise<void> {
    const run = await askDetails({ label: line, line, folder });
    if (run && run !== back) await this.start(run);
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
  const proposed = (await program.resolve?.()) ?? program.line;
  for (;;) {
    const line = await input({
      title: title(),
      prompt: vscode.l10n.t('Every JVM that this command starts is recorded. Add arguments if it needs any.'),
      placeholder: 'java -jar app.jar',
      value: proposed,
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
