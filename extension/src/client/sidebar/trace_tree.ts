// The view of traces: those that are open, with the active one marked, then those that lie in the workspace.
import * as vscode from 'vscode';
import { bytes, count } from '../../../../shared/format';
import { commands, contextKeys, views } from '../contributions';
import type { ActiveTrace } from '../language/active_trace';
import { traceName } from '../traces/trace_names';
import type { TraceRegistry } from '../traces/trace_registry';
import type { TraceSession } from '../traces/trace_session';
import { pathsOf } from '../traces/trace_uri';
import { traceTabs } from './trace_tabs';
import type { FoundTrace, WorkspaceTraces } from './workspace_traces';

export interface TraceNode {
  uri: vscode.Uri;
  isOpen: boolean;
  /** None in a tab that was not shown yet. */
  session: TraceSession | undefined;
  /** Of one that is not open. */
  bytes?: number;
}

export class TraceTree implements vscode.TreeDataProvider<TraceNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<TraceNode>;
  private readonly subscriptions: { dispose(): void }[];
  private following = new Map<TraceSession, { dispose(): void }>();

  constructor(
    private readonly traces: TraceRegistry,
    private readonly active: ActiveTrace,
    private readonly found: WorkspaceTraces,
  ) {
    this.view = vscode.window.createTreeView(views.traces, { treeDataProvider: this, canSelectMany: true });
    this.subscriptions = [
      this.view,
      vscode.window.tabGroups.onDidChangeTabs(() => this.refresh()),
      traces.onDidChange(() => this.refresh()),
      active.onDidChange(() => this.refresh()),
      found.onChange(() => this.refresh()),
    ];
    this.refresh();
  }

  async getChildren(node?: TraceNode): Promise<TraceNode[]> {
    if (node) return [];
    const tabs = new Map(traceTabs().map(({ uri }) => [uri.toString(), uri]));
    const open = [...tabs.values()].map((uri) => ({
      uri,
      isOpen: true,
      session: this.traces.find(pathsOf(uri.fsPath, uri.query)),
    }));
    // The tab of an AntTracks trace may be of one of its files.
    const openAlone = new Set(open.map(({ uri }) => pathsOf(uri.fsPath, uri.query)).flatMap(onlyOne));
    const others = (await this.othersBeside(open)).filter(({ uri }) => !openAlone.has(uri.fsPath));
    const all = [...open, ...others.map(({ uri, bytes }) => ({ uri, isOpen: false, session: undefined, bytes }))];
    void vscode.commands.executeCommand('setContext', contextKeys.hasNoTraces, all.length === 0);
    return all;
  }

  getTreeItem(node: TraceNode): vscode.TreeItem {
    const { uri, isOpen, session } = node;
    const [first = '', ...others] = pathsOf(uri.fsPath, uri.query);
    const { name, time } = traceName([first, ...others]);
    const item = new vscode.TreeItem(name);
    const isActive = session !== undefined && session === this.active.current;
    item.id = uri.toString();
    item.tooltip = [first, ...others].join('\n');
    item.description = [time, isOpen ? statusText(session) : placeText(node)].filter(Boolean).join(' · ');
    item.iconPath = isActive
      ? new vscode.ThemeIcon(this.active.isKept ? 'pinned' : 'circle-large-filled')
      : new vscode.ThemeIcon(isOpen ? 'circle-large' : 'database');
    const isDump = /\.hprof(\.gz)?$/.test(first) && others.length === 0;
    item.contextValue = [isOpen ? 'open' : 'closed', isActive ? 'active' : '', isDump ? 'dump' : '']
      .filter(Boolean)
      .join(' ');
    item.command = { command: commands.showTrace, title: vscode.l10n.t('Open'), arguments: [node] };
    // Otherwise it would be the whole path.
    const spoken = [item.label, item.description].filter(Boolean).join(', ');
    item.accessibilityInformation = {
      label: isActive
        ? vscode.l10n.t('{0}, active: its suspects are shown, and marked in the sources', spoken)
        : spoken,
    };
    return item;
  }

  dispose(): void {
    for (const watching of this.following.values()) watching.dispose();
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  /** What is open is shown at once, however long it takes to look through the workspace for the first time. */
  private async othersBeside(open: readonly TraceNode[]): Promise<FoundTrace[]> {
    const looking = this.found.find();
    if (this.found.areKnown || open.length === 0) return looking;
    looking.then(
      () => this.changed.fire(),
      // A workspace that cannot be looked through takes nothing from what is open.
      () => undefined,
    );
    return [];
  }

  private refresh(): void {
    this.follow();
    void vscode.commands.executeCommand('setContext', contextKeys.keptTrace, this.active.isKept);
    this.changed.fire();
  }

  /** What a row says changes when a trace is open, or has more points, not while it is being opened. */
  private follow(): void {
    const before = this.following;
    this.following = new Map();
    for (const session of this.traces.sessions) {
      this.following.set(session, before.get(session) ?? this.watch(session));
      before.delete(session);
    }
    for (const watching of before.values()) watching.dispose();
  }

  private watch(session: TraceSession): { dispose(): void } {
    let { kind } = session.status;
    return session.onStatus((status) => {
      if (status.kind === kind && status.kind !== 'open') return;
      kind = status.kind;
      this.changed.fire();
    });
  }
}

const onlyOne = (paths: string[]) => (paths.length === 1 ? paths : []);

function statusText(session: TraceSession | undefined): string {
  switch (session?.status.kind) {
    case undefined:
      return '';
    case 'opening':
      return vscode.l10n.t('being opened');
    case 'open': {
      const { points, recording } = session.status.info.trace;
      const text = points === 1 ? vscode.l10n.t('1 point') : vscode.l10n.t('{0} points', count(points));
      return recording?.state === 'running' ? vscode.l10n.t('{0}, being recorded', text) : text;
    }
    default:
      return vscode.l10n.t('could not be opened');
  }
}

function placeText({ uri, bytes: size }: TraceNode): string {
  const path = vscode.workspace.asRelativePath(uri);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return [folder, size === undefined ? '' : bytes(size)].filter(Boolean).join(' · ');
}
