// Draws merged paths with D3: boxes from what holds on the left to the group on the right, lines as strong as what they lead to, and marks
// where cutting one reference frees most of the group. One box at a time takes the keyboard.
import { type Selection, select } from 'd3-selection';
import { shorten } from '../../../shared/format';
import { drawSpoken } from '../spoken';
import type { ShownNode } from './path_fold';
import { detailScale, foldCharacters, layoutPaths, nodeHeight, type PlacedNode } from './path_layout';
import { isCut, nodeLines, nodeSentence, viaLabel } from './path_words';

export interface PathGraphEvents {
  /** Shows more about it: by click or Enter. */
  choose(shown: ShownNode): void;
  /** Hides or shows a structure's parts, or the branches that wait. */
  toggle(shown: ShownNode): void;
}

export interface PathDrawing {
  tree: readonly ShownNode[];
  /** How many objects the group has. */
  members: number;
  /** Key of the box that takes the keyboard. */
  selected: string | null;
  characterWidth: number;
}

const thickest = 6;
const foldSize = 9;

export function drawPaths(svg: SVGSVGElement, drawing: PathDrawing, events: PathGraphEvents): void {
  const { tree, members, characterWidth } = drawing;
  const { nodes, width, height } = layoutPaths(tree, members, characterWidth);
  const chart = select(svg);
  const margin = 2;
  chart
    .attr('width', width + 2 * margin)
    .attr('height', height + 2 * margin)
    .attr('viewBox', `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
  chart.selectAll('*').remove();
  drawLinks(chart, nodes, drawing);
  drawNodes(chart, nodes, drawing, events);
}

type Chart = Selection<SVGSVGElement, unknown, null, undefined>;

function drawLinks(chart: Chart, nodes: PlacedNode[], { members, characterWidth }: PathDrawing): void {
  const linked = nodes.filter(({ parent }) => parent !== undefined);
  const links = chart
    .append('g')
    .attr('aria-hidden', 'true')
    .selectAll('g')
    .data(linked)
    .join('g')
    .attr('class', 'link')
    .classed('cut', ({ shown }) => isCut(shown, members));
  links
    .append('path')
    .attr('d', linkLine)
    .attr('stroke-width', ({ shown }) => Math.max(1, (thickest * shown.members) / Math.max(1, members)));
  links
    .filter(({ shown }) => shown.via !== '')
    .append('text')
    .attr('class', 'via')
    .attr('x', ({ x, shown }) => x - 8 - (viaLabel(shown).length * characterWidth) / 2)
    .attr('y', ({ y }) => y + nodeHeight / 2 - 7)
    .attr('text-anchor', 'middle')
    .text(({ shown }) => viaLabel(shown))
    .append('title')
    .text(({ shown }) => shown.via);
}

/** Into the box from the left; straight beside its name. */
function linkLine({ x, y, parent, shown }: PlacedNode): string {
  if (!parent) return '';
  const from = { x: parent.x + parent.width, y: parent.y + nodeHeight / 2 };
  const to = { x, y: y + nodeHeight / 2 };
  const bend = Math.min(to.x - from.x, shown.via === '' ? to.x - from.x : 30);
  const middle = from.x + bend / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${from.x + bend} ${to.y}H${to.x}`;
}

function drawNodes(chart: Chart, nodes: PlacedNode[], drawing: PathDrawing, events: PathGraphEvents): void {
  const { members, characterWidth } = drawing;
  const first = nodes[0]?.shown.key;
  const isChosen = nodes.some(({ shown }) => shown.key === drawing.selected);
  const takesKeys = ({ shown }: PlacedNode) => shown.key === (isChosen ? drawing.selected : first);
  const boxes = chart
    .append('g')
    .selectAll<SVGGElement, PlacedNode>('g')
    .data(nodes)
    .join('g')
    .attr('class', ({ shown }) => `node ${shown.kind}`)
    .classed('cut', ({ shown }) => isCut(shown, members))
    .classed('chosen', ({ shown }) => shown.key === drawing.selected)
    .attr('data-testid', 'path-node')
    .attr('data-key', ({ shown }) => shown.key)
    .attr('role', 'treeitem')
    .attr('aria-level', ({ shown }) => shown.key.split('.').length)
    .attr('aria-selected', ({ shown }) => String(shown.key === drawing.selected))
    .attr('tabindex', (node) => (takesKeys(node) ? 0 : -1))
    .on('click', (_, { shown }) => (shown.kind === 'more' ? events.toggle(shown) : events.choose(shown)))
    .on('keydown', (event: KeyboardEvent, node) => onKey(event, node, nodes, chart.node(), events));
  const drawn = drawSpoken(
    boxes,
    ({ shown }) => nodeSentence(shown, members),
    (node) => node,
  );
  drawn
    .append('rect')
    .attr('x', ({ x }) => x)
    .attr('y', ({ y }) => y)
    .attr('width', ({ width }) => width)
    .attr('height', nodeHeight)
    .attr('rx', 3);
  const charactersOf = ({ width, shown }: PlacedNode, index: 0 | 1) => {
    const room = (width - 20) / characterWidth - (shown.folded === undefined ? 0 : foldCharacters);
    return Math.floor(index === 0 ? room : room / detailScale);
  };
  // What holds stands next to its line; it has no box around it.
  const isHolder = ({ shown }: PlacedNode) => shown.kind === 'holder';
  const line = (index: 0 | 1) =>
    drawn
      .append('text')
      .attr('class', index === 0 ? 'name' : 'detail')
      .attr('x', (node) => (isHolder(node) ? node.x + node.width - 8 : node.x + 10))
      .attr('text-anchor', (node) => (isHolder(node) ? 'end' : 'start'))
      .attr('y', ({ y }) => y + (index === 0 ? 16 : 31))
      .text((node) => shorten(nodeLines(node.shown, members)[index], Math.max(4, charactersOf(node, index))));
  line(0);
  line(1);
  drawn.append('title').text(({ shown }) => nodeSentence(shown, members));
  drawFolds(drawn, events);
}

/** A plus or a minus in the corner of a structure. */
function drawFolds(boxes: Selection<SVGGElement, PlacedNode, SVGGElement, unknown>, events: PathGraphEvents): void {
  const folds = boxes
    .filter(({ shown }) => shown.folded !== undefined)
    .append('g')
    .attr('class', 'fold')
    .attr('data-testid', 'path-fold')
    .on('click', (event: MouseEvent, { shown }) => {
      event.stopPropagation();
      events.toggle(shown);
    });
  const left = ({ x, width }: PlacedNode) => x + width - foldSize - 6;
  folds
    .append('rect')
    .attr('x', left)
    .attr('y', ({ y }) => y + 6)
    .attr('width', foldSize)
    .attr('height', foldSize);
  folds.append('path').attr('d', (node) => {
    const [x, y] = [left(node), node.y + 6];
    const half = foldSize / 2;
    const plus = node.shown.folded ? `M${x + half} ${y + 2}v${foldSize - 4}` : '';
    return `M${x + 2} ${y + half}h${foldSize - 4}${plus}`;
  });
}

function onKey(
  event: KeyboardEvent,
  node: PlacedNode,
  nodes: PlacedNode[],
  svg: SVGSVGElement | null,
  events: PathGraphEvents,
): void {
  const { shown } = node;
  if (event.key === 'Enter') {
    if (shown.kind === 'more') events.toggle(shown);
    else events.choose(shown);
  } else if (event.key === ' ') events.toggle(shown);
  else {
    const to = neighbour(event.key, node, nodes);
    if (!to) return;
    const boxes = svg?.querySelectorAll<SVGGElement>('g.node') ?? [];
    for (const box of boxes) {
      const isNext = box.dataset.key === to.shown.key;
      box.setAttribute('tabindex', isNext ? '0' : '-1');
      if (isNext) box.focus();
    }
  }
  event.preventDefault();
}

/** Right to what it leads to, left to what leads to it, up and down along its column. */
function neighbour(key: string, node: PlacedNode, nodes: PlacedNode[]): PlacedNode | undefined {
  const column = nodes.filter(({ x }) => x === node.x).sort((one, other) => one.y - other.y);
  const at = column.indexOf(node);
  const moves: Record<string, PlacedNode | undefined> = {
    ArrowRight: node.children[0],
    ArrowLeft: node.parent,
    ArrowDown: column[at + 1],
    ArrowUp: column[at - 1],
    Home: nodes[0],
    End: nodes.at(-1),
  };
  return moves[key];
}
