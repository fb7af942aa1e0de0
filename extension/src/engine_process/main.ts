// The engine process: a language server that also answers questions about traces. It alone loads the native addon, so that
// a crash or a lack of memory in native code ends this process and not the editor's extension host.
import { dirname, join } from 'node:path';
import { createConnection, ProgressType, ProposedFeatures, type ServerCapabilities } from 'vscode-languageserver/node';
import { type AskParams, askMethod, type ProgressValue } from '../../../shared/protocol/questions';
import { type Addon, loadAddon } from './addon';
import { Answering } from './answering';
import { Language } from './language';

const connection = createConnection(ProposedFeatures.all);
const progress = new ProgressType<ProgressValue>();

let loaded: Addon | undefined;
// Loaded with the first question, so that a missing addon is an answer to it and not a process that will not start.
const addon = () => {
  loaded ??= loadAddon(join(dirname(__dirname), 'native', 'heaptrail.node'));
  return loaded;
};
const answering = new Answering(addon, (token, value) => void connection.sendProgress(progress, token, value));
const language = new Language(connection, addon);

connection.onInitialize(() => ({ capabilities: capabilities(), serverInfo: { name: 'Heaptrail engine' } }));
connection.onRequest(askMethod, async (params: unknown, cancellation) => {
  const answer = await answering.answer(params, cancellation);
  if ((params as AskParams).question === 'knownTypes') language.typesChanged();
  return answer;
});
language.listen();
connection.listen();

/** Without the addon there is no language; why is the answer to the first question about a trace. */
function capabilities(): ServerCapabilities {
  try {
    return language.capabilities();
  } catch {
    return {};
  }
}
