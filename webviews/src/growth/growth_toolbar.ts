// What can be done beside the window: taking it all along; in a menu what is needed now and then, the view beside code among it.
import { parameterLimits } from '../../../shared/protocol/question_args';
import type { ChartImage } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { Menu } from '../menu';
import { strings } from '../strings';

const text = strings.growth;
const copiedFor = 2000;

const limits = parameterLimits.growth.threshold;

export interface ToolbarEvents {
  /** In percent; null for the one that is set for all traces. */
  threshold(threshold: number | null): void;
  copy(): void;
  openBeside(): void;
  exportTable(): void;
  saveChart(format: ChartImage['format']): void;
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
    /** Of one heap there is no chart and no table of what changed. */
    private readonly hasChanges: boolean,
  ) {
    this.input.min = String(limits.least);
    this.input.max = String(limits.most);
    this.input.step = 'any';
    this.input.value = threshold === null ? '' : String(threshold);
    this.input.addEventListener('change', () => this.onThreshold());
    this.copyButton = button(text.copyMarkdown, () => events.copy(), { class: 'secondary', testId: 'copy-markdown' });
    this.element = element(
      'div',
      { class: 'growth-toolbar' },
      this.copyButton,
      new Menu(text.menu, 'growth-menu', this.menuItems(alone)).element,
      this.said,
    );
  }

  private menuItems(alone: boolean): HTMLElement[] {
    const item = (words: string, testId: string, choose: () => void) =>
      button(words, choose, { class: 'menu-item', testId });
    const { openBeside, openBesideTitle } = text;
    const beside = button(openBeside, () => this.events.openBeside(), {
      class: 'menu-item',
      testId: 'open-beside',
      title: openBesideTitle,
    });
    return [
      ...(alone ? [] : [beside]),
      element(
        'label',
        { class: 'threshold', title: text.thresholdTitle },
        text.threshold,
        this.input,
        text.thresholdUnit,
      ),
      ...(this.hasChanges ? this.exportItems(item) : []),
    ];
  }

  private exportItems(item: (words: string, testId: string, choose: () => void) => HTMLElement): HTMLElement[] {
    return [
      item(text.table.export, 'growth-export', () => this.events.exportTable()),
      item(`${text.chart.save} (${text.chart.svg})`, 'save-svg', () => this.events.saveChart('svg')),
      item(`${text.chart.save} (${text.chart.png})`, 'save-png', () => this.events.saveChart('png')),
    ];
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
    const threshold = value === '' ? null : Math.min(limits.most, Math.max(limits.least, Number(value)));
    this.events.threshold(threshold);
  }
}
