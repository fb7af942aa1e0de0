// The Overview tab: what the trace is, its timeline where it has one, and of the chosen point the key figures, the largest types and
// what holds the heap.
import type { Counted, InfoAnswer } from '../../../extension/src/protocol/answers';
import type { KnownGrowth, PointWindow } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { bytes, dateTime } from '../format';
import type { Host } from '../host';
import { pointArgs } from '../point_args';
import { strings } from '../strings';
import type { TimelineView } from '../timeline/timeline_view';
import { Figures } from './figures';
import { LargestTypes, largestTypes } from './largest_types';
import { detailsSection, rootsSection } from './side_lists';

const text = strings.overview;

export interface OverviewParts {
  /** Of the suggested point. */
  info: InfoAnswer;
  fileName: string;
  host: Pick<Host, 'heap' | 'info'>;
  /** Index of the point that is shown, null for the suggested one. */
  at: number | null;
  /** Of traces with several points or with collections. */
  timeline: TimelineView | undefined;
  /** Of the last time that growth was analysed. */
  knownGrowth: KnownGrowth | null;
  showGrowth(window: PointWindow): void;
  chooseType(type: string, counted: Counted): void;
}

export class OverviewView {
  readonly element: HTMLElement;
  private readonly figures: Figures;
  private readonly types: LargestTypes;
  private readonly aside = element('aside');
  private readonly growth = element('div', {});
  private at: number | null;

  constructor(private readonly parts: OverviewParts) {
    const { info, fileName, timeline } = parts;
    this.at = parts.at;
    this.figures = new Figures(info.trace.points);
    this.types = new LargestTypes(parts.chooseType);
    this.showInfo(info);
    this.showKnownGrowth(parts.knownGrowth);
    this.element = element(
      'main',
      { class: 'overview', testId: 'overview' },
      header(info, fileName),
      timeline?.element ?? null,
      this.growth,
      this.figures.element,
      element('div', { class: 'columns' }, this.types.element, this.aside),
    );
  }

  start(): void {
    this.types.start();
    this.parts.timeline?.start();
    void this.load();
  }

  stop(): void {
    this.types.stop();
    this.parts.timeline?.stop();
  }

  showPoint(at: number | null): void {
    this.at = at;
    const { info, timeline } = this.parts;
    timeline?.showPoint(at ?? info.point?.index ?? 0);
    this.types.await();
    void this.load();
  }

  showKnownGrowth(known: KnownGrowth | null): void {
    this.growth.hidden = known === null;
    this.growth.replaceChildren(...(known ? growthLine(known, this.parts.showGrowth) : []));
  }

  private async load(): Promise<void> {
    const { at } = this;
    try {
      const info = at === null ? this.parts.info : await this.infoAt(at);
      if (this.at !== at) return;
      this.showInfo(info);
      const question = { ...pointArgs(at), count: countedOf(info), sort: 'bytes', limit: largestTypes } as const;
      const answer = await this.parts.host.heap(question);
      if (this.at === at) this.types.show(answer);
    } catch (failure) {
      if (this.at === at) this.types.fail((failure as Error).message);
    }
  }

  private async infoAt(at: number): Promise<InfoAnswer> {
    this.figures.await(at);
    this.aside.setAttribute('aria-busy', 'true');
    try {
      return await this.parts.host.info(pointArgs(at));
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

  private showInfo(info: InfoAnswer): void {
    this.figures.show(info);
    this.aside.removeAttribute('aria-busy');
    this.aside.replaceChildren(rootsSection(info), detailsSection(info));
  }
}

/** What was found out in the Growth tab, and the way back to it. */
function growthLine({ window, sentence }: KnownGrowth, show: (window: PointWindow) => void): HTMLElement[] {
  const { growth } = strings;
  const points = `${window.from} ${growth.topTo} ${window.to}`;
  return [
    element('h2', {}, `${sentence === null ? growth.topNone : growth.top} ${points}`),
    element(
      'p',
      { class: 'known-growth', testId: 'known-growth' },
      sentence === null ? '' : `${sentence} `,
      button(growth.showTop, () => show(window), { class: 'link' }),
    ),
  ];
}

/** A dump whose end is missing may name no roots: then nothing is live, and there is still something to see. */
const countedOf = ({ heap }: InfoAnswer): Counted => (heap.live.objects > 0 ? 'live' : 'all');

function header({ trace, runtime }: InfoAnswer, fileName: string): HTMLElement {
  const jvm = [runtime.name, runtime.version].filter((part) => part !== null).join(' ') || text.unknownJvm;
  const facts = [
    jvm,
    trace.start ? `${text.taken.toLowerCase()} ${dateTime(trace.start)}` : '',
    bytes(trace.fileBytes),
  ];
  return element(
    'header',
    {},
    element('h1', { title: trace.path, testId: 'file-name' }, fileName),
    element('p', { class: 'facts', testId: 'facts' }, facts.filter((fact) => fact !== '').join('  ·  ')),
  );
}
