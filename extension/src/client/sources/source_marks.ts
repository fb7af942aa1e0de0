// The lines of the workspace's sources that allocate what the suspects of the active trace hold. Keeps them up to date with the trace, with the
// files of the workspace, and with what the user types.
import * as vscode from 'vscode';
import type { Frame } from '../../protocol/answers';
import type { GrowthWindow, Suspect } from '../../protocol/growth';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import type { TraceSession } from '../trace_session';
import { resolveFrame, type SourcePlace } from './resolve_frame';
import { sourceNames } from './source_names';
import { allocationsOf, framesOf, keyOf, type Mark, marksOf } from './suspect_marks';
import { TrackedLines } from './tracked_lines';
import type { WorkspaceSources } from './workspace_sources';

/** The trace that the marks are about. */
export interface MarkedTrace {
  session: TraceSession;
  name: string;
  window: GrowthWindow;
}

// A branch that is switched makes and deletes many files.
const settlingMs = 200;
// Clocks and file systems are not that exact.
const slackMs = 2000;

export class SourceMarks implements vscode.Disposable {
  private marks = new Map<string, Mark[]>();
  private current: MarkedTrace | undefined;
  private readonly lines = new Map<string, TrackedLines>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Other lines are marked, or they are elsewhere. */
  readonly onChange = this.changed.event;
  private generation = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private readonly subscriptions: { dispose(): void }[];

  constructor(
    private readonly active: ActiveTrace,
    private readonly growth: GrowthStore,
    private readonly workspace: WorkspaceSources,
  ) {
    this.subscriptions = [
      active.onDidChange(() => this.later()),
      growth.onDidChange((session) => {
        if (session === active.current) this.later();
      }),
      workspace.onChange(() => this.later()),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.lines.get(uri.toString())?.keep()),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.lines.get(uri.toString())?.revert()),
    ];
  }

  /** Undefined where nothing is marked. */
  get trace(): MarkedTrace | undefined {
    return this.current;
  }

  /** Of one document, where they are now; in the order of their lines. */
  of(document: vscode.TextDocument): Mark[] {
    const uri = document.uri.toString();
    const lines = this.lines.get(uri);
    return (this.marks.get(uri) ?? [])
      .flatMap((mark) => {
        const line = lines ? lines.now(mark.line) : mark.line;
        return line === undefined || line >= document.lineCount ? [] : { ...mark, line };
      })
      .sort((one, other) => one.line - other.line);
  }

  /** Whether the file was saved after the trace was recorded: its lines may be others now. */
  async isNewer(uri: vscode.Uri): Promise<boolean> {
    if (this.current?.session.status.kind !== 'open') return false;
    const { start } = this.current.session.status.info.trace;
    if (start === null) return false;
    const recorded = Date.parse(start) + 1000 * this.current.window.to.t;
    try {
      return (await vscode.workspace.fs.stat(uri)).mtime > recorded + slackMs;
    } catch {
      return false;
    }
  }

  dispose(): void {
    clearTimeout(this.settling);
    this.generation++;
    for (const subscription of this.subscriptions) subscription.dispose();
    this.changed.dispose();
  }

  private later(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => void this.mark(), settlingMs);
  }

  private async mark(): Promise<void> {
    const generation = ++this.generation;
    const session = this.active.current;
    const answer = session && this.growth.get(session);
    const marks = answer ? await this.marksOf(answer.suspects) : [];
    if (generation !== this.generation) return;
    this.current = answer && { session, name: this.active.currentName, window: answer.window };
    this.marks = new Map();
    for (const mark of marks) this.marks.set(mark.uri, [...(this.marks.get(mark.uri) ?? []), mark]);
    for (const document of vscode.workspace.textDocuments) this.opened(document);
    this.changed.fire();
  }

  private async marksOf(suspects: readonly Suspect[]): Promise<Mark[]> {
    const allocations = allocationsOf(suspects);
    const frames = framesOf(allocations);
    await this.workspace.prepare(frames.map(sourceNames));
    const places = new Map<string, SourcePlace>();
    for (const frame of frames) {
      const place = await this.placeOf(frame);
      if (place) places.set(keyOf(frame), place);
    }
    return marksOf(allocations, (frame) => places.get(keyOf(frame)));
  }

  private async placeOf(frame: Frame): Promise<SourcePlace | undefined> {
    const resolved = await resolveFrame(frame, [this.workspace]);
    if (resolved.kind !== 'found') return undefined;
    const { place } = resolved;
    // A declaration was found in the text as it is now, a line is one of the text as it was.
    const lines = place.exact ? undefined : this.lines.get(place.uri);
    return lines ? { ...place, line: lines.original(place.line) } : place;
  }

  /** From now on its lines are followed, if any are marked. */
  private opened({ uri, lineCount }: vscode.TextDocument): void {
    const key = uri.toString();
    if (!this.marks.has(key) || this.lines.get(key)?.fits(lineCount)) return;
    this.lines.set(key, new TrackedLines(lineCount));
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const lines = this.lines.get(document.uri.toString());
    if (!lines || contentChanges.length === 0) return;
    for (const { range, text } of contentChanges) {
      const { start, end } = range;
      const before = document.lineAt(Math.min(start.line, document.lineCount - 1)).text.slice(0, start.character);
      lines.change({ start, end, text, startsLine: before.trim() === '' });
    }
    this.changed.fire();
  }
}
