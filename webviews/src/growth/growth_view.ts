// The Growth tab: what grew between two points. Holds the question and what is selected; the parts below draw the answer.
import type { Frame, InfoAnswer } from '../../../extension/src/protocol/answers';
import type { GrowthAnswer, GrowthArgs, GrowthOrder, GrowthRow, Suspect } from '../../../extension/src/protocol/growth';
import { tellingFrame } from '../../../extension/src/protocol/sites';
import type { GrowthChoice, HeldDescriptions, PointWindow, ViewState } from '../../../extension/src/protocol/view';
import { element } from '../dom';
import type { Host, Running } from '../host';
import { SearchField } from '../search_field';
import { strings } from '../strings';
import type { TimelineSource } from '../timeline/timeline_source';
import { warningsBanner } from '../warnings';
import { GrowthCounts } from './growth_counts';
import { growthMarkdown } from './growth_markdown';
import { GrowthProgress } from './growth_progress';
import { GrowthToolbar } from './growth_toolbar';
import { onePointNotice } from './one_point';
import type { OpenFrame } from './site_link';
import { Strongest, strongestStructures } from './strongest';
import { StructureDetails } from './structure_details';
import { StructureSection } from './structure_section';
import { suspectsSection } from './suspects';
import { WindowPicker } from './window_picker';

const text = strings.growth;
// Who moves through rows by key does not want each of them measured.
const movingPause = 160;

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
}

type Shown = Pick<ViewState, 'window' | 'growth'>;

export class GrowthView {
  readonly element: HTMLElement;
  private readonly picker: WindowPicker;
  private readonly toolbar: GrowthToolbar;
  private readonly warnings = element('div', {});
  private readonly progress = new GrowthProgress({ cancel: () => this.running?.cancel(), ask: () => this.ask() });
  private readonly suspects = element('div', {});
  private readonly counts = new GrowthCounts();
  private readonly strongest: Strongest;
  private readonly search: SearchField;
  private readonly survivors: StructureSection;
  private readonly born: StructureSection;
  private readonly bornPart: HTMLElement;
  private readonly details: StructureDetails;
  /** The chart, the tables and the details: nothing where no structure is described. */
  private readonly columns: HTMLElement;
  /** What is there once there is an answer. */
  private readonly results: HTMLElement;
  private running: Running<GrowthAnswer> | undefined;
  private answer: GrowthAnswer | undefined;
  private moving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly parts: GrowthViewParts,
    private state: Shown,
    private readonly onChange: (change: Partial<ViewState>) => void,
  ) {
    const { host, info } = parts;
    const { growth } = state;
    const openFrame: OpenFrame = (frame, swapped) => this.openFrame(frame, swapped);
    this.picker = new WindowPicker(info.trace.points, state.window, (window) => this.chooseWindow(window));
    this.toolbar = new GrowthToolbar(growth.threshold, parts.alone, {
      threshold: (threshold) => this.ask({ threshold }),
      // Where there is no clipboard, nothing says “Copied”.
      copy: () => void this.copy().catch(() => undefined),
      openBeside: () => host.act({ kind: 'open-beside' }),
    });
    this.strongest = new Strongest(parts.fileName, growth.sort, {
      sort: (sort) => this.sortBy(sort),
      choose: (id) => this.choose(id, true),
      save: (image) => host.saveImage(image),
    });
    this.details = new StructureDetails({
      host,
      openFrame,
      select: (id) => this.choose(id, false),
      chooseLeaves: (leaves) => this.change({ leaves }),
    });
    const tableEvents = {
      sort: (sort: GrowthOrder) => this.sortBy(sort),
      select: (row: GrowthRow) => this.moveTo(row),
      open: ({ site }: GrowthRow, swapped: boolean) => {
        const frame = tellingFrame(site);
        if (frame) openFrame(frame, swapped);
      },
    };
    const ask = (args: GrowthArgs) => host.growth(args, () => undefined).promise;
    this.survivors = new StructureSection(
      {
        category: 'survivor',
        label: text.table.label,
        testId: 'growth-table',
        ask,
        clearSearch: () => this.search.searchFor(''),
      },
      tableEvents,
    );
    this.born = new StructureSection(
      { category: 'born', label: text.born.label, testId: 'born-table', ask, clearSearch: () => undefined },
      tableEvents,
    );
    this.search = new SearchField({ label: text.table.search, testId: 'growth-search' }, growth.search, {
      search: (search) => {
        this.change({ search });
        this.loadSurvivors();
      },
      leave: () => this.survivors.table.focus(),
    });
    this.bornPart = this.bornSection();
    this.columns = element(
      'div',
      { class: 'growth-columns' },
      this.strongest.element,
      this.survivorsSection(),
      this.details.element,
      this.bornPart,
    );
    this.results = element('div', { class: 'growth-results' }, this.suspects, this.counts.element, this.columns);
    const isOnePoint = info.trace.points < 2;
    this.element = element(
      'main',
      { class: 'growth', testId: 'growth' },
      element('h1', { class: 'for-screen-readers' }, text.title),
      isOnePoint ? null : element('div', { class: 'growth-head' }, this.picker.element, this.toolbar.element),
      isOnePoint ? onePointNotice() : null,
      this.warnings,
      this.progress.element,
      this.results,
    );
    this.results.hidden = true;
  }

  start(): void {
    if (this.parts.info.trace.points < 2) return;
    this.search.start();
    this.picker.start(this.parts.timeline);
    this.strongest.start();
    for (const { table } of [this.survivors, this.born]) table.start();
    this.ask();
  }

  stop(): void {
    clearTimeout(this.moving);
    this.search.stop();
    this.picker.stop();
    this.strongest.stop();
    for (const { table } of [this.survivors, this.born]) table.stop();
    this.progress.clear();
    this.details.stop();
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }

  /** Growth has two points, and they are chosen here. */
  showPoint(): void {}

  /** Other structures may be there. */
  showDescriptions(descriptions: HeldDescriptions): void {
    this.parts.descriptions = descriptions;
    if (this.parts.info.trace.points > 1) this.ask();
  }

  selectStructure(id: string): void {
    this.choose(id, true);
  }

  /** Beside this view; where it stands beside the code already, there. */
  private openFrame(frame: Frame, swapped: boolean): void {
    const { host, alone } = this.parts;
    host.act({ kind: 'open-frame', frame, beside: alone === swapped });
  }

  private survivorsSection(): HTMLElement {
    const exporting = this.toolbar.exportButton(() => this.parts.host.exportGrowth(this.exported));
    return element(
      'section',
      { class: 'structures' },
      element(
        'div',
        { class: 'section-head' },
        element('h2', {}, text.table.title),
        this.search.element,
        this.survivors.total,
        element('div', { class: 'actions' }, exporting),
      ),
      this.survivors.notice,
      this.survivors.table.element,
    );
  }

  private bornSection(): HTMLElement {
    return element(
      'section',
      { class: 'structures born', testId: 'growth-born' },
      element('div', { class: 'section-head' }, element('h2', {}, text.born.title), this.born.total),
      element('p', { class: 'hint' }, text.born.text),
      this.born.notice,
      this.born.table.element,
    );
  }

  /** Which window, and what counts as high: part of every question. */
  private get which(): Pick<GrowthArgs, 'from' | 'to' | 'threshold'> {
    const { window, growth } = this.state;
    const { threshold } = growth;
    return {
      ...(window ? { from: String(window.from), to: String(window.to) } : {}),
      ...(threshold === null ? {} : { threshold }),
    };
  }

  private get exported(): GrowthArgs {
    const { sort, search } = this.state.growth;
    return { ...this.which, sort, ...(search === '' ? {} : { search }) };
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
    const args = { ...this.which, sort, category: 'all' as const, offset: 0, limit: strongestStructures };
    const running = this.parts.host.growth(args, (phase, done) => {
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
    this.picker.show(answer.window);
    this.toolbar.show(answer.threshold);
    this.showWarnings(answer);
    const { counts } = answer;
    this.counts.show(answer);
    this.columns.hidden = counts.survivors + counts.born === 0;
    this.suspects.replaceChildren(
      suspectsSection(answer, {
        choose: (suspect) => this.chooseSuspect(suspect),
        openFrame: (frame, swapped) => this.openFrame(frame, swapped),
        describe: (type) => this.parts.host.act({ kind: 'describe-type', type, at: String(answer.window.to.index) }),
      }),
    );
    this.strongest.show(answer, this.selected);
    this.loadSurvivors();
    this.bornPart.hidden = counts.born === 0;
    if (counts.born > 0) this.born.load(this.which, this.state.growth.sort, '');
    this.showSelected();
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
    const all = [...descriptions.warnings, ...answer.warnings];
    const banner = warningsBanner(all.filter(({ message }) => !shownWarnings.includes(message)));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
  }

  private loadSurvivors(): void {
    const { sort, search } = this.state.growth;
    this.survivors.load(this.which, sort, search);
  }

  /** Of the structure whose details are shown: the chosen one, or the strongest suspect while none is. */
  private get selected(): string | null {
    const [top] = this.answer?.suspects ?? [];
    return this.state.growth.selected ?? (top && !top.joint ? (top.structures[0] ?? null) : null);
  }

  private showSelected(): void {
    const { selected } = this;
    this.strongest.select(selected);
    for (const { table } of [this.survivors, this.born]) table.select(selected);
    const [top] = this.answer?.suspects ?? [];
    if (selected !== null) {
      const { leaves } = this.state.growth;
      this.details.showStructure({ ...this.which, id: selected, ...(leaves === null ? {} : { leaves }) });
    } else if (top) this.details.showSuspect(top);
    else this.details.showHint();
  }

  /** By a deliberate act: shown at once, and brought into sight where it is not. */
  private choose(id: string, reveal: boolean): void {
    this.change({ selected: id });
    this.showSelected();
    if (reveal) this.reveal();
  }

  private chooseSuspect(suspect: Suspect): void {
    const [largest] = suspect.structures;
    if (!suspect.joint && largest !== undefined) this.choose(largest, true);
    else {
      this.change({ selected: null });
      this.strongest.select(null);
      for (const { table } of [this.survivors, this.born]) table.select(null);
      this.details.showSuspect(suspect);
      this.reveal();
    }
    this.details.leadToLeaves();
  }

  private reveal(): void {
    // jsdom scrolls nothing.
    this.details.element.scrollIntoView?.({ block: 'nearest' });
  }

  /** By moving through the table: measured when the movement comes to rest. */
  private moveTo({ id }: GrowthRow): void {
    clearTimeout(this.moving);
    this.change({ selected: id });
    this.strongest.select(id);
    for (const { table } of [this.survivors, this.born]) table.select(id);
    this.moving = setTimeout(() => this.showSelected(), movingPause);
  }

  private async copy(): Promise<void> {
    if (!this.answer) return;
    const { fileName } = this.parts;
    await navigator.clipboard.writeText(
      growthMarkdown({ fileName, answer: this.answer, selected: this.details.shown }),
    );
    this.toolbar.showCopied();
  }
}
