// The view of descriptions: the files that hold, in the workspace and those that come with Heaptrail, with the data structures that each
// describes. How many of a type there are is shown once the suspects of the active trace are known: then it costs nothing more.
import * as vscode from 'vscode';
import { count } from '../../../../shared/format';
import { shippedScheme } from '../../../../shared/protocol/language';
import { views } from '../contributions';
import type { WorkspaceDescriptions } from '../descriptions/workspace_descriptions';
import type { EngineClient } from '../engine/engine_client';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import { ownName } from '../sources/growth_chart';

/** What the engine process knows of a description: the language server protocol's symbols. */
interface Described {
  name: string;
  kind: number;
  location: { uri: string; range: { start: { line: number; character: number } } };
}

type Node =
  | { kind: 'file'; uri: string; name: string; described: Described[] }
  | { kind: 'shipped'; files: Node[] }
  | { kind: 'described'; described: Described };

/** Of heads; the protocol numbers its kinds from 1. */
const headKind = vscode.SymbolKind.Class + 1;

export class DescriptionTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: { dispose(): void }[];
  private isRunning = false;
  private counts = new Map<string, number>();
  private counted: unknown;

  constructor(
    private readonly descriptions: WorkspaceDescriptions,
    private readonly engine: EngineClient,
    private readonly active: ActiveTrace,
    private readonly growth: GrowthStore,
  ) {
    const changed = () => this.changed.fire();
    this.subscriptions = [
      vscode.window.createTreeView(views.descriptions, { treeDataProvider: this, showCollapseAll: true }),
      descriptions.onChange(changed),
      engine.onState((running) => {
        this.isRunning = running;
        changed();
      }),
      active.onDidChange(() => void this.count()),
      growth.onDidChange(() => void this.count()),
    ];
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (!node) return this.files();
    if (node.kind === 'shipped') return node.files;
    if (node.kind === 'described') return [];
    return node.described.map((described) => ({ kind: 'described', described }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'described') return this.describedItem(node.described);
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    if (node.kind === 'shipped') {
      const item = new vscode.TreeItem(vscode.l10n.t('Shipped with Heaptrail'), Collapsed);
      item.iconPath = new vscode.ThemeIcon('library');
      item.description = vscode.l10n.t('the JDK’s collections');
      return item;
    }
    const item = new vscode.TreeItem(node.name, node.described.length > 0 ? Collapsed : None);
    const found = node.described.reduce((sum, { name }) => sum + (this.counts.get(name) ?? 0), 0);
    item.id = node.uri;
    item.iconPath = new vscode.ThemeIcon('symbol-structure');
    if (found > 0) item.description = vscode.l10n.t('{0} found', count(found));
    item.command = openAt(node.uri);
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  private describedItem({ name, location }: Described): vscode.TreeItem {
    const item = new vscode.TreeItem(ownName(name));
    const found = this.counts.get(name);
    item.description = found === undefined ? '' : vscode.l10n.t('{0} found', count(found));
    item.tooltip = name;
    item.iconPath = new vscode.ThemeIcon('symbol-class');
    item.command = openAt(location.uri, location.range.start);
    return item;
  }

  private async files(): Promise<Node[]> {
    const [{ files }, described] = await Promise.all([this.descriptions.read(), this.described()]);
    const headsOf = (uri: string) =>
      described
        .filter(({ location }) => location.uri === uri)
        .sort((a, b) => (this.counts.get(b.name) ?? 0) - (this.counts.get(a.name) ?? 0) || (a.name < b.name ? -1 : 1));
    const node = (uri: string, name: string): Node => ({ kind: 'file', uri, name, described: headsOf(uri) });
    const shipped = [...new Set(described.map(({ location }) => location.uri))]
      .filter((uri) => uri.startsWith(`${shippedScheme}:`))
      .map((uri) => node(uri, uri.slice(shippedScheme.length + 1)));
    // Nothing of the user's, and the welcome says how to begin.
    const own = files.map(({ uri, name }) => node(uri, name));
    return shipped.length === 0 ? own : [...own, { kind: 'shipped', files: shipped }];
  }

  /** Nobody starts the engine for it. */
  private async described(): Promise<Described[]> {
    if (!this.isRunning) return [];
    try {
      const all = await this.engine.request<Described[]>('workspace/symbol', { query: '' });
      return all.filter(({ kind }) => kind === headKind);
    } catch {
      // It ended just now, and that is said elsewhere.
      return [];
    }
  }

  /** Structures by the exact type of their heads. They were looked for to find the suspects. */
  private async count(): Promise<void> {
    const session = this.active.current;
    const answer = session && this.growth.get(session);
    if (this.counted === answer) return;
    this.counted = answer;
    const counts = new Map<string, number>();
    if (answer) {
      const at = String(answer.window.to.index);
      const heap = await session.ask('heap', { at, filter: 'structures', limit: 1000 }).catch(() => undefined);
      for (const { key, objects } of heap?.rows ?? []) counts.set(key, objects);
    }
    if (this.counted !== answer) return;
    this.counts = counts;
    this.changed.fire();
  }
}

function openAt(uri: string, start = { line: 0, character: 0 }): vscode.Command {
  const selection = new vscode.Range(start.line, start.character, start.line, start.character);
  return {
    command: 'vscode.open',
    title: vscode.l10n.t('Open'),
    arguments: [vscode.Uri.parse(uri), { selection } satisfies vscode.TextDocumentShowOptions],
  };
}
