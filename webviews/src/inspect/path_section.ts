// What holds the group: the merged paths as a graph, what was chosen in it, and what it means. Structures unfold, waiting branches come when
// they are asked for; whoever chooses a box is told what it is and where it can be followed to.

import { counted, percent, splitType, viaText } from '../../../shared/format';
import type { HolderText, PathNode } from '../../../shared/protocol/inspect';
import { button, element } from '../dom';
import type { OpenSource } from '../growth/source_link';
import { measureCharacter } from '../overview/text_width';
import { rootLink, rootName } from '../root_item';
import { strings } from '../strings';
import { type ShownNode, shownPaths } from './path_fold';
import { drawPaths } from './path_graph';
import { isCut, nodeSentence } from './path_words';

const text = strings.inspect.paths;

export interface PathSectionParts {
  openSource: OpenSource;
  inspectObject(id: string): void;
}

export class PathSection {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly frame: HTMLElement;
  private readonly card = element('div', { class: 'path-card', 'aria-live': 'polite', testId: 'path-card' });
  private readonly unfolded = { structures: new Set<string>(), branches: new Set<string>() };
  private selected: string | null = null;

  constructor(
    private readonly parts: PathSectionParts,
    private readonly tree: readonly PathNode[],
    private readonly members: number,
  ) {
    this.svg.setAttribute('class', 'path-graph');
    this.svg.setAttribute('role', 'tree');
    this.svg.setAttribute('aria-label', text.chart);
    this.svg.setAttribute('aria-describedby', 'path-keys');
    this.svg.setAttribute('data-testid', 'chart-paths');
    this.frame = element('div', { class: 'path-frame' });
    this.frame.append(this.svg);
    this.element = element(
      'div',
      { class: 'path-section' },
      element('p', { class: 'for-screen-readers', id: 'path-keys' }, text.keys),
      this.frame,
      this.card,
    );
    this.showHint();
  }

  /** The element is in the page, whose letters are measured. */
  draw(): void {
    const hadFocus = this.svg.contains(document.activeElement);
    const tree = shownPaths(this.tree, this.unfolded);
    drawPaths(
      this.svg,
      { tree, members: this.members, selected: this.selected, characterWidth: measureCharacter(this.svg) },
      { choose: (shown) => this.choose(shown), toggle: (shown) => this.toggle(shown) },
    );
    if (hadFocus) this.svg.querySelector<SVGGElement>('g.node[tabindex="0"]')?.focus();
  }

  private toggle(shown: ShownNode): void {
    const { structures, branches } = this.unfolded;
    if (shown.kind === 'more') branches.add(shown.key.replace(/\.more$/, ''));
    else if (shown.folded === true) structures.add(shown.key);
    else if (shown.folded === false) structures.delete(shown.key);
    else return;
    if (shown.kind !== 'more') this.selected = shown.key;
    this.draw();
  }

  private choose(shown: ShownNode): void {
    this.selected = shown.key;
    this.draw();
    const { node, kind } = shown;
    const { openSource, inspectObject } = this.parts;
    if (kind === 'holder') {
      this.card.replaceChildren(holderCard(node.root as HolderText, openSource));
      return;
    }
    const inspect = button(node.objects === 1 ? text.inspect : text.inspectOne, () => inspectObject(node.example), {
      class: 'link',
      testId: 'path-inspect',
    });
    const fold = shown.folded === undefined ? null : shown.folded ? text.unfold : text.fold;
    this.card.replaceChildren(
      element('p', { class: 'path-type' }, node.type),
      element('p', {}, `${nodeSentence(shown, this.members)}.`),
      isCut(shown, this.members) ? element('p', {}, text.cutMeaning) : '',
      element(
        'p',
        { class: 'links' },
        inspect,
        fold ? button(fold, () => this.toggle(shown), { class: 'link' }) : null,
      ),
    );
  }

  /** The best place to cut, in words, before anything is chosen. */
  private showHint(): void {
    const best = bestCut(this.tree);
    if (!best || 2 * (best.node.holdsAlone ?? 0) < this.members) {
      this.card.replaceChildren(element('p', { class: 'hint' }, this.members === 1 ? text.noCutOfOne : text.noCut));
      return;
    }
    const { node, reference } = best;
    const freed =
      this.members === 1
        ? text.it
        : `${percent(node.holdsAlone ?? 0, this.members)} (${counted(node.holdsAlone ?? 0, ['object', 'objects'])})`;
    this.card.replaceChildren(
      element(
        'p',
        { testId: 'path-advice' },
        `${text.clearing} `,
        element('code', {}, reference),
        ` ${text.wouldFree} ${freed}.`,
      ),
    );
  }
}

/** The last reference on the way that frees most of the group: further up more would go with it. */
export function bestCut(tree: readonly PathNode[]): { node: PathNode; reference: string } | undefined {
  let best: { node: PathNode; reference: string } | undefined;
  const look = (node: PathNode, owner: string): void => {
    const held = node.byOneReference ? (node.holdsAlone ?? 0) : 0;
    const isInner = node.role === 'inner';
    if (!isInner && held > 0 && held >= (best?.node.holdsAlone ?? 0)) {
      best = {
        node,
        reference: node.root ? rootName(node.root) : `${owner}${viaText(node.via ?? '')}`,
      };
    }
    for (const child of node.children) look(child, splitType(node.type).ownPart);
  };
  for (const node of tree) look(node, '');
  return best;
}

const holderCard = (holder: HolderText, open: OpenSource) =>
  element(
    'p',
    {},
    element('span', { class: 'kind' }, `${holder.label} `),
    rootLink(holder, open),
    holder.thread === undefined ? null : element('span', { class: 'kind' }, ` ${text.ofThread} ${holder.thread}`),
  );
