// Where the keyboard goes from a block: into what it owns, out to what owns it, and along its level.
import type { Direction } from './block_frame';
import type { Block } from './block_layout';

type Step = 'in' | 'out' | 'next' | 'previous' | 'first' | 'last';

const steps: Record<Direction, Readonly<Record<string, Step>>> = {
  right: { ArrowRight: 'in', ArrowLeft: 'out', ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' },
  down: { ArrowDown: 'in', ArrowUp: 'out', ArrowRight: 'next', ArrowLeft: 'previous', Home: 'first', End: 'last' },
};

/** Undefined where the key leads nowhere, or is no such key. Home and End are those of the level. */
export function neighbour(
  blocks: readonly Block[],
  { index, parent, level, children }: Block,
  key: string,
  direction: Direction,
): Block | undefined {
  // Levels lie one after the other in the list, each in the order of places.
  const isHere = (block: Block | undefined) => (block?.level === level ? block : undefined);
  switch (steps[direction][key]) {
    case 'in':
      return blocks[children[0] ?? -1];
    case 'out':
      return blocks[parent];
    case 'next':
      return isHere(blocks[index + 1]);
    case 'previous':
      return isHere(blocks[index - 1]);
    case 'first':
      return blocks.find(isHere);
    case 'last':
      return blocks.findLast(isHere);
    default:
      return undefined;
  }
}

export const isBlockKey = (key: string): boolean => Object.hasOwn(steps.right, key);
