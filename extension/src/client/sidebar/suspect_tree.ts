// The view of leak suspects: the tree of the active trace's suspects, or what is to be said instead.
import * as vscode from 'vscode';
import { bytes, count, timeSince } from '../../../../shared/format';
import type { GrowthPattern, GrowthWindow, TakenType } from '../../../../shared/protocol/growth';
import { tellingFrame } from '../../../../shared/protocol/sites';
import { frameLabel } from '../../../../webviews/src/growth/growth_words';
import { commands, contextKeys, views } from '../contributions';
import type { ChosenStructures } from '../growth/chosen_structures';
import type { ActiveTrace } from '../language/active_trace';
import { ownName } from '../sources/growth_chart';
import { approximate, feedsText, percent, plain } from '../sources/mark_texts';
import { idOf } from '../sources/suspect_marks';
import { traceTitle } from '../traces/trace_names';
import { bytesAdded, childrenOf, clickOf, type ShownLeaves, type SuspectNode, suspectNodes } from './suspect_nodes';
import type { SuspectSearch } from './suspect_search';

type Node = SuspectNode | { kind: 'failure'; message: string };

const icons: Record<GrowthPattern, [icon: string, colour: string]> = {
  'single-ownership-container-growth': ['archive', 'charts.red'],
  'shared-ownership-container-growth': ['references', 'charts.purple'],
  'single-ownership-data-growth': ['graph', 'charts.yellow'],
  'shared-ownership-data-growth': ['link', 'charts.blue'],
  'non-growth': ['dash', 'charts.foreground'],
};
const withoutStructure: [icon: string, colour: string] = ['layers', 'charts.red'];

export class SuspectTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: { dispose(): void }[];
  /** What the tree was built from. */
  private built: unknown;
  private message = '';
  private roots: SuspectNode[] = [];
  private finished: (() => void) | undefined;

  constructor(
    private readonly search: SuspectSearch,
    private readonly active: ActiveTrace,
    private readonly chosen: ChosenStructures,
  ) {
    this.view = vscode.window.createTreeView(views.suspects, { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.view,
      search.onDidChange(() => this.refresh()),
      active.onDidChange(() => this.refresh()),
      this.view.onDidChangeSelection(({ selection: [node] }) => this.choose(node)),
      this.view.onDidChangeVisibility(() => this.showChosen()),
      chosen.onDidChoose(() => this.showChosen()),
      { dispose: () => this.finished?.() },
    ];
    this.refresh();
  }

  getChildren(node?: Node): Node[] {
    if (node) return node.kind === 'failure' ? [] : childrenOf(node);
    const { state } = this.search;
    if (state.kind === 'failed') return [{ kind: 'failure', message: state.failure.message }];
    this.roots = state.kind === 'found' ? suspectNodes(state.answer.suspects) : [];
    return this.roots;
  }

  /** Only suspects are looked for. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === 'failure') {
      const item = new vscode.TreeItem(node.message);
      item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
      item.tooltip = node.message;
      return item;
    }
    const item = itemOf(node);
    item.id = node.id;
    item.accessibilityInformation ??= { label: [item.label, item.description].filter(Boolean).join(', ') };
    const hasChildren = childrenOf(node).length > 0;
    if (hasChildren) {
      const first = node.kind === 'suspect' && node.suspect.rank === 1;
      item.collapsibleState = vscode.TreeItemCollapsibleState[first ? 'Expanded' : 'Collapsed'];
    }
    const { command, argument } = clickOf(node);
    const isSource = command === commands.openSource;
    const title = isSource ? vscode.l10n.t('Open Source') : vscode.l10n.t('Show Growth');
    item.command = { command, title, arguments: [argument] };
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  private choose(node: Node | undefined): void {
    const session = this.active.current;
    const id = node && node.kind !== 'failure' ? idOf(node.suspect) : undefined;
    if (session && id !== undefined) this.chosen.choose({ session, id, by: this });
  }

  /** The suspect that was chosen elsewhere. To select it in a hidden view would bring that to the front. */
  private showChosen(): void {
    const session = this.active.current;
    const id = session && this.chosen.of(session);
    const wanted = id && this.roots.find((node) => node.kind === 'suspect' && idOf(node.suspect) === id);
    const [selected] = this.view.selection;
    if (!wanted || !this.view.visible) return;
    // A line of it is selected already.
    if (selected && selected.kind !== 'failure' && idOf(selected.suspect) === id) return;
    void this.view.reveal(wanted, { select: true, focus: false });
  }

  private refresh(): void {
    const { state } = this.search;
    const nothing = state.kind === 'found' && state.answer.suspects.length === 0;
    void vscode.commands.executeCommand('setContext', contextKeys.suspects, nothing ? 'none' : state.kind);
    this.view.description = describe(
      traceTitle(this.active.current?.paths ?? []),
      state.kind === 'found' ? state.answer.window : undefined,
    );
    const progress = vscode.l10n.t('Comparing the data structures at both ends…');
    const done = state.kind === 'computing' ? `${Math.round(100 * state.done)}\u2009%` : '';
    this.setMessage(state.kind === 'computing' ? [progress, state.phase, done].filter(Boolean).join(' · ') : '');
    this.showProgress(state.kind === 'computing');
    // Progress comes often, and a tree that is built anew loses the keyboard's place.
    const shown = state.kind === 'found' ? state.answer : state.kind === 'failed' ? state.failure.message : '';
    if (shown === this.built) return;
    this.built = shown;
    this.changed.fire();
  }

  private setMessage(message: string): void {
    if (message === this.message) return;
    this.message = message;
    this.view.message = message;
  }

  private showProgress(computing: boolean): void {
    if (computing && !this.finished) {
      const location = { viewId: views.suspects };
      void vscode.window.withProgress({ location }, () => new Promise<void>((resolve) => (this.finished = resolve)));
    } else if (!computing) {
      this.finished?.();
      this.finished = undefined;
    }
  }
}

function describe(name: string, window: GrowthWindow | undefined): string {
  if (window?.chosen === 'whole') return name;
  return [name, ...(window ? [`${timeSince(window.from.t)} → ${timeSince(window.to.t)}`] : [])].join(' · ');
}

function itemOf(node: SuspectNode): vscode.TreeItem {
  switch (node.kind) {
    case 'suspect':
      return suspectItem(node);
    case 'holder': {
      const item = new vscode.TreeItem(node.name === '' ? ownName(node.type) : node.name);
      item.description = node.name === '' ? '' : ownName(node.type);
      item.tooltip = node.field ? `${node.field.class}.${node.field.name}\n${node.type}` : node.type;
      item.iconPath = new vscode.ThemeIcon('symbol-field');
      item.contextValue = 'holder';
      return item;
    }
    case 'line': {
      const { line, suspect } = node;
      const item = new vscode.TreeItem(frameLabel(line));
      const samples = line.estimated ? vscode.l10n.t('{0} samples', count(line.samples)) : '';
      item.description = [approximate(percent(100 * line.share), line.estimated), samples].filter(Boolean).join(' · ');
      item.tooltip = feedsText({ suspect, line });
      item.iconPath = new vscode.ThemeIcon('symbol-method');
      item.contextValue = 'line';
      return item;
    }
    case 'type': {
      const item = new vscode.TreeItem(ownName(node.type));
      item.description = node.taken ? takenText(node.taken) : growthText(node.grown);
      item.tooltip = node.sites.length > 0 ? `${node.type}\n${endsText(node.grown)}` : node.type;
      item.iconPath = new vscode.ThemeIcon('symbol-class');
      item.contextValue = 'type';
      return item;
    }
    case 'site': {
      const telling = tellingFrame(node.site);
      const item = new vscode.TreeItem(telling ? frameLabel(telling) : vscode.l10n.t('Site not known'));
      item.description = node.grown ? growthText(node.grown) : vscode.l10n.t('allocated here');
      item.tooltip = node.grown ? `${node.type}\n${endsText(node.grown)}` : node.type;
      item.iconPath = new vscode.ThemeIcon(telling ? 'symbol-constructor' : 'question');
      item.contextValue = 'site';
      return item;
    }
    case 'frame': {
      const item = new vscode.TreeItem(frameLabel(node.frame));
      item.description = node.frame.class.slice(0, Math.max(0, node.frame.class.lastIndexOf('.')));
      item.iconPath = new vscode.ThemeIcon('debug-stackframe');
      item.contextValue = 'frame';
      return item;
    }
  }
}

function suspectItem({ suspect }: SuspectNode & { kind: 'suspect' }): vscode.TreeItem {
  const type = ownName(suspect.type);
  const many = suspect.count > 1 ? `${count(suspect.count)} ${type}` : type;
  // What holds it says more than what it is; and where nobody knows, where it was made.
  const label = suspect.name === '' ? many : suspect.name;
  const item = new vscode.TreeItem(label);
  const { retained } = suspect;
  // Of a heap that did not grow nothing has a share.
  const share = retained.hgp === null ? signed(bytesAdded(retained), bytes) : percent(retained.hgp);
  const telling = tellingFrame(suspect.site);
  const rest = suspect.name === '' ? (telling ? frameLabel(telling) : '') : many;
  const inferred = suspect.inferred ? vscode.l10n.t('inferred') : '';
  item.description = [share, rest, inferred].filter(Boolean).join(' · ');
  const [icon, colour] = suspect.pattern === null ? withoutStructure : icons[suspect.pattern];
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
  item.tooltip = new vscode.MarkdownString(`${plain(suspect.sentence)}\n\n${plain(suspect.advice)}`);
  item.contextValue = 'suspect';
  item.accessibilityInformation = {
    label: vscode.l10n.t('Suspect {0}: {1}, {2}', suspect.rank, label, share || '–'),
  };
  return item;
}

/** What was counted at both ends. */
const takenText = ({ from, to }: TakenType): string => `${count(from)} → ${count(to)}`;

function growthText({ from, to, deep, estimated }: ShownLeaves): string {
  const added = [signed(to.objects - from.objects, count), signed(bytesAdded({ from, to }), bytes)].map((text) =>
    approximate(text, estimated),
  );
  if (deep) added.push(vscode.l10n.t('{0} with all they lead to', signed(bytesAdded(deep), bytes)));
  return added.join(' · ');
}

const signed = (value: number, text: (value: number) => string) => `${value < 0 ? '−' : '+'}${text(Math.abs(value))}`;

function endsText({ from, to, estimated, samples }: ShownLeaves): string {
  const ends = vscode.l10n.t(
    '{0} objects → {1} objects, {2} → {3}',
    count(from.objects),
    count(to.objects),
    bytes(from.bytes),
    bytes(to.bytes),
  );
  const seen = estimated && samples ? ` (${vscode.l10n.t('{0} samples', count(samples.to))})` : '';
  return `${approximate(ends, estimated)}${seen}`;
}
