// Where blocks lie on the screen: how many levels there is room for, how thick they are, and which axis is that of sizes. To the right, sizes
// are heights; downwards they are widths.
import type { OwnershipChoice } from '../../../shared/protocol/view';
import type { Block, Room } from './block_layout';

export type Direction = OwnershipChoice['direction'];

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Area {
  width: number;
  height: number;
}

/** A level to the right has room for a short name, one downwards for two lines. Chains of holders are long: deep is better than wide. */
const leastThickness = { right: 84, down: 38 };
/** Wide enough for its history, but no wider. */
const mostThickness = { right: 420, down: 72 };
/** The block that is looked at shows its history, too. */
const rootDown = 64;
const mostLevels = 24;

export const roomOf = (direction: Direction, { width, height }: Area): Room =>
  direction === 'right'
    ? { length: height, levels: Math.max(3, Math.min(mostLevels, Math.floor(width / leastThickness.right))) }
    : {
        length: width,
        levels: Math.max(3, Math.min(mostLevels, 1 + Math.floor((height - rootDown) / leastThickness.down))),
      };

export interface BlockFrame {
  direction: Direction;
  /** The first level's, and that of each other. */
  first: number;
  thickness: number;
}

/** Levels share the room; few of them do not fill it. */
export function frameOf(direction: Direction, { width, height }: Area, levels: number): BlockFrame {
  if (direction === 'right') {
    const thickness = Math.min(mostThickness.right, width / levels);
    return { direction, first: thickness, thickness };
  }
  const thickness = Math.min(mostThickness.down, (height - rootDown) / Math.max(1, levels - 1));
  return { direction, first: rootDown, thickness };
}

const hair = 1;

/** A hair narrower than its place, so that neighbours can be told apart. */
export function rectOf({ level, start, size }: Block, { direction, first, thickness }: BlockFrame): Rect {
  const across = level === 0 ? 0 : first + (level - 1) * thickness;
  const deep = (level === 0 ? first : thickness) - hair;
  const along = size - Math.min(hair, size / 4);
  return direction === 'right'
    ? { x: across, y: start, width: deep, height: along }
    : { x: start, y: across, width: along, height: deep };
}

/** A share of a rectangle from its beginning or from its end, along the axis of sizes. */
export function partOf(rect: Rect, share: number, from: 'start' | 'end', direction: Direction): Rect {
  const { x, y, width, height } = rect;
  const isStart = from === 'start';
  return direction === 'right'
    ? { x, y: isStart ? y : y + height * (1 - share), width, height: height * share }
    : { x: isStart ? x : x + width * (1 - share), y, width: width * share, height };
}

/** The block at a place, if there is one. */
export function blockAt(blocks: readonly Block[], frame: BlockFrame, x: number, y: number): Block | undefined {
  // A hair belongs to the block before it.
  return blocks.find((block) => {
    const rect = rectOf(block, frame);
    return x >= rect.x && x < rect.x + rect.width + hair && y >= rect.y && y < rect.y + rect.height + hair;
  });
}
