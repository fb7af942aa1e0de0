// The extension's end of the engine process: starts it with the first question, notices when it ends, starts it again.
import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  ProgressType,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import { FailureError, toFailure } from '../../../../shared/protocol/failure';
import { descriptionLanguage } from '../../../../shared/protocol/language';
import {
  type Answer,
  type Args,
  type AskParams,
  askMethod,
  type ProgressValue,
  type Question,
} from '../../../../shared/protocol/questions';
import { definitionWithSource } from '../language/definition_with_source';
import { CrashBudget } from './crash_budget';
import type { Engine } from './engine';

const progressType = new ProgressType<ProgressValue>();

export class EngineClient implements Engine, vscode.Disposable {
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient> | undefined;
  private nextToken = 0;
  private readonly crashes = new CrashBudget();
  private readonly stopped = new vscode.EventEmitter<void>();
  private readonly stateChanged = new vscode.EventEmitter<boolean>();
  /** The engine process ended without having been asked to: all open traces are gone with it. */
  readonly onStopped = this.stopped.event;
  /** Whether the process runs. */
  readonly onState = this.stateChanged.event;

  constructor(
    private readonly modulePath: string,
    readonly log: vscode.LogOutputChannel,
  ) {}

  ask<Q extends Question>(
    question: Q,
    args: Args<Q>,
    onProgress?: (value: ProgressValue) => void,
    cancellation?: vscode.CancellationToken,
  ): Promise<Answer<Q>> {
    return this.send<Answer<Q>>({ question, args }, onProgress, cancellation);
  }

  csv<Q extends Question>(question: Q, args: Args<Q>): Promise<string> {
    return this.send<string>({ question, args, form: 'csv' });
  }

  private async send<T>(
    asked: AskParams,
    onProgress?: (value: ProgressValue) => void,
    cancellation?: vscode.CancellationToken,
  ): Promise<T> {
    const client = await this.running();
    const token = onProgress ? `heaptrail-${this.nextToken++}` : undefined;
    const listener = token && onProgress ? client.onProgress(progressType, token, onProgress) : undefined;
    const params = token ? { ...asked, progress: token } : asked;
    let watch: vscode.Disposable | undefined;
    const ended = new Promise<never>((_, reject) => {
      watch = this.onStopped(() => reject(new FailureError(this.stoppedFailure())));
    });
    try {
      // An undefined token would be sent as a second parameter.
      const answer = cancellation
        ? client.sendRequest<T>(askMethod, params, cancellation)
        : client.sendRequest<T>(askMethod, params);
      return await Promise.race([answer, ended]);
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown;
      const { data } = thrown as { data?: unknown };
      if (data !== undefined) throw new FailureError(toFailure(data));
      // The engine's own answers all carry a Failure: this one comes from a connection that broke.
      this.log.warn(String(thrown));
      throw new FailureError(this.stoppedFailure());
    } finally {
      watch?.dispose();
      listener?.dispose();
    }
  }

  /** Starts the process if it does not run; why it cannot is logged, for nobody waits for it. */
  start(): void {
    void this.running().catch((problem) => this.log.warn(String(problem)));
  }

  /** Tells the process something if it runs. */
  tell(method: string, params?: unknown): void {
    void this.client?.sendNotification(method, params).catch((problem) => this.log.warn(String(problem)));
  }

  /** Asks for something that is no question about a trace. */
  async request<T>(method: string, params: unknown): Promise<T> {
    const client = await this.running();
    return client.sendRequest<T>(method, params);
  }

  stoppedFailure() {
    return { kind: 'engine' as const, message: vscode.l10n.t('The engine process ended unexpectedly.') };
  }

  /** Ends the process and starts it anew with the next question. */
  async restart(): Promise<void> {
    this.crashes.reset();
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    if (client) {
      await client.dispose().catch(() => undefined);
      this.stopped.fire();
      this.stateChanged.fire(false);
    }
  }

  dispose(): void {
    void this.client?.dispose().catch(() => undefined);
    this.client = undefined;
    this.stopped.dispose();
    this.stateChanged.dispose();
  }

  private running(): Promise<LanguageClient> {
    this.starting ??= this.launch().catch((problem) => {
      this.starting = undefined;
      throw problem;
    });
    return this.starting;
  }

  private async launch(): Promise<LanguageClient> {
    if (!this.crashes.mayStart(Date.now())) {
      throw new FailureError({
        kind: 'engine',
        message: vscode.l10n.t(
          'The engine process ended {0} times within a few minutes and is not started again by itself. Use “Heaptrail: Restart Engine”.',
          this.crashes.count,
        ),
      });
    }
    const client = new LanguageClient(
      'heaptrail',
      'Heaptrail engine',
      { module: this.modulePath, transport: TransportKind.ipc },
      {
        outputChannel: this.log,
        // Not those that come with Heaptrail: the engine has them, and nobody can edit them.
        documentSelector: ['file', 'untitled'].map((scheme) => ({ language: descriptionLanguage, scheme })),
        middleware: { provideDefinition: definitionWithSource },
        // Restarting is ours: a view must first be told that its trace is gone.
        errorHandler: {
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
        },
      },
    );
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped && this.client === client) this.noteEnd();
    });
    await client.start();
    this.client = client;
    this.stateChanged.fire(true);
    return client;
  }

  private noteEnd(): void {
    this.client = undefined;
    this.starting = undefined;
    this.crashes.note(Date.now());
    this.log.warn('The engine process ended unexpectedly.');
    this.stopped.fire();
    this.stateChanged.fire(false);
  }
}
