// Draws the picture with a pen: blocks, both hatchings, labels, and in the block that is looked at its history. What a pen is, it does not know:
// a canvas for the screen, text for a file. Everything that must be decided is decided here, once for both.
import { type BlockFrame, partOf, type Rect, rectOf } from './block_frame';
import { type Block, copiesOf } from './block_layout';
import { blockColour, mix, type Palette, type Rgb, type Scale, wordsOn } from './colours';
import { historyLine } from './history_line';
import { fontSize, type LabelLine, labelOf, lineHeight } from './labels';
import { grownShare, newShare, type OwnershipGraph } from './ownership_graph';

export type Hatching = 'new' | 'grown';

export interface Pen {
  fill(rect: Rect, colour: Rgb): void;
  outline(rect: Rect, colour: Rgb, width: number): void;
  hatch(rect: Rect, hatching: Hatching): void;
  words(line: LabelLine, colour: Rgb): void;
  line(points: readonly { x: number; y: number }[], colour: Rgb, width: number): void;
}

/** Values of the node that is looked at. */
export interface NodeHistory {
  points: readonly { index: number; t: number }[];
  owned: readonly number[];
}

export interface Picture {
  graph: OwnershipGraph;
  blocks: readonly Block[];
  frame: BlockFrame;
  palette: Palette;
  scale: Scale;
  characterWidth: number;
  /** What was searched for; undefined where nothing was. */
  found: ReadonlySet<Block['node']> | undefined;
  history: NodeHistory | undefined;
}

/** What was not searched for is there, but hardly. */
const passed = 0.22;
/** Below this size a hatching is only dirt. */
const leastHatched = 4;

export function drawPicture(pen: Pen, picture: Picture): void {
  const copies = copiesOf(picture.blocks);
  for (const block of picture.blocks) {
    const colour = colourOf(block, copies.get(block.node) ?? 1, picture);
    drawBlock(pen, block, colour, picture);
  }
}

function colourOf({ node }: Block, copies: number, { graph, palette, scale, found }: Picture): Rgb {
  const { largest } = graph;
  const share = node.kind === 'other' || largest.own.bytes === 0 ? 0 : node.own.bytes / largest.own.bytes;
  const colour = blockColour(palette, scale, share, copies);
  return found && !found.has(node) ? mix(palette.background, colour, passed) : colour;
}

function drawBlock(pen: Pen, block: Block, colour: Rgb, picture: Picture): void {
  const { graph, frame, palette, found, characterWidth } = picture;
  const { node } = block;
  const rect = rectOf(block, frame);
  const isFound = found?.has(node) === true;
  pen.fill(rect, colour);
  if (!found || isFound) drawHatchings(pen, rect, block, picture);
  const isThick = Math.min(rect.width, rect.height) > 3;
  if (isThick) pen.outline(rect, isFound ? palette.found : palette.outline, isFound ? 2 : 1);
  const label = labelOf(block, rect, graph.answer.total.bytes, characterWidth);
  const ink = found && !isFound ? palette.muted : wordsOn(colour, palette);
  if (block.isCut && rect.width > 24 && rect.height >= 12) drawCut(pen, rect, colour, ink);
  if (block.level === 0) drawHistory(pen, rect, label.length, colour, picture);
  for (const line of label) {
    const width = line.words.length * characterWidth + 4;
    // Through words no hatching goes.
    pen.fill({ x: line.x - 2, y: line.y - fontSize + 1, width, height: lineHeight - 1 }, colour);
    pen.words(line, ink);
  }
}

function drawHatchings(pen: Pen, rect: Rect, { node, size }: Block, { graph, frame }: Picture): void {
  if (size < leastHatched) return;
  const shares = [
    { share: newShare(graph, node) ?? 0, from: 'start', hatching: 'new' },
    { share: grownShare(graph, node) ?? 0, from: 'end', hatching: 'grown' },
  ] as const;
  for (const { share, from, hatching } of shares) {
    if (share * size >= 1) pen.hatch(partOf(rect, share, from, frame.direction), hatching);
  }
}

/** A sign in the far corner: it owns more than is shown. */
function drawCut(pen: Pen, { x, y, width, height }: Rect, colour: Rgb, ink: Rgb): void {
  const [right, bottom] = [x + width - 4, y + height - 4];
  const corner = [
    { x: right - 6, y: bottom },
    { x: right, y: bottom },
    { x: right, y: bottom - 6 },
  ];
  pen.line(corner, colour, 5);
  pen.line(corner, ink, 1.5);
}

/** Below the words where there is room, else beside them. */
function drawHistory(pen: Pen, rect: Rect, lines: number, colour: Rgb, picture: Picture): void {
  const { history, graph, palette, frame } = picture;
  if (!history) return;
  const inset = 8;
  const above = lines * lineHeight + inset;
  const area =
    frame.direction === 'right'
      ? { x: rect.x + inset, y: rect.y + above, width: rect.width - 2 * inset, height: rect.height - above - inset }
      : { x: rect.x + 220, y: rect.y + inset, width: rect.width - 220 - inset, height: rect.height - 2 * inset };
  // A line that fills a block from top to bottom says no more than one that is as high as half of it.
  const height = Math.min(area.height, frame.direction === 'right' ? 140 : area.height);
  const shape = historyLine(history.points, history.owned, graph.answer.point.index, {
    ...area,
    y: area.y + area.height - height,
    height,
  });
  if (!shape) return;
  const ink = wordsOn(colour, palette);
  pen.line(shape.line, colour, 5);
  pen.line(shape.line, ink, 1.75);
  const { fork } = shape;
  if (!fork) return;
  const { left, handle, right, top, bottom } = fork;
  const prong = bottom - 6;
  const strokes = [
    [
      { x: handle, y: top },
      { x: handle, y: prong },
    ],
    [
      { x: left, y: bottom },
      { x: left, y: prong },
      { x: right, y: prong },
      { x: right, y: bottom },
    ],
  ];
  for (const stroke of strokes) {
    pen.line(stroke, colour, 4);
    pen.line(stroke, palette.history, 2);
  }
}
