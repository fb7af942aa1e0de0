// The Overview tab: what the trace is, its timeline where it has one, and of the chosen point the key figures, the largest types and
// what holds the heap.
import type { Counted, InfoAnswer } from '../../../extension/src/protocol/answers';
import { element } from '../dom';
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
  info: InfoAnswer;
  fileName: string;
  host: Pick<Host, 'heap'>;
  /** Index of the point that is shown, null for the last. */
  at: number | null;
  /** Of traces with several points or with collections. */
  timeline: TimelineView | undefined;
  chooseType(type: string, counted: Counted): void;
}

export class OverviewView {
  readonly element: HTMLElement;
  private readonly figures: Figures;
  private readonly types: LargestTypes;
  /** A dump whose end is missing may name no roots: then nothing is live, and there is still something to see. */
  private readonly counted: Counted;
  private at: number | null;

  constructor(private readonly parts: OverviewParts) {
    const { info, fileName, timeline } = parts;
    this.at = parts.at;
    this.counted = info.heap.live.objects > 0 ? 'live' : 'all';
    this.figures = new Figures(info);
    this.types = new LargestTypes(this.counted, parts.chooseType);
    this.element = element(
      'main',
      { class: 'overview', testId: 'overview' },
      header(info, fileName),
      timeline?.element ?? null,
      this.figures.element,
      element(
        'div',
        { class: 'columns' },
        this.types.element,
        element('aside', {}, rootsSection(info), detailsSection(info)),
      ),
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
    this.parts.timeline?.showPoint(at ?? this.parts.info.trace.points - 1);
    this.types.await();
    void this.load();
  }

  private async load(): Promise<void> {
    const { at } = this;
    const { host } = this.parts;
    const args = pointArgs(at);
    if (at === null) this.figures.showLast();
    else this.figures.showWaiting();
    try {
      const answer = await host.heap({ ...args, count: this.counted, sort: 'bytes', limit: largestTypes });
      if (this.at !== at) return;
      this.figures.name(answer.point);
      this.types.show(answer);
      if (at === null) return;
      const [live, unreachable] = await Promise.all([
        this.counted === 'live' ? answer : host.heap({ ...args, count: 'live', limit: 1 }),
        host.heap({ ...args, count: 'unreachable', limit: 1 }),
      ]);
      if (this.at === at) this.figures.showOther(live.point, unreachable.point);
    } catch (failure) {
      if (this.at === at) this.types.fail((failure as Error).message);
    }
  }
}

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
