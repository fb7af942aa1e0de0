// What a part of a chart is called for screen readers: a text that nobody sees, since the drawn one is shortened, or is spread over the part. A
// label in an attribute would do for those who listen, but not for those who speak: it must begin with what is seen.
import type { Selection } from 'd3-selection';

/**
 * Also hides what is drawn from now on: draw in what this returns.
 * @param at where the part is drawn: elsewhere, the text would make it reach over other parts
 */
export function drawSpoken<Data, Parent extends Element, Above>(
  parts: Selection<SVGGElement, Data, Parent, Above>,
  words: (data: Data) => string,
  at: (data: Data) => { x: number; y: number },
): Selection<SVGGElement, Data, Parent, Above> {
  // As wide as a dot, lest it reaches beyond the chart.
  parts
    .append('text')
    .attr('class', 'spoken')
    .attr('x', (data) => at(data).x)
    .attr('y', (data) => at(data).y + 1)
    .attr('textLength', 1)
    .attr('lengthAdjust', 'spacingAndGlyphs')
    .text(words);
  return parts.append('g').attr('aria-hidden', 'true');
}
