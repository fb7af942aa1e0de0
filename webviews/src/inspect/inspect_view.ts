// The Inspect tab: what was inspected one after the other, as a history that is walked back and forward, and the page about what is
// inspected now.

import { splitType } from '../../../shared/format';
import type { Inspected, InspectTrail, ObjectSet } from '../../../shared/protocol/view';
import { inspectCommand } from '../command_line';
import { CopyButton } from '../copy_button';
import { button, element } from '../dom';
import type { Host } from '../host';
import { ObjectPage } from '../object/object_page';
import { pointArgs } from '../point_args';
import { strings } from '../strings';
import { GroupPage } from './group_page';
import { groupArgs, limitsOf, nameOf, setOf } from './inspected_words';
import { goTo, inspected, step } from './trail';

const text = strings.inspect;

export interface InspectViewParts {
  host: Pick<Host, 'ask' | 'act'>;
  /** Of the trace. */
  files: readonly string[];
  alone: boolean;
  onChange(trail: InspectTrail): void;
  /** Where objects to inspect are chosen. */
  openHeap(): void;
  /** Shows objects there, divided so. */
  group(set: ObjectSet, division: string): void;
}

/** What holds objects, or what is in one. */
interface Page {
  element: HTMLElement;
  start(): void;
  stop(): void;
}

export class InspectView {
  readonly element: HTMLElement;
  private readonly back = this.historyButton('back', -1);
  private readonly forward = this.historyButton('forward', 1);
  private readonly title = element('h1', { testId: 'inspect-title' });
  private readonly limits = element('ul', { class: 'chips', 'aria-label': text.limits });
  private readonly body = element('div', { class: 'inspect-body' });
  private readonly copy = new CopyButton(text.copyTitle, 'inspect-copy', () => this.copyCommand());
  private readonly beside = button(text.openBeside, () => this.openBeside(), {
    class: 'link',
    testId: 'inspect-beside',
    title: text.openBesideTitle,
  });
  private page: Page | undefined;

  constructor(
    private readonly parts: InspectViewParts,
    private trail: InspectTrail,
    private at: number | null,
  ) {
    this.element = element(
      'div',
      { class: 'inspect', testId: 'inspect', tabindex: -1 },
      element(
        'header',
        { class: 'inspect-head' },
        this.back,
        this.forward,
        this.title,
        this.limits,
        element('span', { class: 'inspect-links' }, parts.alone ? null : this.beside, this.copy.element),
      ),
      this.body,
    );
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  start(): void {
    this.show();
  }

  stop(): void {
    this.page?.stop();
    this.page = undefined;
  }

  showPoint(at: number | null): void {
    this.at = at;
    this.show();
  }

  followPoint(at: number): void {
    this.showPoint(at);
  }

  showDescriptions(): void {
    this.show();
  }

  /** Something else, from here on. */
  inspect(next: Inspected): void {
    this.moveTo(goTo(this.trail, next));
  }

  private moveTo(trail: InspectTrail): void {
    if (trail === this.trail) return;
    this.trail = trail;
    this.parts.onChange(trail);
    this.show();
    // The link that led here is gone; keys still go to this tab.
    this.element.focus({ preventScroll: true });
    this.element.scrollTop = 0;
  }

  private show(): void {
    this.stop();
    const of = inspected(this.trail);
    const { entries, at } = this.trail;
    this.copy.element.hidden = of === undefined;
    this.beside.hidden = of === undefined;
    this.back.disabled = at <= 0;
    this.forward.disabled = at >= entries.length - 1;
    // The page about an object says itself which one it is.
    this.title.hidden = of !== undefined && 'object' in of;
    this.title.textContent = of ? nameOf(of) : text.nothing;
    this.limits.replaceChildren(...(of ? limitsOf(of) : []).map((words) => element('li', {}, words)));
    if (!of) {
      const choose = button(text.chooseObjects, () => this.parts.openHeap(), { testId: 'inspect-choose' });
      this.body.replaceChildren(element('p', { class: 'hint' }, text.nothingHint), element('p', {}, choose));
      return;
    }
    this.page = 'object' in of ? this.objectPage(of.object) : this.groupPage(of);
    this.body.replaceChildren(this.page.element);
    this.page.start();
  }

  private groupPage(of: Exclude<Inspected, { object: string }>): Page {
    const { host, alone } = this.parts;
    const open = (object: string) => this.inspect({ object });
    const named = (type: string) => {
      if ('set' in of) return;
      const link = button(`${splitType(type).ownPart} @ ${of.holdersOf}`, () => open(of.holdersOf), {
        class: 'link',
        testId: 'inspect-contents',
        title: text.contentsTitle,
      });
      this.title.replaceChildren(link);
    };
    const group = (division: string) => this.parts.group(setOf(of), division);
    return new GroupPage({ host, alone, at: this.at, of, inspectObject: open, named, group });
  }

  private objectPage(id: string): Page {
    const page = new ObjectPage({
      host: this.parts.host,
      at: () => pointArgs(this.at),
      open: (object) => this.inspect({ object }),
      inspect: (holdersOf) => this.inspect({ holdersOf }),
    });
    return { element: page.element, start: () => page.show(id), stop: () => page.stop() };
  }

  private openBeside(): void {
    this.parts.host.act({ kind: 'open-beside', tab: 'inspect' });
  }

  private copyCommand(): void {
    const of = inspected(this.trail);
    if (!of) return;
    const args = { ...pointArgs(this.at), ...groupArgs(of) };
    void navigator.clipboard.writeText(inspectCommand(this.parts.files, args, 'object' in of));
    this.copy.showCopied();
  }

  private historyButton(name: 'back' | 'forward', by: -1 | 1): HTMLButtonElement {
    return button(text.history[name].sign, () => this.moveTo(step(this.trail, by)), {
      class: 'secondary history',
      title: text.history[name].title,
      'aria-label': text.history[name].label,
      testId: `inspect-${name}`,
    });
  }

  private onKey(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    // The editor would go back to another file.
    event.stopPropagation();
    this.moveTo(step(this.trail, event.key === 'ArrowLeft' ? -1 : 1));
  }
}
