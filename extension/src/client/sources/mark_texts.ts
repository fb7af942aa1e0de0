// What is said at a line that allocates what suspects hold, or that declares what holds it.
import * as vscode from 'vscode';
import { count } from '../../../../shared/format';
import { ownName } from './growth_chart';
import type { Holder, Mark, MarkedType } from './suspect_marks';

const mostTypes = 2;
const space = '\u2009';

/** What a line is marked for: that it declares what holds something, that it allocates something, or both. */
export const lensTitles = (mark: Mark): string[] => [
  ...(mark.holds.length > 0 ? [withShow(holdsText(mark.holds))] : []),
  ...(mark.types.length + mark.feeds.length > 0 ? [allocatesTitle(mark)] : []),
];

/** `≈ 13,377 new Session · ≈ 97.0 % of what was added to SessionStore.byToken · show`: the line's own, never those of all lines. */
function allocatesTitle(mark: Mark): string {
  const said = mark.types.slice(0, mostTypes).map(counted);
  const more = mark.types.length - said.length;
  if (more > 0) said.push(vscode.l10n.t('{0} more', more));
  const [strongest] = mark.feeds;
  return withShow(...[said.join(', '), strongest ? shareText(strongest) : ''].filter((part) => part !== ''));
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
      ? vscode.l10n.t('“{0}” holds {1} that grew together', field.name, all)
      : vscode.l10n.t('“{0}” holds {1}, together {2} of the heap’s growth', field.name, all, said);
  }
  return said === undefined
    ? vscode.l10n.t('What “{0}” holds grew', field.name)
    : vscode.l10n.t('“{0}” holds {1} of the heap’s growth', field.name, said);
}

/** `≈ 97.2 % of what was added to JourneyService.cache` */
function shareText({ suspect, line }: Mark['feeds'][number]): string {
  const share = approximate(percent(100 * line.share), line.estimated);
  const whose = suspect.name === '' ? ownName(suspect.type) : suspect.name;
  return suspect.linesOf === 'leaves'
    ? vscode.l10n.t('{0} of what was added to {1}', share, whose)
    : vscode.l10n.t('{0} of what {1} keeps alive', share, whose);
}

/** `≈ 97.2 % of what was added to JourneyService.cache is created here (212 samples)` */
export function feedsText(feed: Mark['feeds'][number]): string {
  const { samples, estimated } = feed.line;
  const said = vscode.l10n.t('{0} is created here', shareText(feed));
  return estimated ? `${said} (${vscode.l10n.t('{0} samples', count(samples))})` : said;
}

/** What was worked out from samples says so. */
export const approximate = (text: string, estimated: boolean | undefined): string =>
  estimated ? `≈${space}${text}` : text;

/** What is new of a type, and where nothing is, how many there are; one container by its name alone. */
export function counted({ type, role, from, to, estimated }: MarkedType): string {
  if (role === 'head') return to.objects === 1 ? ownName(type) : `${count(to.objects)} ${ownName(type)}`;
  const added = to.objects - from.objects;
  if (added <= 0) return `${approximate(count(to.objects), estimated)} ${ownName(type)}`;
  return vscode.l10n.t('{0} new {1}', approximate(count(added), estimated), ownName(type));
}

/** Of 100, as the engine says it. */
export const percent = (value: number): string =>
  value > 0 && value < 0.05 ? `<${space}0.1${space}%` : `${value.toFixed(1).replace('-', '−')}${space}%`;

/** Within Markdown, as it is: `appendText` makes spaces that no line can be broken at. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|~&$]/g, '\\$&');
