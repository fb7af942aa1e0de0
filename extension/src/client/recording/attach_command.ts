// "Attach to Running JVM…": picks one of this user's JVMs and loads the recorder into it.
import { userInfo } from 'node:os';
import * as vscode from 'vscode';
import { programOptions } from './agent';
import type { FinishedOffers } from './finished_offers';
import { type Jvm, listJvms, type Places } from './jvms';
import type { PointCommand } from './point_command';
import { back, pick } from './quick_steps';
import { nameOf, type Recorder, RecordingProblem } from './recorder';

export class AttachCommand {
  constructor(
    private readonly recorder: Recorder,
    private readonly points: PointCommand,
    private readonly offers: FinishedOffers,
  ) {}

  async run(): Promise<void> {
    this.recorder.check();
    const recorded = new Map((await this.recorder.live.fresh()).map((recording) => [recording.pid, recording]));
    const picked = await pick({
      title: vscode.l10n.t('Attach to Running JVM'),
      placeholder: vscode.l10n.t('Which JVM to record?'),
      items: async () => items(await listJvms(places()), recorded),
      mayRefresh: true,
    });
    if (!picked || picked === back || !picked.jvm) return;
    const recording = recorded.get(picked.jvm.pid);
    if (recording) await this.points.take(recording);
    else await this.attach(picked.jvm);
  }

  private async attach({ pid, name }: Jvm): Promise<void> {
    const plan = await this.recorder.plan(name, vscode.workspace.workspaceFolders?.[0]);
    const path = plan.file.replace('%p', String(pid));
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Attaching to {0} ({1})…', name, pid) },
      () => this.recorder.tool.run('attach', String(pid), ...programOptions(plan.options, path)),
    );
    if (!result.ok) {
      throw new RecordingProblem(vscode.l10n.t('{0} ({1}) cannot be recorded: {2}', name, pid, result.message));
    }
    const noMore = this.offers.expect(plan.file);
    await this.recorder.live.fresh();
    noMore();
    await this.points.offer(vscode.l10n.t('{0} ({1}) is recorded to {2}.', name, pid, nameOf({ path })), { path, pid });
  }
}

/** HotSpot on Linux knows no other folder than /tmp, whatever TMPDIR says. */
function places(): Places {
  const { uid, username } = userInfo();
  return { proc: '/proc', perfData: `/tmp/hsperfdata_${username}`, uid };
}

interface JvmItem extends vscode.QuickPickItem {
  jvm?: Jvm;
}

/** Those started in the workspace come first. */
function items(jvms: Jvm[], recorded: ReadonlyMap<number, unknown>): JvmItem[] {
  if (jvms.length === 0) return [{ label: vscode.l10n.t('No JVM of yours is running.'), alwaysShow: true }];
  const isNear = ({ folder }: Jvm) =>
    folder !== undefined && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder)) !== undefined;
  const item = (jvm: Jvm): JvmItem => ({
    label: jvm.name,
    description: recorded.has(jvm.pid) ? vscode.l10n.t('{0}, being recorded: take a point', jvm.pid) : String(jvm.pid),
    detail: [jvm.command, ...(jvm.folder ? [jvm.folder] : [])].join(' — '),
    jvm,
  });
  return [...jvms.filter(isNear), ...jvms.filter((jvm) => !isNear(jvm))].map(item);
}
