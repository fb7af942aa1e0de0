// A pen that writes an SVG: the picture as a file, with what it is about and its legend above it. Places are rounded to a tenth, so that a
// picture of thousands of blocks is no larger than a message may be.
import type { Picture as ImageFile } from '../growth/chart_image';
import type { Area, Rect } from './block_frame';
import { hatchWidth } from './canvas_pen';
import { cssOf, type Palette, type Rgb } from './colours';
import { fontSize, type LabelLine } from './labels';
import type { Hatching, Pen } from './picture';

export interface SvgCaption {
  title: string;
  /** In a line each. */
  legend: readonly string[];
}

const margin = 12;
const captionLine = 18;

export class SvgPen implements Pen {
  private readonly parts: string[] = [];

  constructor(
    private readonly palette: Palette,
    private readonly fonts: { name: string; other: string },
  ) {}

  fill(rect: Rect, colour: Rgb): void {
    this.parts.push(`<rect ${placeOf(rect)} fill="${hexOf(colour)}"/>`);
  }

  outline({ x, y, width, height }: Rect, colour: Rgb, thickness: number): void {
    const half = thickness / 2;
    const inner = { x: x + half, y: y + half, width: width - thickness, height: height - thickness };
    const stroke = `stroke="${hexOf(colour)}"${thickness === 1 ? '' : ` stroke-width="${thickness}"`}`;
    this.parts.push(`<rect ${placeOf(inner)} fill="none" ${stroke}/>`);
  }

  hatch(rect: Rect, hatching: Hatching): void {
    this.parts.push(`<rect ${placeOf(rect)} fill="url(#${hatching})"/>`);
  }

  words({ words, x, y, isName }: LabelLine, colour: Rgb): void {
    const name = isName ? ' class="n"' : '';
    this.parts.push(`<text x="${short(x)}" y="${short(y)}"${name} fill="${hexOf(colour)}">${escaped(words)}</text>`);
  }

  line(points: readonly { x: number; y: number }[], colour: Rgb, thickness: number): void {
    const places = points.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ');
    this.parts.push(
      `<polyline points="${places}" fill="none" stroke="${hexOf(colour)}" stroke-width="${thickness}" stroke-linejoin="round"/>`,
    );
  }

  /** All that was drawn. */
  finish({ width, height }: Area, { title, legend }: SvgCaption): ImageFile {
    const { background, foreground } = this.palette;
    const head = captionLine * (1 + legend.length) + margin;
    const whole = { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + head + 2 * margin };
    const caption = [title, ...legend].map(
      (words, i) =>
        `<text y="${margin + captionLine * (i + 0.6)}" x="${margin}" fill="${hexOf(foreground)}"${i === 0 ? ' font-weight="600"' : ''}>${escaped(words)}</text>`,
    );
    const text = [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${whole.width}" height="${whole.height}" font-size="${fontSize}" font-family="${escaped(this.fonts.other)}">`,
      `<style>.n{font-family:${escaped(this.fonts.name)};font-weight:600}</style>`,
      `<defs>${patternOf('new', this.palette.new)}${patternOf('grown', this.palette.grown)}</defs>`,
      `<rect width="100%" height="100%" fill="${hexOf(background)}"/>`,
      ...caption,
      `<g transform="translate(${margin} ${margin + head})">`,
      ...this.parts,
      '</g></svg>',
    ].join('');
    return { text, ...whole };
  }
}

function patternOf(hatching: Hatching, colour: Rgb): string {
  const side = hatchWidth;
  const lines = [-side, 0, side].map((shift) =>
    hatching === 'new'
      ? `M-1 ${shift - 1}L${side + 1} ${side + 1 + shift}`
      : `M-1 ${side + 1 + shift}L${side + 1} ${shift - 1}`,
  );
  const path = `<path d="${lines.join('')}" stroke="${cssOf(colour)}" stroke-width="1.6"/>`;
  return `<pattern id="${hatching}" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${path}</pattern>`;
}

const short = (value: number) => String(Math.round(10 * value) / 10);
const placeOf = ({ x, y, width, height }: Rect) =>
  `x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, width))}" height="${short(Math.max(0, height))}"`;
const hexOf = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
