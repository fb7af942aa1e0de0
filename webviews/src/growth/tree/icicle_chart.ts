// Draws the places of a growth tree with D3: cells below each other, of which one at a time takes the keyboard.
import { type Selection, select } from 'd3-selection';
import { shorten } from '../../../../shared/format';
import type { TreeWhole } from '../../../../shared/protocol/growth_tree';
import { drawSpoken } from '../../spoken';
import { cellGap, type Icicle, type IcicleCell, rowHeight } from './icicle_layout';
import { bornShare, type Place } from './place_tree';
import { growthShare, heldAs, placeName, typeWords } from './place_words';

export interface IcicleEvents {
  /** Looks at it alone: by click or Enter. */
  enter(place: Place): void;
  back(): void;
  /** Its source. */
  open(place: Place): void;
  /** The keyboard went to it. */
  focus(place: Place): void;
  /** The pointer or the keyboard came to it, or left. */
  point(cell: IcicleCell | null): void;
}

export interface IcicleDrawing {
  icicle: Icicle;
  /** Bytes by which the heap grew. */
  whole: TreeWhole;
  /** Which one takes the keyboard. */
  selected: Place;
  /** What was searched for; undefined where nothing was. */
  found: ReadonlySet<Place> | undefined;
  characterWidth: number;
  /** In a sentence. */
  say(place: Place): string;
}

const markRadius = 8;
const padding = 5;

export function drawIcicle(svg: SVGSVGElement, drawing: IcicleDrawing, events: IcicleEvents): void {
  const { icicle, selected, found } = drawing;
  const chart = select(svg);
  chart.attr('width', '100%').attr('height', icicle.height);
  const cells = chart
    .selectAll<SVGGElement, IcicleCell>('g.place')
    .data(icicle.cells, ({ place }) => place.index)
    .join('g')
    .attr('class', (cell) => `place ${bornClass(cell.place)}`)
    .classed('found', ({ place }) => found?.has(place) === true)
    .classed('passed', ({ place }) => found !== undefined && !found.has(place))
    .attr('data-testid', 'tree-place')
    .attr('data-place', ({ place }) => place.index)
    .attr('role', 'treeitem')
    .attr('aria-level', ({ place }) => place.depth + 1)
    .attr('aria-selected', ({ place }) => String(place === selected))
    .attr('tabindex', ({ place }) => (place === selected ? 0 : -1))
    .on('pointerenter', (_, cell) => events.point(cell))
    .on('pointerleave blur', () => events.point(null))
    .on('focus', (_, cell) => {
      events.focus(cell.place);
      events.point(cell);
    })
    .on('click', (event: MouseEvent, { place }) => {
      if (event.ctrlKey || event.metaKey) events.open(place);
      else events.enter(place);
    })
    .on('keydown', (event: KeyboardEvent, cell) => onKey(event, cell, svg, events));
  // Joined groups keep their order of creation otherwise.
  cells.order();
  cells.selectAll('*').remove();
  const drawn = drawSpoken(
    cells,
    ({ place }) => drawing.say(place),
    (cell) => cell,
  );
  drawn
    .append('rect')
    .attr('x', ({ x }) => x)
    .attr('y', ({ y }) => y)
    .attr('width', ({ width }) => Math.max(1, width - cellGap))
    .attr('height', rowHeight - cellGap);
  drawMarks(drawn, cells);
  drawLabels(drawn, drawing);
}

/** How much of it was born in the window, in fifths. */
export function bornClass({ node }: Place): string {
  const share = bornShare(node);
  return share === undefined ? 'born-unknown' : `born-${Math.min(4, Math.floor(5 * share))}`;
}

type Cells = Selection<SVGGElement, IcicleCell, SVGSVGElement, unknown>;

const hasRoomForMark = ({ width }: IcicleCell) => width >= 2 * markRadius + 4;
const markedWidth = (cell: IcicleCell) =>
  cell.place.node.suspect !== undefined && hasRoomForMark(cell) ? 2 * markRadius + 4 : 0;

function drawMarks(cells: Cells, places: Cells): void {
  const middle = ({ y }: IcicleCell) => y + (rowHeight - cellGap) / 2;
  const suspects = cells.filter((cell) => cell.place.node.suspect !== undefined);
  places.classed('piles-up', ({ place }) => place.node.suspect !== undefined);
  const marked = suspects.filter(hasRoomForMark);
  marked
    .append('circle')
    .attr('class', 'rank')
    .attr('cx', ({ x }) => x + markRadius + 3)
    .attr('cy', middle)
    .attr('r', markRadius);
  marked
    .append('text')
    .attr('class', 'rank')
    .attr('x', ({ x }) => x + markRadius + 3)
    .attr('y', (cell) => middle(cell) + 4)
    .attr('text-anchor', 'middle')
    .text(({ place }) => String(place.node.suspect));
  // Met again further inside: a second edge, as of a pile.
  cells
    .filter(({ place: { node }, width }) => node.folded.from + node.folded.to > 0 && width > 8)
    .append('path')
    .attr('class', 'folded')
    .attr('d', ({ x, y, width }) => `M${x + 3} ${y + rowHeight - 5}h${Math.max(2, width - cellGap - 6)}`);
  cells
    .filter(({ isCut, width }) => isCut && width > 8)
    .append('path')
    .attr('class', 'cut')
    .attr('d', ({ x, y, width }) => {
      const right = x + width - cellGap;
      return `M${right - 6} ${y + rowHeight - cellGap}h6v-6z`;
    });
}

function drawLabels(cells: Cells, { characterWidth, whole }: IcicleDrawing): void {
  const charactersOf = (cell: IcicleCell) =>
    Math.floor((cell.width - 2 * padding - markedWidth(cell)) / characterWidth);
  const labelled = cells.filter((cell) => charactersOf(cell) >= 3);
  const baseline = ({ y }: IcicleCell) => y + 16;
  const label = labelled
    .append('text')
    .attr('class', 'label')
    .attr('x', (cell) => cell.x + padding + markedWidth(cell))
    .attr('y', baseline);
  const known = new Map(labelled.data().map((cell) => [cell, partsOf(cell.place, whole, charactersOf(cell))] as const));
  const parts = (cell: IcicleCell) => known.get(cell) ?? { via: '', type: '', share: '' };
  label
    .append('tspan')
    .attr('class', 'via')
    .text((cell) => parts(cell).via);
  label.append('tspan').text((cell) => parts(cell).type);
  labelled
    .filter((cell) => parts(cell).share !== '')
    .append('text')
    .attr('class', 'share')
    .attr('x', ({ x, width }) => x + width - cellGap - padding)
    .attr('y', baseline)
    .attr('text-anchor', 'end')
    .text((cell) => parts(cell).share);
}

/** As much as there is room for: the field first, then the type, then the share. */
export function partsOf(place: Place, whole: TreeWhole, room: number): { via: string; type: string; share: string } {
  const [via, type] = [heldAs(place.node), typeWords(place.node)];
  const share = growthShare(place, whole);
  const name = placeName(place.node);
  if (name.length + share.length + 3 <= room) return { via, type: via === '' ? type : ` ${type}`, share };
  if (name.length <= room) return { via, type: via === '' ? type : ` ${type}`, share: '' };
  if (via === '') return { via, type: shorten(type, room), share: '' };
  // Half a type says more than none, if there is anything left of it.
  const left = room - via.length - 1;
  return left >= 5
    ? { via, type: ` ${shorten(type, left)}`, share: '' }
    : { via: shorten(via, room), type: '', share: '' };
}

function onKey(event: KeyboardEvent, { place }: IcicleCell, svg: SVGSVGElement, events: IcicleEvents): void {
  const { key } = event;
  if (key === 'Enter' || key === ' ') {
    if (event.ctrlKey || event.metaKey) events.open(place);
    else events.enter(place);
  } else if (key === 'Backspace') events.back();
  else if (key === 'Escape') events.point(null);
  else {
    const to = neighbour(key, place, svg);
    if (!to) return;
    for (const cell of svg.querySelectorAll('g.place')) cell.setAttribute('tabindex', cell === to ? '0' : '-1');
    to.focus();
  }
  event.preventDefault();
}

/** Down to what it holds, up to what holds it, and along its level: to siblings. */
function neighbour(key: string, place: Place, svg: SVGSVGElement): SVGGElement | undefined {
  const siblings = place.parent?.children ?? [place];
  const at = siblings.indexOf(place);
  const wanted: Record<string, (Place | undefined)[]> = {
    ArrowDown: place.children,
    ArrowUp: [place.parent],
    ArrowLeft: siblings.slice(0, at).reverse(),
    ArrowRight: siblings.slice(at + 1),
    Home: [placeOf(svg.querySelector('g.place'))],
  };
  for (const each of wanted[key] ?? []) {
    const cell = each && svg.querySelector<SVGGElement>(`g.place[data-place="${each.index}"]`);
    if (cell) return cell;
  }
  return undefined;
}

const placeOf = (cell: Element | null) => (cell ? select<Element, IcicleCell>(cell).datum().place : undefined);
