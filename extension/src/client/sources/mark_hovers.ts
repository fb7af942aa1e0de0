// A hover at marked lines: what the line allocates, or what the field that it declares holds, how much of it there was at both ends of the
// window, and what the suspects say.
import * as vscode from 'vscode';
import { timeSince } from '../../../../shared/format';
import type { TakenType } from '../../../../shared/protocol/growth';
import { settings } from '../contributions';
import { chartColours, dataUri, growthChart, mostRows } from './growth_chart';
import { showGrowth } from './mark_lenses';
import { approximate, counted, feedsText, holdsText, plain } from './mark_texts';
import type { MarkedTrace, SourceMarks } from './source_marks';
import type { Mark, MarkedType } from './suspect_marks';

const mostSuspects = 3;

export class MarkHovers implements vscode.HoverProvider {
  constructor(private readonly marks: SourceMarks) {}

  async provideHover(document: vscode.TextDocument, { line }: vscode.Position): Promise<vscode.Hover | undefined> {
    const shown = vscode.workspace.getConfiguration(undefined, document.uri).get(settings.hovers, true);
    const mark = shown ? this.marks.of(document).find((candidate) => candidate.line === line) : undefined;
    const { trace } = this.marks;
    if (!mark || !trace) return undefined;
    const newer = document.isDirty || (await this.marks.isNewer(document.uri));
    return new vscode.Hover(this.text(mark, trace, newer), document.lineAt(line).range);
  }

  private text(mark: Mark, trace: MarkedTrace, newer: boolean): vscode.MarkdownString {
    const { from, to } = trace.window;
    const when = `${timeSince(from.t)} → ${timeSince(to.t)}`;
    const parts = [...this.holding(mark, when), ...this.allocating(mark, when)];
    parts.push(...mark.suspects.slice(0, mostSuspects).map(({ sentence }) => plain(sentence)));
    const [strongest] = mark.suspects;
    if (strongest) parts.push(plain(strongest.advice));
    // A field was found in the text as it is now.
    if (mark.types.length > 0 && newer) {
      parts.push(
        plain(vscode.l10n.t('The file was changed after {0} was recorded: lines may have moved.', trace.name)),
      );
    } else if (!mark.exact) {
      parts.push(vscode.l10n.t('The trace does not tell the line; this is where the method is declared.'));
    }
    const { command, arguments: words } = showGrowth(this.marks, mark);
    const link = `command:${command}?${encodeURIComponent(JSON.stringify(words))}`;
    parts.push(`[${vscode.l10n.t('Show growth')}](${link})`);
    const text = new vscode.MarkdownString(parts.join('\n\n'));
    text.isTrusted = { enabledCommands: [command] };
    return text;
  }

  /** What the field that is declared here took in. */
  private holding({ holds }: Mark, when: string): string[] {
    const [strongest] = holds;
    if (!strongest) return [];
    const taken = strongest.suspect.taken.map(takenType);
    return [`**${plain(`${holdsText(holds)}, ${when}`)}**`, ...chart(taken)];
  }

  private allocating({ types, feeds }: Mark, when: string): string[] {
    if (types.length === 0) return [];
    const leaves = types.filter(({ role }) => role === 'leaf');
    const heads = types.filter(({ role }) => role === 'head');
    const title =
      leaves.length > 0
        ? vscode.l10n.t('Objects allocated here that suspects hold, {0}', when)
        : vscode.l10n.t('Allocated here: {0}', heads.map(counted).join(', '));
    return [`**${plain(title)}**`, ...chart(leaves), ...feeds.map((feed) => plain(`${feedsText(feed)}.`))];
  }
}

const takenType = ({ type, from, to }: TakenType): MarkedType => ({
  type,
  role: 'leaf',
  from: { objects: from, bytes: 0 },
  to: { objects: to, bytes: 0 },
});

/** For who does not see it, the numbers say the same. */
function chart(types: readonly MarkedType[]): string[] {
  if (types.length === 0) return [];
  const numbers = types
    .slice(0, mostRows)
    .map(
      ({ type, from, to, estimated }) =>
        `${type}: ${approximate(String(from.objects), estimated)} → ${approximate(String(to.objects), estimated)}`,
    );
  return [`![${plain(numbers.join(', '))}](${dataUri(growthChart(types, colours()))})`];
}

function colours() {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return chartColours.light;
    case vscode.ColorThemeKind.HighContrast:
      return chartColours['high-contrast'];
    case vscode.ColorThemeKind.HighContrastLight:
      return chartColours['high-contrast-light'];
    default:
      return chartColours.dark;
  }
}
