// The page inside the editor: connects the app to VS Code.
import type { ToView } from '../../shared/protocol/view';
import { App } from './app';
import { MessageHost } from './host';
import './styles.css';

const vscode = acquireVsCodeApi();
const container = document.querySelector<HTMLElement>('#app');
if (container) {
  const host: MessageHost = new MessageHost((message) => vscode.postMessage(message), {
    welcome: (fileName, state, status, descriptions, surroundings) => {
      // The editor gives this back when it fills the panel again.
      if (surroundings.alone) vscode.setState({ trace: surroundings.alone.trace });
      app.welcome(fileName, state, status, descriptions, surroundings);
    },
    status: (status) => app.showStatus(status),
    descriptions: (descriptions) => app.showDescriptions(descriptions),
    knownGrowth: (known) => app.showKnownGrowth(known),
    settings: (settings) => app.showSettings(settings),
    selectStructure: (id, quietly) => app.selectStructure(id, quietly),
  });
  const app = new App(container, host);
  window.addEventListener('message', (event: MessageEvent<ToView>) => host.receive(event.data));
  vscode.postMessage({ kind: 'ready' });
}
