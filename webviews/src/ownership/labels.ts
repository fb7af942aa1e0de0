// What is written on a block: as many lines as there is room for, each no wider than the block, and nothing where letters would be too small to
// be read. Words are shortened by letters of one width: the font is the editor's.
import { bytes, percent, shorten, shortenType } from '../../../shared/format';
import type { Rect } from './block_frame';
import type { Block } from './block_layout';
import { nodeName } from './node_words';

export const fontSize = 12;
export const lineHeight = 15;
const padding = 5;
export const cutWidth = 12;
/** Fewer letters say nothing. */
const fewest = 3;

export interface LabelLine {
  words: string;
  x: number;
  /** Of the letters' base. */
  y: number;
  isName: boolean;
}

/** @param whole bytes of the live heap */
export function labelOf(block: Block, rect: Rect, whole: number, characterWidth: number): LabelLine[] {
  const lines = Math.floor((rect.height - 2) / lineHeight);
  // In a thin block the sign that it goes on stands beside its words.
  const sign = block.isCut && lines === 1 ? cutWidth : 0;
  const room = Math.floor((rect.width - 2 * padding - sign) / characterWidth);
  if (room < fewest || lines < 1) return [];
  const { key } = block.node;
  const full = nodeName(block.node);
  const label = full.length <= room || isNamedHere(block.node) ? full : block.node.label;
  const name = shortenType(label, room);
  const share = percent(block.owned, whole);
  const isBeside = lines === 1 && label.length + share.length + 2 <= room;
  const words = [isBeside ? `${label}  ${share}` : name];
  if (lines > 1) words.push(...sharesIn(share, bytes(Math.round(block.owned)), room));
  const held = heldBy(key);
  if (lines > 2 && held !== '' && room >= 8) words.push(shorten(`← ${held}`, room));
  // What lies in the middle of a thin block, begins at the top of a thick one.
  const top = lines === 1 ? rect.y + (rect.height - lineHeight) / 2 : rect.y + 2;
  return words.map((line, i) => ({
    words: line,
    x: rect.x + padding,
    y: top + i * lineHeight + fontSize - 1,
    isName: i === 0,
  }));
}

/** Their labels say nothing. */
const isNamedHere = ({ kind }: Block['node']) => kind === 'heap' || kind === 'other';

/** Both, or one of them: half a number is worse than none. */
function sharesIn(share: string, size: string, room: number): string[] {
  const both = `${share} · ${size}`;
  return [both, share].filter((words) => words.length <= room).slice(0, 1);
}

/** What a key says of who holds the node: `Session.attributes` of `Node[] ← HashMap ← Session.attributes`. */
export const heldBy = (key: string): string => key.split(' ← ').slice(1).at(-1) ?? '';
