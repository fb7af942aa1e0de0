// The cells of a row of the table of structures: pattern, name and site, and four sizes, each as what was added and its share.
import type { GrowthOrder, GrowthRow } from '../../../extension/src/protocol/growth';
import { element } from '../dom';
import { splitType } from '../format';
import { strings } from '../strings';
import { bytesGrown, deltaBytes, frameWords, fromTo, hgpText, metricOf, metrics, siteLabel } from './growth_words';
import { patternIcon } from './pattern_icon';
import { type OpenFrame, siteLink } from './site_link';

const text = strings.growth;

export function structureCells(row: GrowthRow, open: OpenFrame): HTMLElement[] {
  return [nameCell(row, open), ...metrics.map((metric, i) => grownCell(row, metric, i + 2))];
}

function nameCell(row: GrowthRow, open: OpenFrame): HTMLElement {
  const { type, site, pattern, id, match } = row;
  const link = siteLink(site, open);
  // The row has the keyboard: Enter opens the source.
  if (link) link.tabIndex = -1;
  const matched = match === 'path' ? [text.byPath] : [];
  return element(
    'div',
    {
      role: 'gridcell',
      class: 'cell name',
      'aria-colindex': 1,
      title: [`${type} ${id}`, ...matched, ...site.map(frameWords)].join('\n'),
    },
    patternIcon(pattern),
    element('span', { class: 'own' }, splitType(type).ownPart),
    link,
  );
}

function grownCell(row: GrowthRow, metric: GrowthOrder, column: number): HTMLElement {
  const grown = metricOf(row, metric);
  const fill = element('span', { class: `fill metric-${metric}` });
  fill.style.width = `${Math.max(0, Math.min(100, grown.hgp ?? 0))}%`;
  return element(
    'div',
    {
      role: 'gridcell',
      class: `cell grown grown-${metric}`,
      testId: `grown-${metric}`,
      'aria-colindex': column,
      title: `${fromTo(grown)}\n${text.meaning[metric]}`,
    },
    element('span', { class: 'value' }, deltaBytes(grown)),
    element('span', { class: 'number' }, hgpText(grown)),
    // Of nothing, nothing has a share.
    grown.hgp === null ? null : element('span', { class: 'track', 'aria-hidden': true }, fill),
  );
}

/** To be copied. */
export function lineOf(row: GrowthRow): string {
  const sizes = metrics.flatMap((metric) => {
    const grown = metricOf(row, metric);
    return [bytesGrown(grown), grown.hgp ?? ''];
  });
  return [row.id, row.type, siteLabel(row.site), row.pattern ?? '', ...sizes].join('\t');
}
