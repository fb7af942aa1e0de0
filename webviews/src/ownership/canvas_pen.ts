// A pen that draws on a canvas. Hatchings are small tiles, made once for a palette: filling with one costs no more than a colour.
import type { Rect } from './block_frame';
import { cssOf, type Palette, type Rgb } from './colours';
import { fontSize, type LabelLine } from './labels';
import type { Hatching, Pen } from './picture';

export interface CanvasFonts {
  name: string;
  other: string;
}

export const hatchWidth = 6;

export class CanvasPen implements Pen {
  private readonly tiles: Record<Hatching, CanvasPattern | null>;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    palette: Palette,
    private readonly fonts: CanvasFonts,
    /** Pixels of the screen for each of the page. */
    private readonly sharpness: number,
  ) {
    this.tiles = { new: this.tileOf('new', palette.new), grown: this.tileOf('grown', palette.grown) };
  }

  clear(width: number, height: number): void {
    this.context.setTransform(this.sharpness, 0, 0, this.sharpness, 0, 0);
    this.context.clearRect(0, 0, width, height);
  }

  fill({ x, y, width, height }: Rect, colour: Rgb): void {
    this.context.fillStyle = cssOf(colour);
    this.context.fillRect(x, y, width, height);
  }

  outline({ x, y, width, height }: Rect, colour: Rgb, thickness: number): void {
    this.context.strokeStyle = cssOf(colour);
    this.context.lineWidth = thickness;
    this.context.strokeRect(x + thickness / 2, y + thickness / 2, width - thickness, height - thickness);
  }

  hatch({ x, y, width, height }: Rect, hatching: Hatching): void {
    const tile = this.tiles[hatching];
    if (!tile) return;
    this.context.fillStyle = tile;
    this.context.fillRect(x, y, width, height);
  }

  words({ words, x, y, isName }: LabelLine, colour: Rgb): void {
    const font = `${isName ? '600 ' : ''}${fontSize}px ${isName ? this.fonts.name : this.fonts.other}`;
    if (this.context.font !== font) this.context.font = font;
    this.context.fillStyle = cssOf(colour);
    this.context.fillText(words, x, y);
  }

  line(points: readonly { x: number; y: number }[], colour: Rgb, thickness: number): void {
    const { context } = this;
    context.strokeStyle = cssOf(colour);
    context.lineWidth = thickness;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.stroke();
  }

  /** New things come down from the left, growth goes up to the right: whoever sees no colours sees the direction. */
  private tileOf(hatching: Hatching, colour: Rgb): CanvasPattern | null {
    const tile = document.createElement('canvas');
    const side = Math.round(hatchWidth * this.sharpness);
    tile.width = side;
    tile.height = side;
    const context = tile.getContext('2d');
    if (!context) return null;
    context.strokeStyle = cssOf(colour);
    context.lineWidth = 1.6 * this.sharpness;
    context.beginPath();
    // Beyond the corners, so that tiles meet.
    for (const shift of [-side, 0, side]) {
      const [from, to] = hatching === 'new' ? [-1, side + 1] : [side + 1, -1];
      context.moveTo(-1, from + shift);
      context.lineTo(side + 1, to + shift);
    }
    context.stroke();
    const pattern = this.context.createPattern(tile, 'repeat');
    pattern?.setTransform(new DOMMatrix().scale(1 / this.sharpness));
    return pattern;
  }
}
