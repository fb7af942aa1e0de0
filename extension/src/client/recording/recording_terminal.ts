// A terminal whose JVMs are all recorded: the recorder is in its JAVA_TOOL_OPTIONS, behind what is there already.
import * as vscode from 'vscode';
import { commands, terminalProfiles } from '../contributions';
import { withToolOption } from './agent';
import type { FinishedOffers } from './finished_offers';
import { type Recorder, telling } from './recorder';

const variable = 'JAVA_TOOL_OPTIONS';

export class RecordingTerminal implements vscode.TerminalProfileProvider {
  /** By what is in the environment of a terminal: says that it is closed. */
  private readonly open = new Map<string, () => void>();

  constructor(
    private readonly recorder: Recorder,
    private readonly offers: FinishedOffers,
  ) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.onDidCloseTerminal((terminal) => this.closed(terminal)),
      vscode.window.registerTerminalProfileProvider(terminalProfiles.recording, this),
      vscode.commands.registerCommand(
        commands.openRecordingTerminal,
        telling(async () => vscode.window.createTerminal(await this.options()).show()),
      ),
    );
  }

  async provideTerminalProfile(): Promise<vscode.TerminalProfile | undefined> {
    let profile: vscode.TerminalProfile | undefined;
    await telling(async () => {
      profile = new vscode.TerminalProfile(await this.options());
    })();
    return profile;
  }

  private async options(): Promise<vscode.TerminalOptions> {
    const folder = this.folder();
    const plan = await this.recorder.plan('terminal', folder);
    const value = withToolOption(inherited(), this.recorder.agentOption(plan));
    this.open.set(value, this.offers.expect(plan.file));
    return {
      name: vscode.l10n.t('Recording'),
      iconPath: new vscode.ThemeIcon('record'),
      ...(folder && { cwd: folder.uri }),
      env: { [variable]: value },
      message: vscode.l10n.t('JVMs started here are recorded to {0}', plan.file),
    };
  }

  private closed({ creationOptions }: vscode.Terminal): void {
    const value = 'env' in creationOptions ? creationOptions.env?.[variable] : undefined;
    if (!value) return;
    this.open.get(value)?.();
    this.open.delete(value);
  }

  private folder(): vscode.WorkspaceFolder | undefined {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const active = vscode.window.activeTextEditor?.document.uri;
    return (active && vscode.workspace.getWorkspaceFolder(active)) ?? folders[0];
  }
}

/** What a new terminal would have: from the settings, else from where the editor was started. */
function inherited(): string | null | undefined {
  const platform = process.platform === 'darwin' ? 'osx' : process.platform === 'win32' ? 'windows' : 'linux';
  const settings = vscode.workspace.getConfiguration('terminal.integrated.env');
  const set = settings.get<Record<string, string | null>>(platform)?.[variable];
  return set === undefined ? process.env[variable] : set;
}
