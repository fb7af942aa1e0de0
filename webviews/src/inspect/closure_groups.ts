// What goes with a group, divided in any way: a field for the grouping, and the rows of its first level. By type it is what the page asks for
// anyway; everything else is asked of the heap's own question, where the link beside it goes on level by level.
import type { HeapAnswer, HeapArgs, SizeMetric } from '../../../shared/protocol/answers';
import type { ObjectSet } from '../../../shared/protocol/view';
import { WordsField } from '../heap/words_field';
import type { Host, Running } from '../host';
import { strings } from '../strings';

const text = strings.inspect.closure;

/** The closure of a set, divided so. */
export function closureArgs({ by, path, where, filter }: ObjectSet, metric: SizeMetric, division: string): HeapArgs {
  const closure = `closure(${metric})[${division}]`;
  return {
    by: path.length === 0 ? closure : `${by}, ${closure}`,
    ...(path.length === 0 ? {} : { path }),
    ...(where === '' ? {} : { where }),
    ...(filter ? { filter } : {}),
  };
}

export class ClosureGroups {
  /** How it is divided. */
  by = 'type';
  private readonly field: WordsField;
  private running: Running<HeapAnswer> | undefined;

  constructor(
    private readonly host: Pick<Host, 'ask'>,
    private readonly events: {
      /** Another grouping is wanted: what is to be asked for it. */
      question(by: string): HeapArgs;
      /** Its rows, or nothing where types are wanted again. */
      show(answer: HeapAnswer | undefined): void;
    },
  ) {
    this.field = new WordsField({
      language: 'grouping',
      label: text.by,
      example: 'package, type',
      testId: 'closure-by',
      apply: (by) => this.divide(by || 'type'),
    });
    this.field.show(this.by);
  }

  get element(): HTMLElement {
    return this.field.element;
  }

  /** Asks again, about another closure of the same group. */
  divide(by: string): void {
    this.stop();
    if (by === 'type') {
      this.by = by;
      this.field.show(by);
      this.events.show(undefined);
      return;
    }
    this.field.showMessage(strings.explore.finding);
    const question = this.events.question(by);
    const running = this.host.ask('heap', question);
    this.running = running;
    running.promise.then(
      (answer) => {
        if (this.running !== running) return;
        this.by = by;
        this.field.show(by);
        this.events.show(answer);
      },
      ({ message }: { message?: string }) => {
        if (this.running !== running) return;
        this.field.showMistake(inField(message ?? text.failed, (question.by ?? '').lastIndexOf(`[${by}]`) + 1));
      },
    );
  }

  stop(): void {
    const { running } = this;
    this.running = undefined;
    running?.cancel();
  }
}

/** The engine counts from where the whole grouping begins, who writes from where the field does. */
const inField = (message: string, before: number): string =>
  message.replace(/at position (\d+)/, (_, place: string) => `at position ${Math.max(1, Number(place) - before)}`);
