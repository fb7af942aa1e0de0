// Which of the user's descriptions hold for one open trace: tells the engine when they changed, one telling after the other, and
// remembers what is to be said about them. Knows nothing of the editor.
import type { DescriptionText, Warning } from '../../../../shared/protocol/answers';
import { toFailure } from '../../../../shared/protocol/failure';
import type { TraceHandle } from '../../../../shared/protocol/questions';
import type { HeldDescriptions } from '../../../../shared/protocol/view';
import type { Engine } from '../engine/engine';
import { type DescriptionSource, sameFiles } from './description_files';

export class TraceDescriptions {
  private current: HeldDescriptions = { version: 0, warnings: [] };
  /** What the engine has of this trace, and what it said to that. */
  private told: DescriptionText[] = [];
  private said: Warning[] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: Engine,
    private readonly source: DescriptionSource,
    private readonly onChange: (held: HeldDescriptions) => void,
  ) {}

  get held(): HeldDescriptions {
    return this.current;
  }

  /** The trace was opened, or opened again: until something is told, the descriptions that ship hold. */
  begin(trace: TraceHandle): Promise<void> {
    this.last = this.last.then(() => {
      this.told = [];
      this.said = [];
    });
    return this.tell(trace);
  }

  /** Makes the descriptions hold as they are now. Never rejects: what went wrong is a warning. */
  tell(trace: TraceHandle): Promise<void> {
    this.last = this.last.then(() => this.tellNow(trace));
    return this.last;
  }

  private async tellNow(trace: TraceHandle): Promise<void> {
    const { files, warnings } = await this.source.read();
    const changed = !sameFiles(files, this.told);
    if (changed) this.said = await this.ask(trace, files);
    const all = [...warnings, ...this.said];
    if (!changed && sameMessages(all, this.current.warnings)) return;
    this.current = { version: this.current.version + 1, warnings: all };
    this.onChange(this.current);
  }

  private async ask(trace: TraceHandle, files: DescriptionText[]): Promise<Warning[]> {
    try {
      const { warnings } = await this.engine.ask('describe', {
        trace,
        files: files.map(({ name, text }) => ({ name, text })),
        shipped: true,
      });
      this.told = files;
      return warnings;
    } catch (thrown) {
      return [{ message: `the descriptions of the workspace do not hold: ${toFailure(thrown).message}` }];
    }
  }
}

const sameMessages = (one: Warning[], other: Warning[]) =>
  one.length === other.length && one.every(({ message }, index) => message === other[index]?.message);
