// A small chart for a hover, as an SVG image: of each type, how many objects there were at the beginning of the window and at its end. An image
// knows nothing of the editor's theme, so the colours are given.
import { count, shortenType } from '../../../../shared/format';
import type { MarkedType } from './suspect_marks';

export interface ChartColours {
  text: string;
  from: string;
  to: string;
}

/** `to` is the default of the colour heaptrail.leakingLine: an image cannot read what the theme makes of it. */
export const chartColours = {
  dark: { text: '#cccccc', from: '#6e7681', to: '#d18616' },
  light: { text: '#3b3b3b', from: '#9aa2ab', to: '#b5610b' },
  'high-contrast': { text: '#ffffff', from: '#b0b0b0', to: '#ffb347' },
  'high-contrast-light': { text: '#000000', from: '#767676', to: '#8a4200' },
} satisfies Record<string, ChartColours>;

const width = 380;
const labelWidth = 130;
const barHeight = 9;
const rowHeight = 30;
const numberWidth = 72;
export const mostRows = 5;

export function growthChart(types: readonly MarkedType[], colours: ChartColours): string {
  const rows = types.filter(({ role }) => role === 'leaf').slice(0, mostRows);
  const most = Math.max(1, ...rows.flatMap(({ from, to }) => [from.objects, to.objects]));
  const scale = (objects: number) =>
    Math.max(objects > 0 ? 1 : 0, ((width - labelWidth - numberWidth) * objects) / most);
  const bar = (objects: number, y: number, colour: string, estimated: boolean | undefined) => {
    const length = scale(objects);
    const rectangle = `<rect x="${labelWidth}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" fill="${colour}"/>`;
    return `${rectangle}<text x="${(labelWidth + length + 5).toFixed(1)}" y="${y + barHeight - 1}">${estimated ? '≈\u2009' : ''}${count(objects)}</text>`;
  };
  const body = rows.map(({ type, from, to, estimated }, index) => {
    const y = 4 + index * rowHeight;
    const label = `<text x="${labelWidth - 8}" y="${y + barHeight + 5}" text-anchor="end">${escaped(shortenType(ownName(type), 18))}</text>`;
    const bars = [
      bar(from.objects, y, colours.from, estimated),
      bar(to.objects, y + barHeight + 2, colours.to, estimated),
    ];
    return label + bars.join('');
  });
  const height = 4 + rows.length * rowHeight;
  const font = 'font-family="system-ui, sans-serif" font-size="11"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><g ${font} fill="${colours.text}">${body.join('')}</g></svg>`;
}

export const dataUri = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** Without its package. */
export const ownName = (type: string): string => type.replace(/^(?:[\p{L}\p{N}_-]+\.)+(?=[^.])/u, '');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
