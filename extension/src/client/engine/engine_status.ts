// The engine in the status bar: shown from its first start on, says whether it runs, and restarts it when clicked.
import * as vscode from 'vscode';
import { commands, statusItems } from '../contributions';
import type { EngineClient } from './engine_client';

export class EngineStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(statusItems.engine, vscode.StatusBarAlignment.Right, 0);
  private readonly listening: vscode.Disposable;

  constructor(engine: EngineClient) {
    this.item.name = vscode.l10n.t('Heaptrail Engine');
    this.listening = engine.onState((running) => this.show(running));
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private show(running: boolean): void {
    this.item.text = running ? '$(pulse) Heaptrail' : '$(warning) Heaptrail';
    this.item.tooltip = running
      ? vscode.l10n.t('The Heaptrail engine is running. Click to show its log.')
      : vscode.l10n.t('The Heaptrail engine is not running. Click to restart it.');
    this.item.command = running ? commands.showLog : commands.restartEngine;
    this.item.backgroundColor = running ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.item.show();
  }
}
