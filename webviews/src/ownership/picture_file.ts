// The picture as a file, with a title and what its colours mean.

import type { ChartImage } from '../../../shared/protocol/view';
import { pngOf } from '../growth/chart_image';
import { pointName } from '../timeline/point_words';
import { legendWords } from './legend';
import { fullName } from './node_words';
import type { OwnershipGraph } from './ownership_graph';
import { drawPicture } from './picture';
import type { PictureView } from './picture_view';
import { SvgPen } from './svg_pen';

/** Nothing before it was drawn. */
export async function pictureFile(
  view: PictureView,
  graph: OwnershipGraph,
  traceName: string,
  format: ChartImage['format'],
): Promise<ChartImage | undefined> {
  const { drawing } = view;
  if (!drawing) return undefined;
  const pen = new SvgPen(drawing.picture.palette, view.fonts);
  drawPicture(pen, drawing.picture);
  const top = drawing.picture.blocks[0]?.node ?? graph.heap;
  const title = `${traceName}, ${pointName(graph.answer.point)}: ${fullName(top)}`;
  const file = pen.finish(drawing.area, { title, legend: legendWords(graph) });
  return { chart: 'ownership', format, data: format === 'svg' ? file.text : await pngOf(file) };
}
