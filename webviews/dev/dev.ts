// Runs the views in a plain browser with data made up here: ?scene=open|opening|failed|cancelled|stopped|warnings|computing|
// no-sizes, &tab=heap, &theme=dark|light|contrast|contrast-light, &types=100000, &search=…; &bare hides the switch for scene and theme.
import '../src/styles.css';
import './themes.css';
import { defaultViewState, type TraceStatus } from '../../extension/src/protocol/view';
import { App } from '../src/app';
import { element } from '../src/dom';
import type { Host } from '../src/host';
import { fakeHost, info } from './fake_host';

const query = new URLSearchParams(location.search);
const themes: Record<string, string> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  // As in the editor, which gives this theme both classes.
  'contrast-light': 'vscode-high-contrast vscode-high-contrast-light',
};
document.body.className = themes[query.get('theme') ?? 'dark'] ?? 'vscode-dark';

const failure = {
  kind: 'input' as const,
  message:
    'expected a heap with objects, found none: the file ends in the middle of a record; everything before it can be used',
  where: { file: '/srv/dumps/orders-service.hprof', offset: 1_048_576 },
};
const scenes: Record<string, TraceStatus> = {
  open: { kind: 'open', info: info([]) },
  opening: { kind: 'opening', phase: 'Reading references', done: 0.62 },
  failed: { kind: 'failed', failure },
  cancelled: { kind: 'cancelled' },
  stopped: { kind: 'engine-stopped', failure: { kind: 'engine', message: 'The engine process ended unexpectedly.' } },
  warnings: {
    kind: 'open',
    info: info([
      { message: 'the file ends in the middle of a record; everything before it can be used', offset: 734_003_200 },
    ]),
  },
  // The Heap tab while the sizes of all types are computed, for two minutes, and when they cannot be.
  computing: { kind: 'open', info: info([]) },
  'no-sizes': { kind: 'open', info: info([]) },
};
const tooLittle = {
  kind: 'memory' as const,
  message: 'the dominators of this heap need 9.2 GiB, and 4.0 GiB are free',
};
const hosts: Record<string, (types: number) => Host> = {
  computing: (types) => fakeHost(types, 120_000),
  'no-sizes': (types) => fakeHost(types, 1000, tooLittle),
};

const name = query.get('scene') ?? 'open';
const scene = scenes[name];
const host = (hosts[name] ?? fakeHost)(Number(query.get('types') ?? 840));
const app = new App(document.querySelector<HTMLElement>('#app') ?? document.body, host);
const tab = query.get('tab') === 'heap' || name in hosts ? 'heap' : 'overview';
if (scene) app.welcome('orders-service.hprof', { ...defaultViewState, tab, search: query.get('search') ?? '' }, scene);

function choice(name: string, words: string[]): HTMLElement {
  const select = element('select', { 'aria-label': name }, ...words.map((word) => new Option(word)));
  select.value = query.get(name) ?? words[0] ?? '';
  select.addEventListener('change', () => {
    query.set(name, select.value);
    location.search = query.toString();
  });
  return select;
}

if (!query.has('bare')) {
  const choices = [
    choice('scene', Object.keys(scenes)),
    choice('theme', Object.keys(themes)),
    choice('tab', ['overview', 'heap']),
    choice('types', ['840', '100000']),
  ];
  document.body.append(element('nav', { class: 'dev-switch', 'aria-label': 'What is shown' }, ...choices));
}
