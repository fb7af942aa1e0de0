// How wide a letter of a chart's labels is: layouts need it before anything is drawn.
const fallback = 7;

export function measureCharacter(svg: SVGSVGElement): number {
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  probe.setAttribute('class', 'name');
  probe.textContent = 'abcdefghij.klmnopqrstuvwxyzABCDE';
  svg.append(probe);
  // jsdom measures nothing.
  const width = typeof probe.getComputedTextLength === 'function' ? probe.getComputedTextLength() : 0;
  probe.remove();
  return width > 0 ? width / probe.textContent.length : fallback;
}
