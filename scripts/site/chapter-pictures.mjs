// Makes the chapter's still pictures, which readers see in print, without JavaScript, and before a scene runs. `npm run
// pictures` makes them from the built embed, in both themes. A scene depends only on its settings and its seed.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../commands.mjs';
import { DECLARED } from './chapter-numbers.mjs';

/** Size of a picture: the column width and the height of the live figure [CSS pixels]. */
const WIDTH = 680;
const HEIGHT = { one: 320, two: 560 };

export async function chapterPictures(browser, address) {
  const { pictures } = JSON.parse(readFileSync(join(root, DECLARED), 'utf8'));
  for (const theme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme: theme, reducedMotion: 'reduce', deviceScaleFactor: 1.5 });
    const devtools = await page.context().newCDPSession(page);
    for (const [name, { query, high }] of Object.entries(pictures)) {
      await page.setViewportSize({ width: WIDTH, height: high ? HEIGHT.two : HEIGHT.one });
      await page.goto(`${address}embed.html?${query}&theme=${theme}&show=stage`);
      await page.locator('.embed[aria-busy="false"]').waitFor();
      // The canvas shows a frame only once the engines have responded.
      await page.locator('main canvas').first().waitFor();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
      if (await page.getByRole('alert').count()) throw new Problem(`The scene of ${name} opened with a notice.`);
      const clip = { ...(await page.locator('main').boundingBox()), scale: 1 };
      // The screenshot is taken through the DevTools protocol, because Playwright cannot write WebP. WebP is a third of
      // the size of PNG here.
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 88, clip });
      writeFileSync(join(root, 'docs', 'chapter', `${name}-${theme}.webp`), Buffer.from(data, 'base64'));
    }
    await page.close();
  }
}
