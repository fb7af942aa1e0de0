// A sign for each pattern. Above: who owns, one or two. Below: what grew, the container's slots or the data in one of them.
import type { GrowthPattern } from '../../../shared/protocol/growth';
import { strings } from '../strings';

const owners = { single: 'M8 1.5v5', shared: 'M4.5 1.5L8 6.5L11.5 1.5' };
const heads = { single: [8], shared: [4.5, 11.5] };
const grown = {
  container: 'M1.5 8.5h13v5h-13zM5.8 8.5v5M10.2 8.5v5',
  data: 'M8 6.8a3.9 3.9 0 1 1-.01 0z',
};

export function patternIcon(pattern: GrowthPattern | null): SVGSVGElement {
  const icon = svg('svg', { class: `pattern-icon ${pattern ?? 'non-growth'}`, viewBox: '0 0 16 16', role: 'img' });
  icon.append(titled(pattern ? strings.growth.patterns[pattern] : strings.growth.notAvailable));
  if (pattern === null || pattern === 'non-growth') {
    icon.append(svg('path', { d: 'M3 8.5h10' }));
    return icon;
  }
  const owner = pattern.startsWith('single') ? 'single' : 'shared';
  const what = pattern.includes('container') ? 'container' : 'data';
  icon.append(svg('path', { d: owners[owner] }));
  for (const x of heads[owner]) icon.append(svg('circle', { cx: String(x), cy: '2', r: '1.7', class: 'solid' }));
  icon.append(svg('path', { d: grown[what], class: what === 'data' ? 'solid' : '' }));
  return icon;
}

function svg<Tag extends 'svg' | 'path' | 'circle' | 'title'>(
  tag: Tag,
  attributes: Record<string, string> = {},
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function titled(words: string): SVGTitleElement {
  const title = svg('title');
  title.textContent = words;
  return title;
}
