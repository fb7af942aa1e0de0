// Colours of blocks: mixed from the theme's, which a page knows as computed styles. A block is the redder the more own bytes it has, and the
// paler the more often its node is there. Words on it are in the colour that can be read best.

export type Rgb = readonly [red: number, green: number, blue: number];

/** What the stylesheet names; all of them are made of the theme's variables. */
export const colourNames = [
  'background',
  'foreground',
  'muted',
  'low',
  'middle',
  'high',
  'safe-low',
  'safe-high',
  'new',
  'grown',
  'outline',
  'found',
  'history',
] as const;
export type ColourName = (typeof colourNames)[number];
export type Palette = Readonly<Record<ColourName, Rgb>>;

/** `rgb(1, 2, 3)`, `rgba(…)`, `#a1b2c3`, and `color(srgb 0.1 0.2 0.3)`, as computed styles are; grey for anything else. */
export function rgbOf(value: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(value);
  if (hex) return hex.slice(1, 4).map((part) => Number.parseInt(part, 16)) as unknown as Rgb;
  const parts = /^(rgba?|color)\((?:srgb )?([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)/.exec(value);
  if (!parts) return [128, 128, 128];
  const scale = parts[1] === 'color' ? 255 : 1;
  return parts.slice(2, 5).map((part) => Math.round(scale * Number(part))) as unknown as Rgb;
}

/** From `one` at 0 to `other` at 1. */
export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, i) => Math.round(part + ((other[i] ?? part) - part) * share)) as unknown as Rgb;

export const cssOf = ([red, green, blue]: Rgb): string => `rgb(${red},${green},${blue})`;

/** By the page's element that the stylesheet gives these colours, as `--NAME`. */
export function paletteOf(element: HTMLElement): Palette {
  const probe = document.createElement('span');
  element.append(probe);
  const known = colourNames.map((name): [ColourName, Rgb] => {
    probe.style.color = `var(--${name})`;
    return [name, rgbOf(getComputedStyle(probe).color)];
  });
  probe.remove();
  return Object.fromEntries(known) as Record<ColourName, Rgb>;
}

export type Scale = 'usual' | 'safe';

/** @param share of the own bytes of the node that has most. Few have much: its root spreads them. */
export function ownColour(palette: Palette, scale: Scale, share: number): Rgb {
  const at = Math.sqrt(Math.max(0, Math.min(1, share)));
  if (scale === 'safe') return mix(palette['safe-low'], palette['safe-high'], at);
  return at < 0.5 ? mix(palette.low, palette.middle, 2 * at) : mix(palette.middle, palette.high, 2 * at - 1);
}

/** Of a block without own bytes, and of the one that has most: what is everywhere must not be loudest. */
const strengths = { quiet: 0.5, loud: 0.88 };
const weakest = 0.25;

/** How much of its colour a block keeps whose node is there so often. */
export function strength(share: number, copies: number): number {
  const first = strengths.quiet + (strengths.loud - strengths.quiet) * Math.sqrt(Math.max(0, Math.min(1, share)));
  return Math.max(weakest, first / (1 + 0.25 * Math.log2(Math.max(1, copies))));
}

export const blockColour = (palette: Palette, scale: Scale, share: number, copies: number): Rgb =>
  mix(palette.background, ownColour(palette, scale, share), strength(share, copies));

/** As WCAG defines it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The theme's own foreground where that can be read, else black or white. */
export function wordsOn(background: Rgb, { foreground }: Pick<Palette, 'foreground'>): Rgb {
  if (contrast(background, foreground) >= 7) return foreground;
  return contrast(background, black) > contrast(background, white) ? black : white;
}
