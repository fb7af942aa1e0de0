// The structures of the Growth tab: the chart of the strongest, the tables of all, and the details of the one that is selected, a suspect
// of several structures included. Holds which one that is shown; what is asked about, and how, is given.
import type { GrowthAnswer, GrowthArgs, GrowthOrder, GrowthRow, Suspect } from '../../../shared/protocol/growth';
import { tellingFrame } from '../../../shared/protocol/sites';
import type { ChartImage, GrowthChoice } from '../../../shared/protocol/view';
import { element } from '../dom';
import type { Host } from '../host';
import { SearchField } from '../search_field';
import { strings } from '../strings';
import { isWhole } from './growth_words';
import type { OpenSource } from './source_link';
import { Strongest } from './strongest';
import { StructureDetails } from './structure_details';
import { StructureSection } from './structure_section';

const text = strings.growth;
// Who moves through rows by key does not want each of them measured.
const movingPause = 160;

export interface StructuresParts {
  fileName: string;
  host: Host;
  openSource: OpenSource;
  saveDescription(type: string): void;
  /** Shows an object of the window's end, where there is a tab for that. */
  inspect?: (id: string) => void;
  openObject?: (id: string) => void;
  showUnheld?: (suspect: Suspect) => void;
  /** As it is now. */
  choice(): GrowthChoice;
  change(choice: Partial<GrowthChoice>): void;
  /** Asks again, in this order. */
  sort(order: GrowthOrder): void;
  /** This structure is the one that is shown; null for a suspect of several, or for none. */
  marked(id: string | null): void;
  /** Somebody chose it. */
  chosen(id: string): void;
  /** Window and threshold: part of every question. */
  asked(): Pick<GrowthArgs, 'from' | 'to' | 'threshold'>;
}

export class StructuresPart {
  readonly element: HTMLElement;
  private readonly strongest: Strongest;
  private readonly search: SearchField;
  private readonly survivors: StructureSection;
  private readonly born: StructureSection;
  private readonly bornPart: HTMLElement;
  private readonly details: StructureDetails;
  private answer: GrowthAnswer | undefined;
  private moving: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: StructuresParts) {
    const { host, fileName, openSource } = parts;
    const growth = parts.choice();
    this.strongest = new Strongest(fileName, growth.sort, {
      sort: (sort) => parts.sort(sort),
      choose: (id) => this.choose(id, true),
      save: (image) => host.save('saveImage', image),
    });
    this.details = new StructureDetails({
      host,
      openSource,
      saveDescription: (type) => parts.saveDescription(type),
      ...(parts.inspect ? { inspect: parts.inspect } : {}),
      ...(parts.openObject ? { openObject: parts.openObject } : {}),
      ...(parts.showUnheld ? { showUnheld: parts.showUnheld } : {}),
      select: (id) => this.choose(id, false),
      chooseLeaves: (leaves) => parts.change({ leaves }),
      isHeadline: (id) => this.suspectOf(id)?.rank === 1,
      suspectOf: (id) => this.suspectOf(id),
    });
    this.survivors = this.section('survivor', text.table.label, 'growth-table');
    this.born = this.section('born', text.born.label, 'born-table');
    this.search = new SearchField({ label: text.table.search, testId: 'growth-search' }, growth.search, {
      search: (search) => {
        parts.change({ search });
        this.loadSurvivors();
      },
      leave: () => this.survivors.table.focus(),
    });
    this.bornPart = this.bornSection();
    this.element = element(
      'div',
      { class: 'growth-columns' },
      this.strongest.element,
      this.survivorsSection(),
      this.bornPart,
    );
  }

  start(): void {
    this.strongest.start();
    for (const { table } of this.tables) table.start();
  }

  stop(): void {
    clearTimeout(this.moving);
    this.search.stop();
    this.strongest.stop();
    for (const { table } of this.tables) table.stop();
    this.details.stop();
  }

  /** While it is not to be seen, no key means its search. */
  setShown(shown: boolean): void {
    this.element.hidden = !shown;
    if (shown) this.search.start();
    else this.search.stop();
  }

  show(answer: GrowthAnswer): void {
    this.answer = answer;
    const { counts } = answer;
    if (isWhole(answer.window)) {
      this.showSelected();
      return;
    }
    this.strongest.show(answer, this.selected);
    this.loadSurvivors();
    this.bornPart.hidden = counts.born === 0;
    if (counts.born > 0) this.loadBorn();
    this.showSelected();
  }

  /** What is known of the one that is selected: stands beside everything else. */
  get pane(): HTMLElement {
    return this.details.element;
  }

  exportTable(): void {
    this.parts.host.save('exportGrowth', this.exported);
  }

  saveChart(format: ChartImage['format']): void {
    void this.strongest.save(format);
  }

  /** The structure that is shown, once it was measured, with the leaves that are shown. */
  get measured(): StructureDetails['shown'] {
    return this.details.shown;
  }

  /** By a deliberate act: shown at once, and brought into sight where it is not. */
  choose(id: string, reveal: boolean): void {
    this.parts.change({ selected: id });
    this.parts.chosen(id);
    this.showSelected();
    if (reveal) this.reveal();
  }

  chooseSuspect(suspect: Suspect): void {
    const { answer } = this;
    const [largest] = suspect.structures;
    if (!answer) return;
    if (!suspect.joint && largest !== undefined && !isWhole(answer.window)) this.choose(largest, true);
    else {
      this.parts.change({ selected: null });
      this.mark(null);
      this.details.showSuspect(suspect, answer.window);
      this.reveal();
    }
  }

  private get tables(): StructureSection[] {
    return [this.survivors, this.born];
  }

  private section(category: 'survivor' | 'born', label: string, testId: string): StructureSection {
    const { parts } = this;
    return new StructureSection(
      {
        category,
        label,
        testId,
        ask: (args) => parts.host.ask('growth', args).promise,
        clearSearch: () => this.search.searchFor(''),
        showUnchanged: (unchanged) => {
          parts.change({ unchanged });
          this.loadSurvivors();
          this.loadBorn();
        },
      },
      {
        sort: (sort) => parts.sort(sort),
        select: (row) => this.moveTo(row),
        open: ({ field, site }, swapped) => {
          const target = field ?? tellingFrame(site);
          if (target) parts.openSource(target, swapped);
        },
      },
    );
  }

  private survivorsSection(): HTMLElement {
    return element(
      'section',
      { class: 'structures' },
      element(
        'div',
        { class: 'section-head' },
        element('h2', {}, text.table.title),
        this.search.element,
        this.survivors.total,
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

  /** What the table lists. */
  private get exported(): GrowthArgs {
    const { sort, search, unchanged } = this.parts.choice();
    return { ...this.parts.asked(), sort, ...(unchanged ? {} : { grown: true }), ...(search === '' ? {} : { search }) };
  }

  private loadSurvivors(): void {
    const { sort, search, unchanged } = this.parts.choice();
    this.survivors.load(this.parts.asked(), sort, { search, unchanged });
  }

  private loadBorn(): void {
    const { sort, unchanged } = this.parts.choice();
    this.born.load(this.parts.asked(), sort, { search: '', unchanged });
  }

  private suspectOf(id: string): Suspect | undefined {
    return this.answer?.suspects.find(({ joint, structures }) => !joint && structures[0] === id);
  }

  /** Of the structure whose details are shown: the chosen one, or the strongest suspect while none is. */
  private get selected(): string | null {
    const [top] = this.answer?.suspects ?? [];
    return this.parts.choice().selected ?? (top && !top.joint ? (top.structures[0] ?? null) : null);
  }

  private showSelected(): void {
    const { answer, selected } = this;
    this.mark(selected);
    const [top] = answer?.suspects ?? [];
    if (selected !== null && answer && !isWhole(answer.window)) {
      const { leaves } = this.parts.choice();
      this.details.showStructure({ ...this.parts.asked(), id: selected, ...(leaves === null ? {} : { leaves }) });
    } else if (answer && top) this.details.showSuspect(top, answer.window);
    else this.details.showHint();
  }

  private mark(id: string | null): void {
    this.parts.marked(id);
    this.strongest.select(id);
    for (const { table } of this.tables) table.select(id);
  }

  private reveal(): void {
    // jsdom scrolls nothing.
    this.details.element.scrollIntoView?.({ block: 'nearest' });
  }

  /** By moving through the table: measured when the movement comes to rest. */
  private moveTo({ id }: GrowthRow): void {
    clearTimeout(this.moving);
    this.parts.change({ selected: id });
    this.mark(id);
    this.moving = setTimeout(() => {
      this.parts.chosen(id);
      this.showSelected();
    }, movingPause);
  }
}
