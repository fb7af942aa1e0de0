// The Growth tab: what grew between two points. Holds the question; the parts below draw the answer: suspects first, then either the
// structures with their sizes, or the tree of places where the heap grew.
import type { InfoAnswer } from '../../../shared/protocol/answers';
import type { GrowthAnswer, GrowthArgs, GrowthOrder, Suspect } from '../../../shared/protocol/growth';
import type {
  ChartImage,
  GrowthChoice,
  HeldDescriptions,
  KnownGrowth,
  PointWindow,
  ViewState,
} from '../../../shared/protocol/view';
import { element } from '../dom';
import type { Host, Running } from '../host';
import { segments } from '../segments';
import { strings } from '../strings';
import type { TimelineSource } from '../timeline/timeline_source';
import { unsaid, warningsBanner } from '../warnings';
import { GrowthCounts } from './growth_counts';
import { growthMarkdown } from './growth_markdown';
import { GrowthProgress } from './growth_progress';
import { GrowthToolbar } from './growth_toolbar';
import { isWhole } from './growth_words';
import { onePointNotice } from './one_point';
import { type OpenSource, openSourceOf } from './source_link';
import { strongestStructures } from './strongest';
import { StructuresPart } from './structures_part';
import { SuspectsSection } from './suspects';
import { TreePart } from './tree/tree_part';
import { WindowPicker } from './window_picker';

const text = strings.growth;

export interface GrowthViewParts {
  info: InfoAnswer;
  fileName: string;
  host: Host;
  descriptions: HeldDescriptions;
  /** Said already where all tabs show it. */
  shownWarnings: string[];
  timeline: TimelineSource | undefined;
  /** In a panel of its own. */
  alone: boolean;
  /** Shows an object of a point, and what holds it, where there is a tab for that. */
  inspect?(id: string, at: number): void;
  /** Shows what is in an object. */
  openObject?(id: string, at: number): void;
  /** Shows what a suspect in no structure is made of: threads, or objects of its type. */
  showUnheld?(suspect: Suspect, at: number): void;
}

type Shown = Pick<ViewState, 'window' | 'growth'>;

export class GrowthView {
  readonly element: HTMLElement;
  private readonly picker: WindowPicker;
  private readonly toolbar: GrowthToolbar;
  private readonly warnings = element('div', {});
  private readonly progress: GrowthProgress;
  private readonly suspectsPart = element('div', { class: 'suspects-part' });
  private suspects: SuspectsSection | undefined;
  private readonly counts = new GrowthCounts();
  private readonly switch: HTMLElement;
  private readonly structures: StructuresPart;
  private readonly tree: TreePart;
  /** What is there once there is an answer. */
  private readonly results: HTMLElement;
  private readonly openSource: OpenSource;
  private running: Running<GrowthAnswer> | undefined;
  private answer: GrowthAnswer | undefined;

  constructor(
    private readonly parts: GrowthViewParts,
    private state: Shown,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    const { host, info, fileName } = parts;
    const { growth } = state;
    const computing = info.trace.points < 2 ? text.whole.computing : text.computing;
    this.progress = new GrowthProgress(computing, { cancel: () => this.running?.cancel(), ask: () => this.ask() });
    this.openSource = openSourceOf(host, parts.alone);
    this.picker = new WindowPicker(info.trace.points, state.window, (window) => this.chooseWindow(window));
    const events = {
      threshold: (threshold: number | null) => this.ask({ threshold }),
      // Where there is no clipboard, nothing says “Copied”.
      copy: () => void this.copy().catch(() => undefined),
      openBeside: () => host.act({ kind: 'open-beside', tab: 'growth' }),
      exportTable: () => this.structures.exportTable(),
      saveChart: (format: ChartImage['format']) => this.structures.saveChart(format),
    };
    this.toolbar = new GrowthToolbar(growth.threshold, parts.alone, events, info.trace.points > 1);
    this.structures = new StructuresPart({
      fileName,
      host,
      openSource: this.openSource,
      saveDescription: (type) => this.saveInferred(type),
      ...(parts.inspect ? { inspect: (id: string) => this.inspect(id) } : {}),
      ...(parts.openObject ? { openObject: (id: string) => this.openObject(id) } : {}),
      ...(parts.showUnheld ? { showUnheld: (suspect: Suspect) => this.showUnheld(suspect) } : {}),
      choice: () => this.state.growth,
      change: (choice) => this.change(choice),
      sort: (sort) => this.sortBy(sort),
      marked: (id) => this.suspects?.mark(id),
      chosen: (id) => this.tellChosen(id),
      asked: () => this.asked,
    });
    this.tree = new TreePart({ fileName, host, openSource: this.openSource });
    this.switch = segments({
      name: 'growth-shown',
      label: text.shown.label,
      words: text.shown.words,
      chosen: growth.shown,
      choose: (shown) => this.showPart(shown),
    });
    this.results = element(
      'div',
      { class: 'growth-results' },
      this.suspectsPart,
      this.structures.pane,
      element(
        'div',
        { class: 'growth-rest' },
        element('div', { class: 'growth-between' }, this.switch, this.counts.element),
        this.structures.element,
        this.tree.element,
      ),
    );
    const isOnePoint = info.trace.points < 2;
    this.element = element(
      'div',
      { class: 'growth', testId: 'growth' },
      element('h1', { class: 'for-screen-readers' }, text.title),
      element(
        'div',
        { class: 'growth-head' },
        isOnePoint ? element('p', { class: 'window-words' }, text.whole.heap) : this.picker.element,
        this.toolbar.element,
      ),
      this.warnings,
      this.progress.element,
      this.results,
      isOnePoint ? onePointNotice() : null,
    );
    this.results.hidden = true;
  }

  start(): void {
    this.picker.start(this.parts.timeline);
    this.structures.start();
    this.tree.start();
    this.ask();
  }

  stop(): void {
    this.picker.stop();
    this.structures.stop();
    this.tree.stop();
    this.progress.clear();
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  /** A program is recorded, and there are more points. What is shown stays until it is known what grew up to them. */
  renew(info: InfoAnswer): void {
    this.parts.info = info;
    this.picker.renew(info.trace.points);
  }

  /** Somebody has found out what grew up to a later point. */
  showKnownGrowth(known: KnownGrowth | null): void {
    const { window } = this.answer ?? {};
    // What was known is too old: other settings hold.
    if (!known && window && !this.running) this.ask();
    if (!known || known.chosen || !window || this.state.window || this.running) return;
    if (known.window.to !== window.to.index || known.window.from !== window.from.index) this.ask();
  }

  /** Growth has two points, and they are chosen here. */
  showPoint(): void {}

  /** Other structures may be there. */
  showDescriptions(descriptions: HeldDescriptions): void {
    this.parts.descriptions = descriptions;
    this.ask();
  }

  selectStructure(id: string): void {
    this.showPart('structures');
    const suspect = this.answer?.suspects.find((each) => idOf(each) === id);
    if (suspect) this.chooseSuspect(suspect);
    else this.structures.choose(id, true);
  }

  private chooseSuspect(suspect: Suspect): void {
    this.showPart('structures');
    this.structures.chooseSuspect(suspect);
    this.suspects?.markSuspect(suspect);
    this.tellChosen(idOf(suspect));
  }

  /** The side bar and other views of the trace show the same one. */
  private tellChosen(id: string | null): void {
    if (id !== null) this.parts.host.act({ kind: 'choose-structure', id });
  }

  private describe(type: string): void {
    const at = this.answer ? { at: String(this.answer.window.to.index) } : {};
    this.parts.host.act({ kind: 'describe-type', type, ...at });
  }

  /** As it is at the end of the window. */
  private inspect(id: string): void {
    if (this.answer) this.parts.inspect?.(id, this.answer.window.to.index);
  }

  private openObject(id: string): void {
    if (this.answer) this.parts.openObject?.(id, this.answer.window.to.index);
  }

  private showUnheld(suspect: Suspect): void {
    if (this.answer) this.parts.showUnheld?.(suspect, this.answer.window.to.index);
  }

  private saveInferred(type: string): void {
    if (!this.answer) return;
    const { window } = this.answer;
    const from = isWhole(window) ? 'nothing' : String(window.from.index);
    this.parts.host.act({ kind: 'save-inferred', type, from, to: String(window.to.index) });
  }

  /** Which window, and what counts as high: part of every question. */
  private get asked(): Pick<GrowthArgs, 'from' | 'to' | 'threshold'> {
    const { info } = this.parts;
    const { window, growth } = this.state;
    const { threshold } = growth;
    return {
      // Of a single point, there is no other window.
      ...(window && info.trace.points > 1 ? { from: String(window.from), to: String(window.to) } : {}),
      ...(threshold === null ? {} : { threshold }),
    };
  }

  private change(growth: Partial<GrowthChoice>): void {
    this.state = { ...this.state, growth: { ...this.state.growth, ...growth } };
    this.onChange({ growth: this.state.growth });
  }

  private chooseWindow(window: PointWindow | null): void {
    this.state = { ...this.state, window };
    this.onChange({ window });
    this.picker.await();
    this.ask();
  }

  private sortBy(sort: GrowthOrder): void {
    if (sort !== this.state.growth.sort) this.ask({ sort });
  }

  /** What is shown stays while an answer to a like question is on its way. */
  private ask(change: Partial<GrowthChoice> = {}): void {
    if (Object.keys(change).length > 0) this.change(change);
    const before = this.running;
    this.running = undefined;
    before?.cancel();
    this.progress.begin();
    this.results.setAttribute('aria-busy', 'true');
    const { sort } = this.state.growth;
    // The strongest suspect has its bar also where it was born in the window.
    const args = { ...this.asked, sort, category: 'all' as const, offset: 0, limit: strongestStructures };
    const running = this.parts.host.ask('growth', args, (phase, done) => {
      if (this.running === running) this.progress.show(phase, done);
    });
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running === running) this.show(answer);
      },
      (failure: { kind?: string; message?: string }) => {
        if (this.running === running) this.fail(failure);
      },
    );
  }

  private show(answer: GrowthAnswer): void {
    this.running = undefined;
    this.answer = answer;
    this.progress.clear();
    this.results.hidden = false;
    this.results.removeAttribute('aria-busy');
    if (!isWhole(answer.window)) this.picker.show(answer.window);
    this.toolbar.show(answer.threshold);
    this.showWarnings(answer);
    this.counts.show(answer);
    this.suspects = new SuspectsSection(answer, {
      choose: (suspect) => this.chooseSuspect(suspect),
      openSource: this.openSource,
      describe: (type) => this.describe(type),
    });
    this.suspectsPart.replaceChildren(this.suspects.element);
    this.structures.show(answer);
    this.tree.expect(this.asked, answer.suspects);
    this.showParts();
  }

  private fail({ kind, message }: { kind?: string; message?: string }): void {
    this.running = undefined;
    // Numbers of another question would be worse than none.
    this.answer = undefined;
    this.results.hidden = true;
    this.results.removeAttribute('aria-busy');
    if (kind === 'cancelled') this.progress.showCancelled();
    else this.progress.showFailure(message ?? '');
  }

  private showWarnings(answer: GrowthAnswer): void {
    const { descriptions, shownWarnings } = this.parts;
    const banner = warningsBanner(unsaid([...descriptions.warnings, ...answer.warnings], shownWarnings));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
  }

  private showPart(shown: GrowthChoice['shown']): void {
    if (shown !== this.state.growth.shown) this.change({ shown });
    const radio = this.switch.querySelector<HTMLInputElement>(`#growth-shown-${shown}`);
    if (radio) radio.checked = true;
    this.showParts();
  }

  /** Where there is no structure, the places are all there is. */
  private showParts(): void {
    const { survivors = 0, born = 0, died = 0, unmatched = 0 } = this.answer?.counts ?? {};
    const isOfWhole = this.answer !== undefined && isWhole(this.answer.window);
    const hasPlacesOnly = isOfWhole || survivors + born === 0;
    this.switch.hidden = hasPlacesOnly;
    this.counts.element.hidden = isOfWhole || survivors + born + died + unmatched === 0;
    const shown = hasPlacesOnly ? 'tree' : this.state.growth.shown;
    this.structures.setShown(shown === 'structures');
    // The tree says itself what is known of a place, but not of a suspect.
    const { length: suspects } = this.answer?.suspects ?? [];
    this.structures.pane.hidden = shown !== 'structures' && !(hasPlacesOnly && suspects > 0);
    this.tree.show(shown === 'tree');
  }

  private async copy(): Promise<void> {
    if (!this.answer) return;
    const { fileName, info } = this.parts;
    await navigator.clipboard.writeText(
      growthMarkdown({ fileName, info, answer: this.answer, selected: this.structures.measured }),
    );
    this.toolbar.showCopied();
  }
}

/** A suspect of several structures is known by its largest one, and one that is no structure by what it begins with. */
const idOf = ({ structures: [largest], head }: Suspect): string | null => largest ?? head ?? null;
