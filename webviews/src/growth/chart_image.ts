// A chart as a picture that needs no editor: colours and fonts are written into it as they are now. PNG is drawn from that.

import { mostImageCharacters } from '../../../shared/protocol/view';

export interface Picture {
  text: string;
  width: number;
  height: number;
}

const written = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'paint-order',
] as const;
const margin = 12;
const titleHeight = 24;
const legendLine = 22;
const namespace = 'http://www.w3.org/2000/svg';

/** What the page says around the chart, and a picture alone must say itself. */
export interface Caption {
  title: string;
  legend: { label: string; swatch: Element }[];
}

export function svgOf(svg: SVGSVGElement, caption: Caption): Picture {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const sources = [...svg.querySelectorAll<SVGElement>('*')];
  [...copy.querySelectorAll<SVGElement>('*')].forEach((element, i) => {
    const source = sources[i];
    if (!source) return;
    // What only the pointer, the focus, the selection or screen readers need.
    if (source.classList.contains('hit') || source.classList.contains('spoken')) element.remove();
    else writeLooks(element, getComputedStyle(source));
  });
  const box = svg.getBoundingClientRect();
  const legend = legendPlaces(caption, box.width);
  const captionHeight = titleHeight + legendLine * Math.max(1, (legend.at(-1)?.line ?? 0) + 1);
  const [width, height] = [Math.ceil(box.width) + 2 * margin, Math.ceil(box.height) + 2 * margin + captionHeight];
  const [left, top] = [-margin, -margin - captionHeight];
  const looks = getComputedStyle(document.body);
  copy.prepend(
    svgElement('rect', { x: left, y: top, width, height, fill: looks.backgroundColor }),
    ...captionParts(caption, legend, top + margin, looks),
  );
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  const attributes = { xmlns: namespace, width, height, viewBox: `${left} ${top} ${width} ${height}` };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, String(value));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** Where each part of the legend stands: in as many lines as the chart is too narrow for. */
function legendPlaces({ legend }: Caption, width: number): { x: number; line: number }[] {
  let [x, line] = [0, 0];
  return legend.map(({ label }) => {
    const needed = 36 + 7 * label.length;
    if (x > 0 && x + needed > width) [x, line] = [0, line + 1];
    const place = { x, line };
    x += needed;
    return place;
  });
}

function captionParts(
  { title, legend }: Caption,
  places: readonly { x: number; line: number }[],
  top: number,
  looks: CSSStyleDeclaration,
): SVGElement[] {
  const text = { fill: looks.color, 'font-family': looks.fontFamily, 'font-size': 12 };
  const parts = [svgElement('text', { ...text, x: 0, y: top + 10, 'font-weight': 600 }, title)];
  legend.forEach(({ label, swatch }, i) => {
    const { x, line } = places[i] ?? { x: 0, line: 0 };
    const y = top + 21 + line * legendLine;
    const fill = plainColour(getComputedStyle(swatch).backgroundColor);
    parts.push(
      svgElement('rect', { x, y, width: 10, height: 10, fill }),
      svgElement('text', { ...text, x: x + 16, y: y + 9 }, label),
    );
  });
  return parts;
}

function svgElement(tag: 'rect' | 'text', attributes: Record<string, string | number>, words = ''): SVGElement {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = words;
  return made;
}

/** What colours mix to, in words that programs know that draw pictures: `color(srgb 0.2 0.5 1)` is too new for most. */
export function plainColour(value: string): string {
  const parts = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (!parts) return value;
  const [red, green, blue] = parts.slice(1, 4).map((part) => Math.round(255 * Number(part)));
  const alpha = parts[4];
  return alpha === undefined ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

function writeLooks(element: SVGElement, looks: CSSStyleDeclaration): void {
  for (const name of written) {
    const value = looks.getPropertyValue(name);
    // A pattern's address is the attribute's own: as a computed style it is that of the page.
    if (value !== '' && !value.startsWith('url(')) element.setAttribute(name, plainColour(value));
  }
  for (const name of element.getAttributeNames()) {
    if (/^(class|role|tabindex|data-|aria-)/.test(name)) element.removeAttribute(name);
  }
}

/** In base 64; twice as large as on the screen, so that it stays sharp, unless that were more than a message holds. */
export async function pngOf({ text, width, height }: Picture): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const draw = (scale: number) => {
    const canvas = document.createElement('canvas');
    canvas.width = scale * width;
    canvas.height = scale * height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  };
  const sharp = draw(2);
  return sharp.length <= mostImageCharacters ? sharp : draw(1);
}
