// The engine process: a language server that also answers questions about traces. It alone loads the native addon, so that
// a crash or a lack of memory in native code ends this process and not the editor's extension host.
import { dirname, join } from 'node:path';
import { createConnection, ProgressType, ProposedFeatures } from 'vscode-languageserver/node';
import { askMethod, type ProgressValue } from '../protocol/questions';
import { type Addon, loadAddon } from './addon';
import { Answering } from './answering';

const connection = createConnection(ProposedFeatures.all);
const progress = new ProgressType<ProgressValue>();

let addon: Addon | undefined;
const answering = new Answering(
  // Loaded with the first question, so that a missing addon is an answer to it and not a process that will not start.
  () => {
    addon ??= loadAddon(join(dirname(__dirname), 'native', 'heaptrail.node'));
    return addon;
  },
  (token, value) => void connection.sendProgress(progress, token, value),
);

connection.onInitialize(() => ({ capabilities: {}, serverInfo: { name: 'Heaptrail engine' } }));
connection.onRequest(askMethod, (params: unknown, cancellation) => answering.answer(params, cancellation));
connection.listen();
