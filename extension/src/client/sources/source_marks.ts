// The lines of the workspace's sources that allocate what the suspects of the active trace hold, or declare the fields that hold it. Keeps them up to date with the trace, with the
// files of the workspace, and with what the user types.
import * as vscode from 'vscode';
import type { Field, GrowthWindow, Suspect } from '../../../../shared/protocol/growth';
import type { GrowthStore } from '../growth/growth_store';
import type { ActiveTrace } from '../language/active_trace';
import type { TraceSession } from '../traces/trace_session';
import { resolveField } from './resolve_field';
import { type Resolved, resolveFrame, type SourceFinder, type SourcePlace } from './resolve_frame';
import { sourceNames } from './source_names';
import { framesOf, holdersOf, keyOf, type Mark, marksOf } from './suspect_marks';
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
    /** Who else knows sources of a trace: those of the sample come with it. */
    private readonly beside: (paths: readonly string[]) => SourceFinder[],
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
    const sampled = session?.status.kind === 'open' && session.status.info.trace.sites === 'sampled';
    const finders = [this.workspace, ...(session ? this.beside(session.paths) : [])];
    // Marks say what was added: of one heap, nobody knows.
    const isGrowth = answer !== undefined && answer.window.chosen !== 'whole';
    const marks = isGrowth ? await this.marksOf(answer.suspects, sampled, finders) : [];
    if (generation !== this.generation) return;
    this.current = answer && { session, name: this.active.currentName, window: answer.window };
    this.marks = new Map();
    for (const mark of marks) this.marks.set(mark.uri, [...(this.marks.get(mark.uri) ?? []), mark]);
    for (const document of vscode.workspace.textDocuments) this.opened(document);
    this.changed.fire();
  }

  private async marksOf(
    suspects: readonly Suspect[],
    sampled: boolean,
    finders: readonly SourceFinder[],
  ): Promise<Mark[]> {
    const frames = framesOf(suspects);
    const fields = holdersOf(suspects).map(({ field }) => field);
    await this.workspace.prepare([...frames, ...fields].map(sourceNames));
    const [ofFrames, ofFields] = [new Map<string, SourcePlace>(), new Map<Field, SourcePlace>()];
    for (const frame of frames) {
      const place = this.placeOf(await resolveFrame(frame, finders));
      if (place) ofFrames.set(keyOf(frame), place);
    }
    for (const field of fields) {
      const place = await this.declarationOf(field, finders);
      if (place) ofFields.set(field, place);
    }
    return marksOf(suspects, {
      sampled,
      frame: (frame) => ofFrames.get(keyOf(frame)),
      field: (field) => ofFields.get(field),
    });
  }

  private placeOf(resolved: Resolved): SourcePlace | undefined {
    if (resolved.kind !== 'found') return undefined;
    // A line is one of the text as it was.
    const place = known(resolved.place);
    return place.exact ? place : this.asItWas(place);
  }

  /** Only the field itself is marked: its class holds nothing. */
  private async declarationOf(field: Field, finders: readonly SourceFinder[]): Promise<SourcePlace | undefined> {
    const resolved = await resolveField(field, finders);
    return resolved.kind === 'found' && resolved.place.exact ? this.asItWas(known(resolved.place)) : undefined;
  }

  /** A declaration was found in the text as it is now. */
  private asItWas(place: SourcePlace): SourcePlace {
    const lines = this.lines.get(place.uri);
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

/** Its address as the editor writes it. */
const known = (place: SourcePlace): SourcePlace => ({ ...place, uri: vscode.Uri.parse(place.uri).toString() });
