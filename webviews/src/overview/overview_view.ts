// The Overview tab: what the trace comes down to, its timeline where it has one, and of the chosen point the key figures, the largest types
// and what holds the heap.

import { bytes, dateTime } from '../../../shared/format';
import type { Counted, InfoAnswer } from '../../../shared/protocol/answers';
import type { GrowthAnswer } from '../../../shared/protocol/growth';
import { isLargeAlone, type KnownGrowth, type ObjectSet, type PointWindow } from '../../../shared/protocol/view';
import { element } from '../dom';
import type { Host } from '../host';
import { pointArgs } from '../point_args';
import { strings } from '../strings';
import { traceWithPoints } from '../timeline/point_words';
import type { TimelineView } from '../timeline/timeline_view';
import { Figures } from './figures';
import { LargestTypes, largestTypes } from './largest_types';
import { detailsSection, rootsSection } from './side_lists';
import { chosenWindow, Verdict } from './verdict';

const text = strings.overview;

export interface OverviewParts {
  /** Of the suggested point. */
  info: InfoAnswer;
  fileName: string;
  host: Pick<Host, 'ask' | 'act'>;
  /** Index of the point that is shown, null for the suggested one. */
  at: number | null;
  /** A program was being recorded when this trace was opened: points come, also the second. */
  isGrowing: boolean;
  /** Of traces with several points or with collections. */
  timeline: TimelineView | undefined;
  /** Of the last time that growth was analysed. */
  knownGrowth: KnownGrowth | null;
  /** The window that was chosen. */
  window: PointWindow | null;
  showGrowth(window: PointWindow): void;
  chooseType(type: string, counted: Counted): void;
  /** The objects of a set, by type. */
  showSet(set: ObjectSet): void;
}

export class OverviewView {
  readonly element: HTMLElement;
  private readonly figures: Figures;
  private readonly types: LargestTypes;
  private readonly aside = element('aside');
  /** Which trace it is. */
  private readonly facts = element('p', { class: 'trace-facts', testId: 'facts' });
  private readonly title: HTMLElement;
  private readonly verdict: Verdict | undefined;
  private at: number | null;

  constructor(private readonly parts: OverviewParts) {
    const { info, timeline } = parts;
    this.at = parts.at;
    const { host, window, showGrowth, knownGrowth } = parts;
    const hasGrowth = info.trace.points > 1 || parts.isGrowing;
    // Of a dump whose end is missing nothing may be live.
    const isWeighed = hasGrowth || info.heap.live.objects > 0;
    // Where the setting says so, only the user asks; what somebody knows already costs nothing.
    const isAutomatic =
      (document.body.dataset.growth !== 'onDemand' && (hasGrowth || !isLargeAlone(info))) || knownGrowth !== null;
    this.figures = new Figures(hasGrowth, isWeighed && isAutomatic);
    this.types = new LargestTypes(parts.chooseType);
    this.showInfo(info);
    this.showFacts(info);
    if (isWeighed) {
      const found = (answer: GrowthAnswer) => this.figures.showGrowth(answer);
      const asked = knownGrowth ? chosenWindow(knownGrowth) : window;
      this.verdict = new Verdict({
        host,
        window: asked,
        points: info.trace.points,
        isGrowing: parts.isGrowing,
        isAutomatic,
        showGrowth,
        found,
      });
    }
    this.title = element(this.verdict ? 'h2' : 'h1', {
      class: 'file-name',
      title: info.trace.path,
      testId: 'file-name',
    });
    this.showName(info);
    const header = element('header', {}, this.title, this.facts);
    this.element = element(
      'div',
      { class: 'overview', testId: 'overview' },
      // Until the verdict is there, nothing else is a title of its own.
      this.verdict ? element('h1', { class: 'for-screen-readers' }, strings.tabs.overview) : null,
      this.verdict?.element ?? null,
      this.verdict ? null : header,
      timeline?.element ?? null,
      // Below a verdict it is not the first thing to read.
      this.verdict ? header : null,
      this.figures.element,
      element('div', { class: 'columns' }, this.types.element, this.aside),
    );
  }

  start(): void {
    this.types.start();
    this.verdict?.start();
    this.parts.timeline?.start();
    void this.load();
  }

  stop(): void {
    this.types.stop();
    this.verdict?.stop();
    this.parts.timeline?.stop();
  }

  showPoint(at: number | null): void {
    this.at = at;
    const { info, timeline } = this.parts;
    timeline?.showPoint(at ?? info.point?.index ?? 0);
    this.types.await();
    void this.load();
  }

  /** The program that is being recorded has come to another point. */
  renew(info: InfoAnswer): void {
    this.parts.info = info;
    this.showName(info);
    this.showFacts(info);
    this.verdict?.renew(info.trace.points);
  }

  followPoint(at: number): void {
    this.at = at;
    this.parts.timeline?.showPoint(at);
    // What is shown stays until the numbers of the other point are there.
    void this.load();
  }

  showKnownGrowth(known: KnownGrowth | null): void {
    this.verdict?.follow(known);
  }

  private async load(): Promise<void> {
    const { at } = this;
    try {
      const { info: first } = this.parts;
      const info = at === null || at === first.point?.index ? first : await this.infoAt(at);
      if (this.at !== at) return;
      this.showInfo(info);
      const question = { ...pointArgs(at), count: countedOf(info), sort: 'bytes', limit: largestTypes } as const;
      const answer = await this.parts.host.ask('heap', question).promise;
      if (this.at === at) this.types.show(answer);
    } catch (failure) {
      if (this.at === at) this.types.fail((failure as Error).message);
    }
  }

  private async infoAt(at: number): Promise<InfoAnswer> {
    this.figures.await(at);
    this.aside.setAttribute('aria-busy', 'true');
    try {
      return await this.parts.host.ask('info', pointArgs(at)).promise;
    } catch (failure) {
      if (this.at === at) this.failInfo((failure as Error).message);
      throw failure;
    }
  }

  /** Numbers of another point would be worse than none. */
  private failInfo(message: string): void {
    this.figures.fail(`${text.infoFailed}: ${message}`);
    this.aside.removeAttribute('aria-busy');
    this.aside.replaceChildren();
  }

  private showName({ trace }: InfoAnswer): void {
    this.title.textContent = traceWithPoints(this.parts.fileName, trace);
  }

  private showFacts({ trace, runtime }: InfoAnswer): void {
    const jvm = [runtime.name, runtime.version].filter((part) => part !== null).join(' ') || text.unknownJvm;
    const taken = trace.start ? `${text.taken.toLowerCase()} ${dateTime(trace.start)}` : '';
    this.facts.textContent = [jvm, taken, bytes(trace.fileBytes)].filter((fact) => fact !== '').join('  ·  ');
  }

  private showInfo(info: InfoAnswer): void {
    this.figures.show(info);
    this.aside.removeAttribute('aria-busy');
    this.aside.replaceChildren(rootsSection(info, this.parts.showSet), detailsSection(info));
  }
}

/** A dump whose end is missing may name no roots: then nothing is live, and there is still something to see. */
const countedOf = ({ heap }: InfoAnswer): Counted => (heap.live.objects > 0 ? 'live' : 'all');
