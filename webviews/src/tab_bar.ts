// The tabs: one is chosen, arrows and Home/End move, as in the WAI-ARIA pattern.
import type { ViewState } from '../../shared/protocol/view';
import { element } from './dom';
import { strings } from './strings';

type Tab = ViewState['tab'];
const order: readonly Tab[] = ['overview', 'growth', 'trends', 'ownership', 'heap', 'inspect'];

export class TabBar {
  readonly element = element('div', { class: 'tabs', role: 'tablist', 'aria-label': strings.tabs.label });
  private readonly buttons = new Map<Tab, HTMLButtonElement>();

  constructor(
    private chosen: Tab,
    private readonly onChoose: (tab: Tab) => void,
  ) {
    for (const tab of order) {
      const item = element(
        'button',
        { class: 'tab', role: 'tab', type: 'button', id: `tab-${tab}`, 'aria-controls': 'panel', testId: `tab-${tab}` },
        strings.tabs[tab],
      );
      item.addEventListener('click', () => this.choose(tab));
      item.addEventListener('keydown', (event) => this.onKey(event, tab));
      this.buttons.set(tab, item);
      this.element.append(item);
    }
    this.select(chosen);
  }

  /** Shows `tab` as the chosen one without telling anybody. */
  select(tab: Tab): void {
    this.chosen = tab;
    for (const [name, item] of this.buttons) {
      item.setAttribute('aria-selected', String(name === tab));
      item.tabIndex = name === tab ? 0 : -1;
    }
  }

  private choose(tab: Tab): void {
    if (tab === this.chosen) return;
    this.select(tab);
    this.onChoose(tab);
  }

  private onKey(event: KeyboardEvent, tab: Tab): void {
    const at = order.indexOf(tab);
    const last = order.length - 1;
    const moves: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = order[moves[event.key] ?? -1];
    if (!to) return;
    event.preventDefault();
    this.choose(to);
    this.buttons.get(to)?.focus();
  }
}
