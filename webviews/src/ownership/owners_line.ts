// Where one is in the picture: the way to the node that is looked at, with steps back and forward, and all that own it.

import { percent } from '../../../shared/format';
import type { OwnershipNode } from '../../../shared/protocol/ownership';
import type { OwnershipZoom } from '../../../shared/protocol/view';
import { button, element } from '../dom';
import { fullName, nodeName } from './node_words';
import { nodesOn, type OwnershipGraph, strongestWay } from './ownership_graph';
import { ownershipStrings as text } from './ownership_strings';
import { shownWay } from './zoom_trail';

const fewOwners = 6;

export interface OwnersEvents {
  lookAt(way: string[]): void;
  step(by: -1 | 1): void;
}

export class OwnersLine {
  readonly way = element('nav', { class: 'ownership-way', 'aria-label': text.way, testId: 'ownership-way' });
  readonly owners = element('p', { class: 'owners', testId: 'ownership-owners' });
  private readonly crumbs = element('ol', {});
  private readonly missing = element('p', { class: 'hint', role: 'status' });
  private readonly back: HTMLButtonElement;
  private readonly forward: HTMLButtonElement;
  private showsAll: OwnershipNode | undefined;

  constructor(private readonly events: OwnersEvents) {
    const stepper = (label: string, sign: string, by: -1 | 1, testId: string) =>
      button(sign, () => events.step(by), { class: 'step', 'aria-label': label, title: label, testId });
    this.back = stepper(text.back, '‹', -1, 'ownership-back');
    this.forward = stepper(text.forward, '›', 1, 'ownership-forward');
    this.way.append(this.back, this.forward, this.crumbs, this.missing);
  }

  show(graph: OwnershipGraph, zoom: OwnershipZoom): void {
    this.back.disabled = zoom.at <= 0;
    this.forward.disabled = zoom.at >= zoom.entries.length - 1;
    const way = shownWay(zoom);
    const nodes = nodesOn(graph, way);
    const crumbs = nodes.map((node, i) =>
      i === nodes.length - 1
        ? element('span', { 'aria-current': 'location', title: fullName(node) }, nodeName(node))
        : button(nodeName(node), () => this.events.lookAt(way.slice(0, i)), { class: 'link', title: fullName(node) }),
    );
    this.crumbs.replaceChildren(...crumbs.map((crumb) => element('li', {}, crumb)));
    const lost = way[nodes.length - 1];
    this.missing.hidden = lost === undefined;
    this.missing.textContent = lost === undefined ? '' : `${lost} ${text.missing}.`;
    this.showOwners(graph, nodes.at(-1) ?? graph.heap);
  }

  /** One of them is on the way already; of several, all are told. */
  private showOwners(graph: OwnershipGraph, node: OwnershipNode): void {
    const owners = graph.owners[node.id] ?? [];
    this.owners.hidden = owners.length < 2;
    if (owners.length < 2) return;
    const shown = this.showsAll === node ? owners : owners.slice(0, fewOwners);
    const links = shown.flatMap((owner) => {
      const way = strongestWay(graph, owner.node);
      const link = button(nodeName(owner.node), () => this.events.lookAt(way), {
        class: 'link',
        title: `${fullName(owner.node)}\n${text.ownersTitle}`,
      });
      return [element('span', { class: 'owner' }, link, ` ${percent(owner.owned, node.owned)}`)];
    });
    const rest = owners.length - shown.length;
    const more =
      rest > 0
        ? button(
            `${rest} ${text.moreOwners}`,
            () => {
              this.showsAll = node;
              this.showOwners(graph, node);
            },
            { class: 'link' },
          )
        : null;
    this.owners.replaceChildren(element('span', { class: 'label' }, text.owners), ...links, ...(more ? [more] : []));
  }
}
