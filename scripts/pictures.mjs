// `npm run pictures`: makes the pictures of the README and of the chapter from the built page. A scene depends only on
// its settings and its seed, so a picture changes only when the page's design does.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { browserArguments, browserPath } from './browsers.mjs';
import { build, dist } from './build.mjs';
import { isEntryPoint, main, Problem, root } from './commands.mjs';
import { serve } from './serve.mjs';
import { chapterPictures } from './site/chapter-pictures.mjs';

const SIZE = { width: 1440, height: 900 };
/** Model 1 under CHOKe, shortly before a match. */
const SCENE = '?preset=choked-model1&aqm=choke&at=12';

export const PICTURE = join(root, 'docs', 'lab.png');

/** The page's picture as PNG bytes. */
export async function takePicture(browser, address) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' });
  try {
    await page.goto(`${address}${SCENE}`);
    await page.getByLabel('Step by').last().selectOption('match');
    await page.getByRole('button', { name: 'Next match' }).click();
    // The run has now stopped between the draw of the match and the drops that follow.
    await page.getByText('Match found').first().waitFor();
    if (await page.getByRole('alert').count()) throw new Problem('The page opened with a notice.');
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    await build();
    const server = await serve(dist, { port: 0, strict: false });
    const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments() });
    try {
      writeFileSync(PICTURE, await takePicture(browser, server.address));
      await chapterPictures(browser, server.address);
    } finally {
      await browser.close();
      server.close();
    }
  });
}
