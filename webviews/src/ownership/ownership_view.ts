// The Ownership tab: asks who owns the heap at the shown point, and shows it as nested blocks with all around them: what they say in a sentence,
// the time bar, the way to what is looked at, pinned histories, and the same as a table. While a program is recorded it follows: what is shown
// stays until what is new is there.

import type { InfoAnswer } from '../../../shared/protocol/answers';
import type { OwnershipAnswer, OwnershipNode } from '../../../shared/protocol/ownership';
import { type ChartImage, mostPinned, type OwnershipChoice, type OwnershipMarker } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import type { Host } from '../host';
import { PopupMenu } from '../popup_menu';
import { SearchField } from '../search_field';
import type { TimelineSource } from '../timeline/timeline_source';
import { unsaid } from '../warnings';
import { type Block, wayTo } from './block_layout';
import { type Elsewhere, entriesOf, waysElsewhere } from './block_menu';
import { BlockTable } from './block_table';
import { foundWords } from './found_words';
import { HistorySource, type HistoryState } from './history_source';
import { legendOf } from './legend';
import { MarkerList, marked } from './marker_list';
import { optionsMenu } from './options_menu';
import { OwnersLine } from './owners_line';
import { graphOf, nodesOn, nodesWith, type OwnershipGraph, strongestWay } from './ownership_graph';
import { sentenceOf } from './ownership_sentence';
import { type Asking, OwnershipSource } from './ownership_source';
import { OwnershipStatus } from './ownership_status';
import { ownershipStrings as text } from './ownership_strings';
import type { NodeHistory } from './picture';
import { pictureFile } from './picture_file';
import { PictureView } from './picture_view';
import { PinnedPart } from './pinned_part';
import { TimeBar } from './time_bar';
import { lookAt, shownWay, step } from './zoom_trail';

export interface OwnershipViewParts extends Elsewhere {
  host: Pick<Host, 'ask' | 'save'>;
  fileName: string;
  /** How many points there are. */
  points: number;
  timeline: TimelineSource | undefined;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
  /** Whether another point takes the place of the shown one as soon as it comes. */
  isLive(): boolean;
  choosePoint(index: number): void;
  onChange(choice: OwnershipChoice): void;
}

export class OwnershipView {
  readonly element: HTMLElement;
  private readonly headline = element('h1', { class: 'ownership-sentence', testId: 'ownership-sentence' });
  private readonly status: OwnershipStatus;
  private readonly content = element('div', { class: 'ownership-content' });
  private readonly found = element('p', { class: 'total', role: 'status', testId: 'ownership-found' });
  private readonly legend = element('div', {});
  private readonly options = element('div', {});
  private readonly menu = new PopupMenu(text.menu.label);
  private readonly search: SearchField;
  private readonly timeBar: TimeBar;
  private readonly markers: MarkerList;
  private readonly owners: OwnersLine;
  private readonly picture: PictureView;
  private readonly pinned: PinnedPart;
  private readonly table: BlockTable;
  private readonly source: OwnershipSource;
  private readonly histories: HistorySource;
  private history: HistoryState = { kind: 'none' };
  private graph: OwnershipGraph | undefined;
  private blocks: readonly Block[] = [];
  private unfollow: (() => void) | undefined;
  private drawing = 0;
  /** A canvas keeps the colours that it was painted with: the editor tells a new theme by these attributes. */
  private readonly theming = new MutationObserver(() => {
    this.picture.recolour();
    this.timeBar.draw();
  });

  constructor(
    private readonly parts: OwnershipViewParts,
    private choice: OwnershipChoice,
    private at: number | null,
  ) {
    const { host } = parts;
    this.status = new OwnershipStatus({ cancel: () => this.cancel(), ask: () => this.ask() });
    this.source = new OwnershipSource(host, {
      answer: (answer) => this.take(answer),
      progress: (phase, done) => this.status.progress(phase, done),
      failed: (failure) => this.fail(failure),
    });
    this.histories = new HistorySource(host, (state) => {
      this.history = state;
      this.showHistory();
    });
    this.search = new SearchField({ label: text.search, testId: 'ownership-search' }, choice.search, {
      search: (words) => this.searchFor(words),
      leave: () => this.selectFound(),
    });
    this.timeBar = new TimeBar({
      choose: (index) => parts.choosePoint(index),
      mark: () => this.mark(),
    });
    this.markers = new MarkerList({
      change: (markers) => this.changeMarkers(markers),
      goTo: ({ t }) => {
        const index = this.timeBar.nearestTo(t);
        if (index !== undefined) parts.choosePoint(index);
      },
    });
    this.owners = new OwnersLine({ lookAt: (way) => this.lookAt(way), step: (by) => this.step(by) });
    this.picture = new PictureView({
      enter: (block) => this.enter(block),
      back: () => this.step(-1),
      forward: () => this.step(1),
      pin: ({ node }) => this.togglePin(node.key),
      menu: (block, place) => this.openMenu(block, place),
      drawn: (blocks) => {
        this.blocks = blocks;
        if (this.graph) this.table.show(blocks, this.graph);
        this.found.textContent = this.graph ? foundWords(this.graph, blocks, this.choice.search) : '';
      },
    });
    this.pinned = new PinnedPart({
      unpin: (key) => this.togglePin(key),
      lookAt: (key) => {
        const node = this.graph?.byKey.get(key);
        if (this.graph && node) this.lookAt(strongestWay(this.graph, node));
      },
    });
    this.table = new BlockTable((way) => this.lookAt([...this.way, ...way]));
    this.element = this.assemble();
    this.showOptions();
  }

  start(): void {
    this.unfollow = this.parts.timeline?.follow((state) => {
      if (state.kind !== 'loaded') return;
      this.timeBar.showTimeline(state.timeline);
      this.showTime();
    });
    this.timeBar.start();
    this.timeBar.showMarkers(this.choice.markers);
    this.markers.show(this.choice.markers);
    this.search.start();
    this.picture.start();
    this.theming.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
    this.theming.observe(document.documentElement, { attributeFilter: ['style'] });
    this.ask();
  }

  stop(): void {
    this.unfollow?.();
    cancelAnimationFrame(this.drawing);
    this.timeBar.stop();
    this.search.stop();
    this.picture.stop();
    this.theming.disconnect();
    this.menu.close();
    this.source.cancel();
    this.histories.stop();
  }

  showPoint(at: number | null): void {
    this.at = at;
    this.showTime();
    this.ask();
  }

  /** More points came. */
  renew(info: InfoAnswer): void {
    this.parts.points = info.trace.points;
    // Shares that come from all points may be other ones now.
    if (this.choice.model === 'counts') this.source.forget();
    if (this.graph) this.askHistory(true);
    else this.ask();
  }

  followPoint(at: number): void {
    this.showPoint(at);
  }

  /** Collections are found by descriptions. */
  showDescriptions(): void {
    this.source.forget();
    this.ask();
  }

  private get way(): string[] {
    return shownWay(this.choice.zoom);
  }

  private get asking(): Asking {
    const { model, threshold, roots } = this.choice;
    return { model, roots: roots.length > 0 ? [...roots] : ['none'], ...(threshold === null ? {} : { threshold }) };
  }

  private assemble(): HTMLElement {
    const { mark: label, markTitle } = text.time;
    const mark = button(label, () => this.mark(), { class: 'secondary', testId: 'ownership-mark', title: markTitle });
    const time = element('div', { class: 'ownership-time' }, this.timeBar.element, mark, this.markers.element);
    // Of one point there is no time to go through.
    time.hidden = !this.parts.timeline;
    const { way, owners } = this.owners;
    const tools = element('div', { class: 'ownership-tools' }, way, this.found, this.search.element, this.options);
    this.content.append(tools, owners, this.picture.element, this.legend, this.pinned.element, this.table.element);
    this.content.hidden = true;
    return element(
      'div',
      { class: 'ownership', testId: 'ownership', tabindex: -1, role: 'group', 'aria-label': text.title },
      this.headline,
      time,
      this.status.element,
      this.content,
    );
  }

  private ask(): void {
    if (this.parts.points === 0) {
      this.status.say(text.noPoint);
      return;
    }
    if (!this.source.isKnown(this.at, this.asking)) this.status.begin(this.graph !== undefined);
    this.content.setAttribute('aria-busy', 'true');
    this.source.show(this.at, this.asking);
  }

  private cancel(): void {
    this.source.cancel();
    this.fail({ kind: 'cancelled' });
  }

  private fail(failure: { kind?: string; message?: string }): void {
    this.content.removeAttribute('aria-busy');
    this.status.failed(failure);
  }

  private take(answer: OwnershipAnswer): void {
    this.graph = graphOf(answer);
    this.status.done(unsaid(answer.warnings, this.parts.shownWarnings));
    this.content.removeAttribute('aria-busy');
    const isEmpty = !this.graph || answer.total.bytes === 0;
    this.content.hidden = isEmpty;
    this.headline.hidden = isEmpty;
    if (isEmpty) {
      this.status.say(text.empty);
      return;
    }
    this.showTime();
    // Many points may go by within one picture of the screen: the last one counts.
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.showAll());
  }

  private showAll(): void {
    const { graph, choice } = this;
    if (!graph) return;
    this.headline.textContent = sentenceOf(graph).words;
    this.owners.show(graph, choice.zoom);
    this.legend.replaceChildren(legendOf(graph));
    this.showPicture();
    this.askHistory();
    this.pinned.show(choice.pinned, this.history, graph);
  }

  private showPicture(): void {
    const { graph } = this;
    if (!graph) return;
    const top = nodesOn(graph, this.way).at(-1) ?? graph.heap;
    const { direction, colours, search } = this.choice;
    const found = search.trim() === '' ? undefined : nodesWith(graph, search);
    this.element.dataset.scale = colours;
    this.picture.show({ graph, top, direction, scale: colours, found, history: this.historyOf(top) });
  }

  private historyOf({ key, kind }: OwnershipNode): NodeHistory | undefined {
    if (this.history.kind !== 'loaded' && this.history.kind !== 'loading') return undefined;
    const { answer } = this.history;
    // The heap is always the first.
    const series = kind === 'heap' ? answer?.series[0] : answer?.series.find((each) => each.key === key);
    return answer && series && { points: answer.points, owned: series.owned };
  }

  /** Of what is pinned, and of what is looked at. */
  private askHistory(force = false): void {
    const { graph, choice } = this;
    if (!graph || this.parts.points < 2) return;
    const top = nodesOn(graph, this.way).at(-1);
    const keys = new Set([...choice.pinned, ...(top && top.kind !== 'heap' ? [top.key] : [])]);
    this.histories.show([...keys], choice.model, force);
  }

  private showHistory(): void {
    if (!this.graph) return;
    this.pinned.show(this.choice.pinned, this.history, this.graph);
    this.showPicture();
  }

  private showTime(): void {
    const shown = this.graph && this.at === null ? this.graph.answer.point.index : this.at;
    if (shown !== null && shown !== undefined) this.timeBar.showPoint(shown, this.parts.isLive());
  }

  private showOptions(): void {
    const menu = optionsMenu(this.choice, {
      change: (change) => this.changeOptions(change),
      save: (format) => void this.save(format),
    });
    this.options.replaceChildren(menu);
  }

  private changeOptions(change: Partial<OwnershipChoice>): void {
    this.change(change);
    const isAnother = change.model !== undefined || change.threshold !== undefined || change.roots !== undefined;
    if (isAnother) this.ask();
    else this.showPicture();
  }

  private change(change: Partial<OwnershipChoice>): void {
    this.choice = { ...this.choice, ...change };
    this.parts.onChange(this.choice);
  }

  /** Into what a block owns; out of what is looked at already. */
  private enter(block: Block): void {
    if (block.level > 0) this.lookAt([...this.way, ...wayTo(this.blocks, block)]);
    else if (this.way.length > 0) this.lookAt(this.way.slice(0, -1));
  }

  private lookAt(way: string[]): void {
    this.change({ zoom: lookAt(this.choice.zoom, way) });
    this.showZoom();
  }

  private step(by: -1 | 1): void {
    this.change({ zoom: step(this.choice.zoom, by) });
    this.showZoom();
  }

  private showZoom(): void {
    if (!this.graph) return;
    this.owners.show(this.graph, this.choice.zoom);
    this.askHistory();
    this.showPicture();
  }

  private searchFor(words: string): void {
    if (words !== this.choice.search) this.change({ search: words });
    this.showPicture();
  }

  private selectFound(): void {
    const { graph } = this;
    if (!graph) return;
    const nodes = nodesWith(graph, this.choice.search);
    const [largest] = [...nodes].sort((a, b) => b.owned - a.owned);
    // What is too small to be seen here, is looked at by itself.
    if (largest && !this.blocks.some(({ node }) => nodes.has(node))) this.lookAt(strongestWay(graph, largest));
    this.picture.select(nodes);
  }

  private togglePin(key: string): void {
    const { pinned } = this.choice;
    const isPinned = pinned.includes(key);
    if (!isPinned && pinned.length >= mostPinned) return;
    this.change({ pinned: isPinned ? pinned.filter((each) => each !== key) : [...pinned, key] });
    this.askHistory();
    if (this.graph) this.pinned.show(this.choice.pinned, this.history, this.graph);
  }

  private mark(): void {
    const t = this.timeBar.shownTime;
    if (t === undefined) return;
    const markers = marked(this.choice.markers, t);
    this.changeMarkers(markers, t);
  }

  private changeMarkers(markers: OwnershipMarker[], naming?: number): void {
    this.change({ markers });
    this.timeBar.showMarkers(markers);
    this.markers.show(markers, naming);
  }

  private openMenu({ node, level }: Block, place: { x: number; y: number }): void {
    const { graph } = this;
    if (!graph) return;
    const block = this.blocks.find((each) => each.node === node && each.level === level);
    const actions = {
      enter: () => block && this.enter(block),
      togglePin: () => this.togglePin(node.key),
      ...waysElsewhere(node, graph, this.parts),
    };
    this.menu.show(entriesOf(node, graph, this.choice.pinned, actions), place);
  }

  private async save(format: ChartImage['format']): Promise<void> {
    const { graph, parts } = this;
    const file = graph && (await pictureFile(this.picture, graph, parts.fileName, format));
    if (file) parts.host.save('saveImage', file);
  }
}
