// Which suspect or structure of each trace somebody looks at, wherever it was chosen: in a view, in the side bar or above a line of code.
// All of them show the same one. Knows nothing of the editor.
import type { TraceSession } from '../traces/trace_session';

export interface ChosenStructure {
  session: TraceSession;
  /** As GrowthChoice.selected. */
  id: string;
  /** Who need not be told. */
  by: object;
}

export class ChosenStructures {
  private readonly chosen = new WeakMap<TraceSession, string>();
  private readonly listeners = new Set<(chosen: ChosenStructure) => void>();

  of(session: TraceSession): string | undefined {
    return this.chosen.get(session);
  }

  /** Who is told may choose the same in turn: that is no news, and goes no further. */
  choose(chosen: ChosenStructure): void {
    const { session, id } = chosen;
    if (this.chosen.get(session) === id) return;
    this.chosen.set(session, id);
    for (const listener of this.listeners) listener(chosen);
  }

  onDidChoose(listener: (chosen: ChosenStructure) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }
}
