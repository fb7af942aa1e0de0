// Opens the source of a frame or a field, or says what was looked for and where, and helps to find it.
import * as vscode from 'vscode';
import type { Frame } from '../../../../shared/protocol/answers';
import type { Field } from '../../../../shared/protocol/growth';
import { resolveField } from './resolve_field';
import { type LookedAt, type Resolved, resolveFrame, type SourceFinder, type SourcePlace } from './resolve_frame';
import { addSources } from './source_folders';
import { isWritten, type SourceNames } from './source_names';

export interface OpenOptions {
  /** In which editor group; without it, in the active one. */
  viewColumn?: vscode.ViewColumn;
}

export class SourceOpener {
  constructor(
    /** In the order in which they are asked; the first one knows the workspace. */
    private readonly finders: readonly [SourceFinder, ...SourceFinder[]],
  ) {}

  async open(frame: Frame, options: OpenOptions = {}): Promise<void> {
    const resolved = await searching((token) => resolveFrame(frame, this.finders, token));
    await this.show(frame, resolved, options);
  }

  /** Where the field is declared. */
  async openField(field: Field, options: OpenOptions = {}): Promise<void> {
    const resolved = await searching((token) => resolveField(field, this.finders, token));
    await this.show(field, resolved, options);
  }

  /** Of a chain of frames, the innermost one in the workspace: what the user wrote. Without one, the innermost that is found. */
  async openSite(site: readonly Frame[], options: OpenOptions = {}): Promise<void> {
    const [innermost] = site;
    if (!innermost) return;
    const [workspace] = this.finders;
    const written = await searching(async (token) => {
      for (const frame of site.filter(isWritten)) {
        const resolved = await resolveFrame(frame, [workspace], token);
        if (resolved.kind !== 'missing') return { frame, resolved };
      }
      return undefined;
    });
    if (written) await this.show(written.frame, written.resolved, options);
    else await this.open(innermost, options);
  }

  private async show(wanted: Frame | Field, resolved: Resolved, options: OpenOptions): Promise<void> {
    if (resolved.kind === 'found') await showPlace(resolved.place, options);
    else if (resolved.kind === 'missing') await this.help(wanted, resolved.names, resolved.lookedAt, options);
  }

  private async help(
    wanted: Frame | Field,
    { files }: SourceNames,
    lookedAt: LookedAt[],
    options: OpenOptions,
  ): Promise<void> {
    const addFolder = vscode.l10n.t('Add Source Folder…');
    const addArchive = vscode.l10n.t('Add Source Archive…');
    const where =
      lookedAt.length > 0 ? lookedAt.map(placeText).join(', ') : vscode.l10n.t('nowhere: no folder is open');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('There is no source of {0} ({1}). Looked at: {2}.', wanted.class, files.join(', '), where),
      addFolder,
      addArchive,
    );
    if (answer === undefined) return;
    if (!(await addSources(answer === addFolder ? 'folder' : 'archive'))) return;
    await ('method' in wanted ? this.open(wanted, options) : this.openField(wanted, options));
  }
}

function placeText({ place, isAbsent, fault }: LookedAt): string {
  if (isAbsent) return vscode.l10n.t('{0} (not there)', place);
  return fault === undefined ? place : `${place} (${fault})`;
}

async function showPlace({ uri, line }: SourcePlace, { viewColumn }: OpenOptions): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  const { firstNonWhitespaceCharacterIndex: column } = document.lineAt(Math.min(line, document.lineCount - 1));
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(line, column, line, column),
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });
}

/** Tells that something is searched for only if that takes long. */
async function searching<T>(task: (token: vscode.CancellationToken) => Promise<T>): Promise<T> {
  const source = new vscode.CancellationTokenSource();
  const working = task(source.token);
  const slow = new Promise<'slow'>((resolve) => setTimeout(() => resolve('slow'), 700));
  if ((await Promise.race([working, slow])) === 'slow') {
    const title = vscode.l10n.t('Looking for the source…');
    const location = vscode.ProgressLocation.Notification;
    await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
      token.onCancellationRequested(() => source.cancel());
      return working;
    });
  }
  source.dispose();
  return working;
}

/** Frames come from views, too, and through links: what is none is not looked for. */
export function isFrame(value: unknown): value is Frame {
  if (typeof value !== 'object' || value === null) return false;
  const { class: type, method, file, line } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    typeof method === 'string' &&
    (file === undefined || typeof file === 'string') &&
    (line === undefined || Number.isSafeInteger(line))
  );
}

export function isField(value: unknown): value is Field {
  if (typeof value !== 'object' || value === null) return false;
  const { class: type, name, static: isStatic } = value as Record<string, unknown>;
  return typeof type === 'string' && typeof name === 'string' && typeof isStatic === 'boolean';
}
