// A chart of trends as a file of its own: with the name of the trace, the way to the objects, what the engine says of them, and what each colour is.
import type { TrendAnswer } from '../../../shared/protocol/trend';
import type { ChartImage, TrendChart } from '../../../shared/protocol/view';
import { pngOf, svgOf } from '../growth/chart_image';
import { strings } from '../strings';
import { otherMark } from './chart_input';
import type { TrendLayout } from './trend_layout';
import type { TrendLegend } from './trend_legend';
import { shortName } from './trend_words';

const text = strings.trends;

interface Pictured {
  svg: SVGSVGElement;
  shown: TrendAnswer;
  layout: TrendLayout;
  legend: TrendLegend;
  chart: TrendChart;
  fileName: string;
}

export async function trendImage(format: ChartImage['format'], pictured: Pictured): Promise<ChartImage> {
  const { svg, shown, layout, legend, chart, fileName } = pictured;
  const drawn = legend.swatches.filter(({ mark }) => mark !== otherMark || !layout.isOtherAbove);
  const labelled = drawn.map(({ mark, swatch }) => ({
    label: mark === otherMark ? text.other : shortName(mark, shown.level),
    swatch,
  }));
  const way = chart.of.path.map((key) => ` › ${key}`).join('');
  const title = `${fileName}: ${text.metrics[shown.metric]}${way}. ${shown.sentence}`;
  const picture = svgOf(svg, { title, legend: labelled });
  return { chart: 'trends', format, data: format === 'svg' ? picture.text : await pngOf(picture) };
}
