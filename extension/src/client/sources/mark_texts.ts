// What is said at a line that allocates what suspects hold, or that declares what holds it.
import * as vscode from 'vscode';
import { count } from '../../../../webviews/src/format';
import type { Suspect } from '../../protocol/growth';
import { ownName } from './growth_chart';
import type { Holder, Mark, MarkedType } from './suspect_marks';

const mostTypes = 2;
const space = '\u2009';

/** What a line is marked for: that it declares what holds something, that it allocates something, or both. */
export const lensTitles = (mark: Mark): string[] => [
  ...(mark.holds.length > 0 ? [withShow(holdsText(mark.holds))] : []),
  ...(mark.types.length > 0 ? [allocatesTitle(mark)] : []),
];

/** `104 212 QueryKey · 80.1 % of heap growth · show` */
function allocatesTitle(mark: Mark): string {
  const said = mark.types.slice(0, mostTypes).map(counted);
  const more = mark.types.length - said.length;
  if (more > 0) said.push(vscode.l10n.t('{0} more', more));
  return withShow(said.join(', '), ...shareOf(mark.suspects));
}

const withShow = (...parts: string[]) => [...parts, vscode.l10n.t('show')].join(' · ');

/** `“byToken” holds 61.0 % of the heap’s growth`, of the strongest that it holds. */
export function holdsText([strongest]: readonly Holder[]): string {
  if (!strongest) return '';
  const { field, suspect } = strongest;
  const share = suspect.retained.hgp ?? 0;
  const said = share > 0 ? percent(share) : undefined;
  if (suspect.count > 1 && suspect.owners.length === 0) {
    const all = `${count(suspect.count)} ${ownName(suspect.type)}`;
    return said === undefined
      ? vscode.l10n.t('“{0}” holds {1} that took in more together', field.name, all)
      : vscode.l10n.t('“{0}” holds {1}, together {2} of the heap’s growth', field.name, all, said);
  }
  return said === undefined
    ? vscode.l10n.t('“{0}” holds what took in more', field.name)
    : vscode.l10n.t('“{0}” holds {1} of the heap’s growth', field.name, said);
}

/** `≈ 97.2 % of what JourneyService.cache took in (212 samples)` */
export function feedsText({ suspect, line }: Mark['feeds'][number]): string {
  const share = percent(100 * line.share);
  const whose = suspect.name === '' ? ownName(suspect.type) : suspect.name;
  const said =
    suspect.linesOf === 'leaves'
      ? vscode.l10n.t('{0} of what {1} took in is created here', approximate(share, line.estimated), whose)
      : vscode.l10n.t('{0} of what {1} keeps alive is created here', approximate(share, line.estimated), whose);
  return line.estimated ? `${said} (${vscode.l10n.t('{0} samples', count(line.samples))})` : said;
}

/** What was worked out from samples says so. */
export const approximate = (text: string, estimated: boolean | undefined): string =>
  estimated ? `≈${space}${text}` : text;

/** The share of the strongest suspect: what several share is not to be added up. */
function shareOf(suspects: readonly Suspect[]): string[] {
  const hgp = suspects[0]?.retained.hgp ?? 0;
  // None where the heap did not grow; less than none where others hold the same objects now.
  return hgp <= 0 ? [] : [vscode.l10n.t('{0} of heap growth', percent(hgp))];
}

export const counted = ({ type, role, to, estimated }: MarkedType): string =>
  role === 'head' && to.objects === 1 ? ownName(type) : `${approximate(count(to.objects), estimated)} ${ownName(type)}`;

/** Of 100, as the engine says it. */
export const percent = (value: number): string =>
  value > 0 && value < 0.05 ? `<${space}0.1${space}%` : `${value.toFixed(1).replace('-', '−')}${space}%`;

/** Within Markdown, as it is: `appendText` makes spaces that no line can be broken at. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&$]/g, '\\$&');
