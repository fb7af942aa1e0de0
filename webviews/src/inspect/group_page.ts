// A group of objects in all that is known of it: how large it is, what holds it, on which ways, its largest objects, the data structures it
// belongs to, and what goes with it. Three questions are asked side by side, so that what is quick is there at once.
import type { HeapAnswer, SizeMetric } from '../../../shared/protocol/answers';
import type { InspectAnswer, InspectArgs } from '../../../shared/protocol/inspect';
import type { Inspected } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { openSourceOf } from '../growth/source_link';
import type { Host } from '../host';
import { pointArgs } from '../point_args';
import { segments } from '../segments';
import { strings } from '../strings';
import { ClosureGroups, closureArgs } from './closure_groups';
import { closureList, closureRows, holdersList, inspectFigures, type ListEvents, objectsList } from './inspect_lists';
import { InspectPart, PartQuestion } from './inspect_part';
import { groupArgs, setOf } from './inspected_words';
import { PathSection } from './path_section';

const text = strings.inspect;
/** Rows of each list: who wants more looks at them in the Heap tab. */
const shownRows = 20;

export interface GroupPageParts {
  host: Pick<Host, 'ask' | 'act'>;
  /** Index of the point; null for the suggested one. */
  at: number | null;
  alone: boolean;
  of: Inspected;
  inspectObject(id: string): void;
  /** What the answer knows better than who asked: an object's type. */
  named(type: string): void;
  /** Shows all of it in the Heap tab, divided so. */
  group(division: string): void;
}

export class GroupPage {
  readonly element: HTMLElement;
  private readonly figures = new InspectPart({ title: text.sizes, testId: 'inspect-sizes', plain: true });
  private readonly paths: InspectPart;
  private readonly roots: InspectPart;
  private readonly objects = new InspectPart({ ...text.objectsPart, testId: 'inspect-list' });
  private readonly containing: InspectPart;
  private readonly closure: InspectPart;
  private readonly sizing: PartQuestion<InspectAnswer>;
  private readonly holding: PartQuestion<InspectAnswer>;
  private readonly listing: PartQuestion<InspectAnswer>;
  private readonly events: ListEvents;
  private metric: SizeMetric = 'retained';
  private readonly division: ClosureGroups;
  private byType: HTMLElement | undefined;

  constructor(private readonly parts: GroupPageParts) {
    const choice = segments({
      name: 'closure',
      label: text.closure.label,
      words: text.closure.kinds,
      chosen: this.metric,
      choose: (metric) => {
        this.metric = metric;
        this.askSizes();
      },
    });
    this.division = new ClosureGroups(parts.host, {
      question: (by) => ({
        ...pointArgs(parts.at),
        ...closureArgs(setOf(parts.of), this.metric, by),
        limit: shownRows,
      }),
      show: (answer) => this.showClosure(answer),
    });
    const isOne = !('set' in parts.of);
    const words = isOne
      ? { paths: text.pathsOfOne, roots: text.rootsOfOne, containing: text.containingOfOne, closure: text.closureOfOne }
      : { paths: text.pathsPart, roots: text.rootsPart, containing: text.containingPart, closure: text.closurePart };
    this.paths = new InspectPart({ ...words.paths, testId: 'inspect-paths' });
    this.roots = new InspectPart({ ...words.roots, testId: 'inspect-roots' });
    this.containing = new InspectPart({ ...words.containing, testId: 'inspect-containing' });
    const all = button(text.closure.all, () => parts.group(`closure(${this.metric})[${this.division.by}]`), {
      class: 'link',
      testId: 'inspect-group',
    });
    this.closure = new InspectPart({ ...words.closure, testId: 'inspect-closure' }, all, choice);
    this.holding = new PartQuestion<InspectAnswer>([this.paths, this.roots]);
    // An object is the largest of itself.
    const lists = isOne ? [this.containing] : [this.objects, this.containing];
    this.listing = new PartQuestion<InspectAnswer>(lists);
    this.sizing = new PartQuestion<InspectAnswer>([this.figures, this.closure]);
    this.events = { openSource: openSourceOf(parts.host, parts.alone), inspectObject: parts.inspectObject };
    this.element = element(
      'div',
      { class: 'group-page' },
      this.figures.element,
      this.paths.element,
      this.roots.element,
      element('div', { class: 'inspect-columns' }, ...lists.map((list) => list.element), this.closure.element),
    );
  }

  start(): void {
    this.askSizes();
    // All paths are in the merged ones.
    this.ask(this.holding, { roots: true, paths: true, cuts: true, mostPaths: 0 }, (answer) =>
      this.showHolding(answer),
    );
    const objects = 'set' in this.parts.of;
    this.ask(this.listing, { objects, containing: true }, (answer) => this.showLists(answer));
  }

  stop(): void {
    for (const question of [this.sizing, this.holding, this.listing, this.division]) question.stop();
  }

  private ask(question: PartQuestion<InspectAnswer>, wanted: InspectArgs, show: (answer: InspectAnswer) => void): void {
    const { host, of, at } = this.parts;
    const args = { ...pointArgs(at), ...groupArgs(of), sizes: false, top: shownRows, ...wanted };
    question.ask((onProgress) => host.ask('inspect', args, onProgress), show);
  }

  private askSizes(): void {
    this.ask(this.sizing, { sizes: true, closure: this.metric }, (answer) => this.showSizes(answer));
  }

  private showSizes(answer: InspectAnswer): void {
    if (answer.object) this.parts.named(answer.object.type);
    const dead = answer.group.live ? [] : [element('p', { role: 'status' }, text.unreachable)];
    const none = answer.group.objects === 0 ? [element('p', { role: 'status' }, text.noObjects)] : dead;
    this.figures.show(...none, inspectFigures(answer));
    this.byType = answer.closure ? closureList(answer.closure, answer.point.bytes) : undefined;
    this.showClosure(undefined);
    if (this.division.by !== 'type') this.division.divide(this.division.by);
  }

  /** @param answer how it is divided; nothing for by type */
  private showClosure(answer: HeapAnswer | undefined): void {
    const list = answer ? closureRows(answer, this.metric) : this.byType;
    this.closure.show(this.division.element, list ?? '');
  }

  private showHolding({ group, pathTree = [], roots = [], allRoots = roots.length }: InspectAnswer): void {
    if (pathTree.length === 0) this.paths.show(element('p', { class: 'hint' }, text.paths.none));
    else {
      const { openSource, inspectObject } = this.events;
      const section = new PathSection({ openSource, inspectObject }, pathTree, group.objects);
      this.paths.show(section.element);
      section.draw();
    }
    this.roots.show(holdersList(roots, allRoots, this.events));
  }

  private showLists({ group, point, objects = [], containing = [], allContaining = 0 }: InspectAnswer): void {
    this.objects.show(objectsList(objects, group.objects, point.bytes, this.events));
    this.containing.show(
      containing.length === 0
        ? element('p', { class: 'hint' }, text.containing.none)
        : objectsList(containing, allContaining, point.bytes, this.events),
    );
  }
}
