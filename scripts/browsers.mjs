// Finds the browser for the tests, in this order: the one named in CHOKEPOINT_BROWSER, an installed headless shell of
// Chromium, an installed Chromium or Chrome, Playwright's own. Playwright locates its own browser itself; the others are
// found by path. A headless shell opens the page in half the processor time of Chromium.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ask, Problem, root } from './commands.mjs';

/** The path of a named or installed browser that starts; `undefined` means Playwright's own. */
export function browserPath() {
  const named = process.env.CHOKEPOINT_BROWSER;
  if (named) {
    if (!starts(named)) throw new Problem(`CHOKEPOINT_BROWSER names ${named}, which does not start as a browser.`);
    return named;
  }
  return installedPlaces().find((path) => existsSync(path) && starts(path));
}

/** True if Playwright's own browser is installed with all the libraries it needs. */
export function playwrightHasBrowser() {
  const attempt = "import('playwright').then(async ({ chromium }) => (await chromium.launch()).close())";
  return ask(process.execPath, ['--eval', attempt]) !== undefined;
}

/**
 * Arguments for Chromium. It refuses to start sandboxed as root. Its headless shell would move letters to whole pixels,
 * as Chromium does not, and the pictures of both would differ.
 */
export function browserArguments() {
  const isRoot = process.getuid?.() === 0;
  return ['--disable-background-networking', '--font-render-hinting=none', ...(isRoot ? ['--no-sandbox'] : [])];
}

function starts(path) {
  // Chrome for Windows would open a window if asked for its version.
  return process.platform === 'win32' ? existsSync(path) : ask(path, ['--version']) !== undefined;
}

function installedPlaces() {
  switch (process.platform) {
    case 'darwin':
      return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((variable) => process.env[variable])
        .filter((folder) => folder !== undefined)
        .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
    default:
      return [
        'chromium-headless-shell',
        'chromium',
        'chromium-browser',
        'google-chrome-stable',
        'google-chrome',
      ].flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder || root, name)));
  }
}

/** The path of a named or installed Firefox, or `undefined`. */
export function firefoxPath() {
  const named = process.env.CHOKEPOINT_FIREFOX;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = ['firefox', 'firefox-esr'].flatMap((name) => folders.map((folder) => join(folder || root, name)));
  return places.find((path) => existsSync(path));
}
