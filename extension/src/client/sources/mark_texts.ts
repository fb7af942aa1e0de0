// What is said at a line that allocates what suspects hold.
import * as vscode from 'vscode';
import { count } from '../../../../webviews/src/format';
import type { Suspect } from '../../protocol/growth';
import { ownName } from './growth_chart';
import type { Mark, MarkedType } from './suspect_marks';

const mostTypes = 2;
const space = '\u2009';

/** `104 212 QueryKey · 80.1 % of heap growth · show` */
export function lensTitle(mark: Mark): string {
  const said = mark.types.slice(0, mostTypes).map(counted);
  const more = mark.types.length - said.length;
  if (more > 0) said.push(vscode.l10n.t('{0} more', more));
  return [said.join(', '), ...shareOf(mark.suspects), vscode.l10n.t('show')].join(' · ');
}

/** The share of the strongest suspect: what several share is not to be added up. */
function shareOf(suspects: readonly Suspect[]): string[] {
  const hgp = suspects[0]?.retained.hgp ?? 0;
  // None where the heap did not grow; less than none where others hold the same objects now.
  return hgp <= 0 ? [] : [vscode.l10n.t('{0} of heap growth', percent(hgp))];
}

export const counted = ({ type, role, to }: MarkedType): string =>
  role === 'head' && to.objects === 1 ? ownName(type) : `${count(to.objects)} ${ownName(type)}`;

/** Of 100, as the engine says it. */
export const percent = (value: number): string =>
  value > 0 && value < 0.05 ? `<${space}0.1${space}%` : `${value.toFixed(1).replace('-', '−')}${space}%`;

/** Within Markdown, as it is: `appendText` makes spaces that no line can be broken at. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&$]/g, '\\$&');
