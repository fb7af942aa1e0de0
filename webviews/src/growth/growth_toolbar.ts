// What can be set and done beside the window: from which share on a size is high, taking it all along, and the view beside code.
import { mostThreshold } from '../../../extension/src/protocol/view';
import { button, element } from '../dom';
import { strings } from '../strings';

const text = strings.growth;
const copiedFor = 2000;

export interface ToolbarEvents {
  /** In percent; null for the one that is set for all traces. */
  threshold(threshold: number | null): void;
  copy(): void;
  openBeside(): void;
}

export class GrowthToolbar {
  readonly element: HTMLElement;
  private readonly input = element('input', { type: 'number', testId: 'growth-threshold', title: text.thresholdTitle });
  private readonly copyButton: HTMLButtonElement;
  private readonly said = element('span', { class: 'for-screen-readers', role: 'status' });

  constructor(
    threshold: number | null,
    alone: boolean,
    private readonly events: ToolbarEvents,
  ) {
    this.input.min = '0.1';
    this.input.max = String(mostThreshold);
    this.input.step = 'any';
    this.input.value = threshold === null ? '' : String(threshold);
    this.input.addEventListener('change', () => this.onThreshold());
    this.copyButton = button(text.copyMarkdown, () => events.copy(), { class: 'secondary', testId: 'copy-markdown' });
    this.element = element(
      'div',
      { class: 'growth-toolbar' },
      element(
        'label',
        { class: 'threshold', title: text.thresholdTitle },
        text.threshold,
        this.input,
        text.thresholdUnit,
      ),
      this.copyButton,
      alone
        ? null
        : button(text.openBeside, () => events.openBeside(), {
            class: 'secondary',
            testId: 'open-beside',
            title: text.openBesideTitle,
          }),
      this.said,
    );
  }

  /** What holds while nothing is typed. */
  show(threshold: number): void {
    this.input.placeholder = String(threshold);
    if (this.input.value !== '') this.input.value = String(threshold);
  }

  showCopied(): void {
    this.copyButton.textContent = text.copied;
    this.said.textContent = text.copied;
    setTimeout(() => {
      this.copyButton.textContent = text.copyMarkdown;
      this.said.textContent = '';
    }, copiedFor);
  }

  private onThreshold(): void {
    const { value } = this.input;
    const threshold = value === '' ? null : Math.min(mostThreshold, Math.max(0.1, Number(value)));
    this.events.threshold(threshold);
  }
}
