// The browser of tests and demo: the machine's own Chromium, which has no window, cut off from the network.
import type { BrowserType } from '@playwright/test';

type LaunchOptions = NonNullable<Parameters<BrowserType['launchPersistentContext']>[1]>;

export const chromiumOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  headless: true,
  viewport: { width: 1280, height: 800 },
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The workbench asks for call stacks as it starts, and its whole script would be parsed again for their lines.
    '--js-flags=--no-enable-lazy-source-positions',
    // No host but this machine has an address: what a webview needs must be in the package.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
};
