// The cells of a row of the table of structures: pattern, name and site, and four sizes, each as what was added and its share.

import { splitType } from '../../../shared/format';
import type { GrowthOrder, GrowthRow } from '../../../shared/protocol/growth';
import { element } from '../dom';
import { strings } from '../strings';
import {
  bytesGrown,
  deltaBytes,
  frameWords,
  fromTo,
  hgpText,
  metricOf,
  metrics,
  siteLabel,
  titleOf,
} from './growth_words';
import { inferredBadge } from './inferred';
import { patternIcon } from './pattern_icon';
import { fieldLink, type OpenSource, siteLink } from './source_link';

const text = strings.growth;

export function structureCells(row: GrowthRow, open: OpenSource): HTMLElement[] {
  return [nameCell(row, open), ...metrics.map((metric, i) => grownCell(row, metric, i + 2))];
}

function nameCell(row: GrowthRow, open: OpenSource): HTMLElement {
  const { type, name, field, site, pattern, id, match } = row;
  const named = fieldLink(titleOf(row), field, open);
  // What holds it says more than where it was made; that is in the details.
  const beside = name === '' ? siteLink(site, open) : element('span', { class: 'type' }, splitType(type).ownPart);
  // The row has the keyboard: Enter opens the source.
  for (const link of [named, beside]) if (link instanceof HTMLButtonElement) link.tabIndex = -1;
  const matched = match === 'path' ? [text.byPath] : [];
  const inferred = row.inferred ? [text.inferred] : [];
  return element(
    'div',
    {
      role: 'gridcell',
      class: 'cell name',
      'aria-colindex': 1,
      title: [`${type} ${id}`, ...matched, ...inferred, ...site.map(frameWords)].join('\n'),
    },
    patternIcon(pattern),
    element('span', { class: 'own' }, named),
    beside,
    inferredBadge(row),
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
  return [row.id, row.name, row.type, siteLabel(row.site), row.pattern ?? '', ...sizes].join('\t');
}
