// Makes the icons of the installed app from web/public/favicon.svg, in the browser that the tests use. The icons are
// committed, so that a build needs no browser. Run the script after changing favicon.svg.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArguments, browserPath } from './browsers.mjs';
import { main, root } from './commands.mjs';

const publicFolder = join(root, 'web', 'public');

/**
 * `padding` is the share of the width left blank on each side, because launchers crop a maskable icon to a circle or a
 * teardrop.
 */
const icons = [
  { name: '192', side: 192 },
  { name: '512', side: 512 },
  { name: 'maskable-512', side: 512, padding: 0.14, isFilled: true },
  // iOS rounds the corners itself, and renders transparent areas black.
  { name: 'apple-180', side: 180, isFilled: true },
];

main(async () => {
  const svg = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
  const ground = /<rect width="32" height="32" rx="6" fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];
  if (ground === undefined) throw new Error('favicon.svg has no background to fill the corners with');
  const executablePath = browserPath();
  const browser = await chromium.launch({
    args: browserArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    for (const { name, side, padding = 0, isFilled = false } of icons) {
      const page = await browser.newPage({ viewport: { width: side, height: side } });
      const inside = Math.round(side * (1 - 2 * padding));
      await page.setContent(`<style>
        body { margin: 0; height: 100vh; display: grid; place-items: center; ${isFilled ? `background: ${ground}` : ''} }
        svg { width: ${inside}px; height: ${inside}px; display: block }
      </style>${svg}`);
      const path = join(publicFolder, 'icons', `${name}.png`);
      await page.screenshot({ path, omitBackground: !isFilled });
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
