// Between one view and the session it shows: answers the view's messages, tells it the status. Knows nothing of the editor.
import { toFailure } from '../../../../shared/protocol/failure';
import type { QuestionArgs } from '../../../../shared/protocol/question_args';
import type { ProgressValue } from '../../../../shared/protocol/questions';
import {
  type AloneView,
  type ChartImage,
  completeState,
  type FromView,
  isLargeAlone,
  type KnownGrowth,
  type ToView,
  type ViewAction,
  type ViewExports,
  type ViewMethod,
  type ViewParams,
  type ViewQuestion,
  type ViewResults,
  type ViewSettings,
  type ViewState,
} from '../../../../shared/protocol/view';
import { isFromView } from '../../../../shared/protocol/view_border';
import { Cancel } from '../engine/cancel';
import type { GrowthStore } from '../growth/growth_store';
import type { TraceSession } from './trace_session';

/** Writes what a view shows into a file that the user chooses. */
export interface ViewSaver {
  heap(params: ViewExports['export']): Promise<void>;
  growth(args: ViewExports['exportGrowth']): Promise<void>;
  trend(args: ViewExports['exportTrend']): Promise<void>;
  image(image: ChartImage): Promise<void>;
}

export interface ViewLinkParts {
  session: TraceSession;
  growth: GrowthStore;
  fileName: string;
  /** Where the view stands in a panel of its own. */
  alone?: AloneView;
  post(message: ToView): void;
  loadState(): ViewState | undefined;
  saveState(state: ViewState): void;
  settings(): ViewSettings;
  /** Whether views look for what grew without being told to. */
  looksByItself(): boolean;
  saver: ViewSaver;
  act(action: ViewAction): void;
  /** The view sent something that no view sends. */
  complain(message: string): void;
}

type Watched = [onProgress: (value: ProgressValue) => void, cancel: Cancel];

export class ViewLink {
  private readonly subscriptions: { dispose(): void }[];
  private welcomed = false;
  private askedAhead = false;
  /** Which page of the view speaks: the editor ends a hidden view's page and begins another, which counts from 0 again. */
  private page = 0;
  private requests = new Map<number, Cancel>();
  private readonly left = new Set<Cancel>();

  constructor(private readonly parts: ViewLinkParts) {
    // What happens before the view is welcomed, the welcome tells: a view that does not know its file's name cannot show a status.
    const tell = (message: ToView) => {
      if (this.welcomed) parts.post(message);
    };
    this.subscriptions = [
      parts.session.onStatus((status) => {
        tell({ kind: 'status', status });
        this.askAhead();
      }),
      parts.session.onDescriptions((descriptions) => tell({ kind: 'descriptions', descriptions })),
      parts.growth.onDidChange((session) => {
        if (session === parts.session) tell({ kind: 'known-growth', known: this.knownGrowth });
      }),
    ];
    this.askAhead();
  }

  async receive(message: unknown): Promise<void> {
    if (!isFromView(message)) {
      this.parts.complain('A view sent a message that is not understood.');
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.welcomed = true;
        this.beginPage();
        this.welcome();
        return;
      case 'state':
        this.parts.saveState(message.state);
        return;
      case 'reopen':
        await this.parts.session.open();
        return;
      case 'cancel':
        this.parts.session.cancelOpening();
        return;
      case 'cancel-request':
        this.requests.get(message.id)?.cancel();
        // Nobody else could ever give this up.
        for (const cancel of this.left) cancel.cancel();
        return;
      case 'request':
        await this.respond(message);
        return;
      default:
        this.parts.act(message);
    }
  }

  /** The user changed settings. A view that is not ready yet is welcomed with them. */
  showSettings(settings: ViewSettings): void {
    if (this.welcomed) this.parts.post({ kind: 'settings', settings });
  }

  /** Shows something else in place of what is shown. A view that is not ready yet begins with it. */
  showState(state: ViewState): void {
    this.parts.saveState(state);
    if (this.welcomed) this.welcome();
  }

  /** Somebody wants to see this structure. A view that is not ready yet has it in its state. */
  selectStructure(id: string, quietly = false): void {
    const { loadState, saveState, post } = this.parts;
    const state = completeState(loadState());
    saveState({ ...state, growth: { ...state.growth, selected: id, shown: 'structures' } });
    if (this.welcomed) post({ kind: 'select-structure', id, ...(quietly ? { quietly: true as const } : {}) });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.beginPage();
    for (const cancel of this.left) cancel.cancel();
  }

  private welcome(): void {
    this.parts.post({
      kind: 'welcome',
      fileName: this.parts.fileName,
      state: completeState(this.parts.loadState()),
      status: this.parts.session.status,
      descriptions: this.parts.session.descriptions,
      knownGrowth: this.knownGrowth,
      settings: this.parts.settings(),
      ...(this.parts.alone ? { alone: this.parts.alone } : {}),
    });
  }

  private get knownGrowth(): KnownGrowth | null {
    const answer = this.parts.growth.get(this.parts.session);
    if (!answer) return null;
    const { window, suspects } = answer;
    return {
      window: { from: window.from.index, to: window.to.index },
      ...(window.chosen === 'asked' ? { chosen: true as const } : {}),
      sentence: suspects[0]?.sentence ?? null,
    };
  }

  /**
   * An overview asks what grew as soon as the trace is open. Its page takes a while to be loaded, or to draw that it is open: so the
   * question is on its way before. The page asks the same question, and joins it.
   */
  private askAhead(): void {
    const { session, growth, alone, looksByItself, loadState } = this.parts;
    const { status } = session;
    if (this.askedAhead || status.kind !== 'open' || alone || !looksByItself()) return;
    const { tab, window } = completeState(loadState());
    const { trace } = status.info;
    const isEarly = trace.points < 2 && trace.recording?.state === 'running';
    if (tab !== 'overview' || window !== null || isEarly || isLargeAlone(status.info) || growth.get(session)) return;
    this.askedAhead = true;
    const cancel = new Cancel();
    this.left.add(cancel);
    growth
      .ask(session, { limit: 0 }, () => undefined, cancel)
      // Why there is no answer is told to the page, which asks too.
      .catch(() => undefined)
      .finally(() => this.left.delete(cancel));
  }

  /** What the page before had asked for goes on, because the next one asks for the same; its answers reach nobody. */
  private beginPage(): void {
    this.page++;
    for (const cancel of this.requests.values()) this.left.add(cancel);
    this.requests = new Map();
  }

  private async respond({ id, method, params }: Extract<FromView, { kind: 'request' }>): Promise<void> {
    const page = this.page;
    const post = (message: ToView) => {
      if (page === this.page) this.parts.post(message);
    };
    try {
      const result = await this.answer(id, method, params, post);
      post({ kind: 'response', id, result });
    } catch (thrown) {
      post({ kind: 'rejection', id, failure: toFailure(thrown) });
    }
  }

  private async answer(
    id: number,
    method: ViewMethod,
    params: ViewParams[ViewMethod],
    post: (message: ToView) => void,
  ): Promise<ViewResults[ViewMethod]> {
    const { saver } = this.parts;
    switch (method) {
      case 'export':
        await saver.heap(params as ViewExports['export']);
        return null;
      case 'exportGrowth':
        await saver.growth(params as ViewExports['exportGrowth']);
        return null;
      case 'exportTrend':
        await saver.trend(params as ViewExports['exportTrend']);
        return null;
      case 'saveImage':
        await saver.image(params as ViewExports['saveImage']);
        return null;
      default:
        return this.running(id, post, (...watched) => this.ask(method, params as QuestionArgs[typeof method], watched));
    }
  }

  /** What is asked of growth goes through the store, which knows the settings and tells others of the answer. */
  private ask<Q extends ViewQuestion>(question: Q, args: QuestionArgs[Q], watched: Watched) {
    const { session, growth } = this.parts;
    if (question === 'growth') return growth.ask(session, args as QuestionArgs['growth'], ...watched);
    if (question === 'growthOf' || question === 'growthTree') {
      return growth.askMore(session, question, args as QuestionArgs['growthOf' | 'growthTree'], ...watched);
    }
    return session.ask(question, args, ...watched);
  }

  /** What may take long: the view learns how far it is, and can give it up. */
  private async running<Answer>(
    id: number,
    post: (message: ToView) => void,
    ask: (...watched: Watched) => Promise<Answer>,
  ): Promise<Answer> {
    const cancel = new Cancel();
    const { requests } = this;
    requests.set(id, cancel);
    try {
      return await ask(({ phase, done }) => post({ kind: 'progress', id, phase, done }), cancel);
    } finally {
      requests.delete(id);
      this.left.delete(cancel);
    }
  }
}
