// The status bar while something is recorded: which program, for how long, how many points. A click leads to what can be done with it.
import * as vscode from 'vscode';
import { clock } from '../../../../shared/format';
import { commands, contextKeys, statusItems } from '../contributions';
import type { LiveRecording, LiveRecordings } from './live_recordings';

export class RecordingStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(statusItems.recording, vscode.StatusBarAlignment.Left, 10);
  private readonly listening: { dispose(): void };

  constructor(private readonly live: LiveRecordings) {
    this.item.name = vscode.l10n.t('Heaptrail Recording');
    this.item.command = commands.showRecordings;
    this.listening = live.onDidChange(() => this.show());
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private show(): void {
    const { all } = this.live;
    const [only, ...others] = all;
    void vscode.commands.executeCommand('setContext', contextKeys.isRecording, only !== undefined);
    if (!only) {
      this.item.hide();
      return;
    }
    const text = others.length === 0 ? progressText(only) : vscode.l10n.t('{0} programs are recorded', all.length);
    this.item.text = `$(record) ${text}`;
    // A screen reader would read the time again every second.
    const spoken = vscode.l10n.t('Heaptrail records {0}', all.map(({ name }) => name).join(', '));
    this.item.accessibilityInformation = { label: spoken, role: 'button' };
    const lines = all.map((recording) => `${progressText(recording)} (${recording.pid})`);
    const hint = vscode.l10n.t('Click to open a recording, to take a point, or to stop.');
    this.item.tooltip = [...lines, hint].join('\n');
    this.item.show();
  }
}

/** `Main · 1:42 · 5 points` */
export function progressText({ name, startMillis, points }: LiveRecording): string {
  const seconds = Math.max(0, Date.now() - startMillis) / 1000;
  const text = points === 1 ? vscode.l10n.t('1 point') : vscode.l10n.t('{0} points', points);
  return [name, clock(seconds), text].join(' · ');
}
