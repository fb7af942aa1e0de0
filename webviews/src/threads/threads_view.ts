// The Heap tab by threads: which there are, what each keeps alive alone, and on its stack, frame by frame, which objects its variables hold.
// Frames lead to their source, objects to what is in them.
import { count, counted } from '../../../shared/format';
import type { ThreadsAnswer } from '../../../shared/protocol/threads';
import { mostHeldByFrame, mostThreads, type ViewState } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import type { Host, Running } from '../host';
import { pointArgs } from '../point_args';
import { SearchField } from '../search_field';
import { segments } from '../segments';
import { strings } from '../strings';
import { unsaid, warningsBanner } from '../warnings';
import { type ThreadLinks, threadItem } from './thread_item';

const text = strings.threads;

export interface ThreadsParts extends ThreadLinks {
  host: Pick<Host, 'ask'>;
  /** Said already where all tabs show it. */
  shownWarnings: readonly string[];
  /** Back to what the heap consists of. */
  showRows(rows: ViewState['rows']): void;
}

export class ThreadsView {
  readonly element: HTMLElement;
  private readonly search: SearchField;
  private readonly total = element('p', { class: 'total', role: 'status', testId: 'threads-total' });
  private readonly warnings = element('div', {});
  private readonly content = element('div', { class: 'threads-content' });
  private running: Running<ThreadsAnswer> | undefined;
  private words = '';

  constructor(
    private readonly parts: ThreadsParts,
    private at: number | null,
  ) {
    const kinds = segments({
      name: 'rows',
      label: strings.heap.rows,
      words: strings.heap.kinds,
      chosen: 'threads',
      choose: (kind) => {
        if (kind !== 'threads') parts.showRows(kind);
      },
    });
    this.search = new SearchField({ label: text.search, testId: 'threads-search' }, '', {
      search: (words) => {
        this.words = words;
        this.load();
      },
      leave: () => this.content.querySelector('summary')?.focus(),
    });
    this.element = element(
      'div',
      { class: 'threads-view', testId: 'threads', tabindex: -1 },
      element('h1', { class: 'for-screen-readers' }, text.title),
      element('div', { class: 'toolbar' }, kinds, this.search.element, this.total),
      this.warnings,
      element('p', { class: 'hint' }, text.hint),
      this.content,
    );
  }

  start(): void {
    this.search.start();
    this.load();
  }

  stop(): void {
    this.search.stop();
    this.running?.cancel();
    this.running = undefined;
  }

  showPoint(at: number | null): void {
    this.at = at;
    this.load();
  }

  followPoint(at: number): void {
    this.showPoint(at);
  }

  private load(): void {
    this.running?.cancel();
    const search = this.words === '' ? {} : { search: this.words };
    const args = { ...pointArgs(this.at), ...search, limit: mostThreads, limitObjects: mostHeldByFrame };
    this.content.setAttribute('aria-busy', 'true');
    const running = this.parts.host.ask('threads', args, (phase, done) => {
      if (this.running === running) this.total.textContent = `${phase} ${Math.round(100 * done)}\u2009%`;
    });
    this.running = running;
    running.promise.then(
      (answer) => this.end(running, () => this.show(answer)),
      ({ message }: Error) => this.end(running, () => this.fail(message)),
    );
  }

  private end(running: Running<unknown>, then: () => void): void {
    if (this.running !== running) return;
    this.running = undefined;
    this.content.removeAttribute('aria-busy');
    then();
  }

  private show({ threads, totalThreads, point, warnings = [] }: ThreadsAnswer): void {
    this.total.textContent = counted(totalThreads, text.total);
    const banner = warningsBanner(unsaid(warnings, this.parts.shownWarnings));
    this.warnings.replaceChildren(...(banner ? [banner] : []));
    if (threads.length === 0) {
      const none = this.words === '' ? text.none : `${text.noMatch} “${this.words}”.`;
      this.content.replaceChildren(element('p', { testId: 'threads-empty' }, none));
      return;
    }
    const items = threads.map((thread, index) => threadItem(thread, point.bytes, index === 0, this.parts));
    const left = totalThreads - threads.length;
    this.content.replaceChildren(
      element('ol', { class: 'thread-list', 'aria-label': text.title }, ...items),
      ...(left > 0 ? [element('p', { class: 'hint' }, `${count(left)} ${text.left}`)] : []),
    );
  }

  private fail(message: string): void {
    this.total.textContent = '';
    const retry = button(strings.growth.retry, () => this.load(), { class: 'link', testId: 'threads-retry' });
    this.content.replaceChildren(
      element('p', { role: 'alert', testId: 'threads-failed' }, `${text.failed}: ${message} `, retry),
    );
  }
}
