/** Scenes embedded in a page of another origin: eight frames, controlled by messages. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { ChokepointScene, ChokepointSceneElement } from '../web/src/embed/host/embed-api';
import { COMPUTED, expect, realTime, firstVisit as test } from './support/test';

const SCENES = [
  { preset: 'choked-model1', aqm: 'choke,choked', at: 5 },
  { preset: 'first-choke', aqm: '', at: 4 },
  { preset: 'choked-model1', aqm: 'red', at: 3 },
  { preset: 'choked-model1', aqm: 'fq-codel', at: 3 },
  { preset: 'choked-model1', aqm: 'pie', at: 3 },
  { preset: 'choked-model1', aqm: 'drop-tail', at: 3 },
  { preset: 'choked-model1', aqm: 'sfb', at: 3 },
  // This frame is far down the page, out of view.
  { preset: 'choked-model1', aqm: 'choked', at: 3 },
] as const;

let server: Server;
let host: string;

test.beforeAll(async ({ baseURL }) => {
  const element = (place: number): string => {
    const { preset, aqm, at } = SCENES[place] ?? SCENES[0];
    const which = aqm === '' ? '' : ` aqm="${aqm}"`;
    return `<chokepoint-scene id="s${place}" preset="${preset}"${which} at="${at}" width="480" height="320"></chokepoint-scene>`;
  };
  const page = (places: readonly number[]): string => `<!doctype html><title>A course page</title><style>
      div { display: grid; grid-template-columns: repeat(3, 480px) }
      #s7 { margin-top: 6000px }
    </style>
    <input aria-label="Notes"><div>${places.map(element).join('')}</div>
    <script type="module" src="${baseURL}embed-api.js"></script>`;
  server = createServer(({ url = '' }, response) => {
    const asked = new URL(url, 'http://localhost').searchParams.get('scenes');
    const places = asked === null ? [...SCENES.keys()] : asked.split(',').map(Number);
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(places));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A different port makes the outer page's origin different from the lab's.
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/course/`;
});

test.afterAll(() => server.close());

test.use({ viewport: { width: 1480, height: 1000 } });

test('eight frames are on one page, paused, and the page keeps its own keys', async ({ page }) => {
  await page.goto(host);
  for (const place of [0, 1, 2, 3, 4, 5, 6]) {
    const clock = frameOf(page, place).getByRole('timer', { name: 'Simulated time' });
    await expect(clock).toHaveText(SCENES[place]?.at.toFixed(3) ?? '', COMPUTED);
    await expect(frameOf(page, place).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  }
  // No frame has been clicked, so the outer page still has the focus.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.click();
  await page.keyboard.type('a b');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('c');
  await expect(notes).toHaveValue('a cb');
  await notes.blur();
  await page.keyboard.press('Space');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const place of [0, 1, 2]) expect(await stateOf(page, place)).toMatchObject({ state: 'paused' });
});

realTime('a page plays, pauses, moves and changes a scene, and reads its result', async ({ page }) => {
  await page.goto(`${host}?scenes=0`);
  const clock = frameOf(page, 0).getByRole('timer', { name: 'Simulated time' });
  await expect(clock).toHaveText('5.000', COMPUTED);

  await page.evaluate(() => sceneOf(0).play());
  await expect(frameOf(page, 0).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(clock).not.toHaveText('5.000');
  await page.evaluate(() => sceneOf(0).pause());
  await expect(frameOf(page, 0).getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  expect(await page.evaluate(() => sceneOf(0).seek(7.5))).toMatchObject({ state: 'paused', at_s: 7.5 });
  await expect(clock).toHaveText('7.500');
  await page.evaluate(() => sceneOf(0).set('flows.0.rate_bps', 3e6));
  const results = await page.evaluate(() => sceneOf(0).result());
  expect(results).toMatchObject([{ aqm: 'choke' }, { aqm: 'choked' }]);

  const refused = (asked: Promise<unknown>): Promise<unknown> => asked.catch((problem: Error) => problem.message);
  expect(await refused(page.evaluate(() => sceneOf(0).set('flows.0.rate_bps', -1)))).toContain('flows.0.rate_bps');
  expect(await refused(page.evaluate(() => sceneOf(0).seek(1e9)))).toContain('at_s');
  expect(await refused(page.evaluate(() => sceneOf(0).open('1.%%%')))).toContain('link');
  expect(await refused(page.evaluate(() => sceneOf(0).open('?preset=nonsense')))).toContain('preset');
  // A refused request does not change the scene.
  expect(await stateOf(page, 0)).toMatchObject({ at_s: 7.5, lanes: ['CHOKe', 'CHOKeD'] });

  expect(await page.evaluate(() => sceneOf(0).open('?preset=choked-model1&aqm=red&at=2'))).toMatchObject({
    state: 'paused',
    at_s: 2,
    lanes: ['RED'],
  });
  await expect(clock).toHaveText('2.000');
});

realTime('one out of sight does not run, and goes on when it is seen again', async ({ page }) => {
  await page.goto(`${host}?scenes=0,7`);
  await expect(frameOf(page, 0).getByRole('timer', { name: 'Simulated time' })).toHaveText('5.000', COMPUTED);
  // The frame far down the page has not loaded yet.
  expect(page.frames().filter((frame) => frame.url().includes('embed.html'))).toHaveLength(1);

  await page.evaluate(() => sceneOf(0).play());
  await expect.poll(async () => (await stateOf(page, 0)).at_s).toBeGreaterThan(5);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => stateOf(page, 0)).toMatchObject({ state: 'paused' });
  await expect(frameOf(page, 7).getByRole('timer', { name: 'Simulated time' })).toHaveText('3.000', COMPUTED);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => stateOf(page, 0)).toMatchObject({ state: 'playing' });
});

test('a frame that is clicked receives the keys, and its link opens the lab at the same time', async ({ page }) => {
  await page.goto(`${host}?scenes=1`);
  const clock = frameOf(page, 1).getByRole('timer', { name: 'Simulated time' });
  await expect(clock).toHaveText('4.000', COMPUTED);
  await frameOf(page, 1).getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowRight');
  await expect(clock).not.toHaveText('4.000');
  const now = (await clock.textContent()) ?? '';

  const opened = page.context().waitForEvent('page');
  await frameOf(page, 1).getByRole('link', { name: 'Open in the lab' }).click();
  const lab = await opened;
  await expect(lab.getByRole('timer', { name: 'Simulated time' })).toHaveText(now);
  expect(new URL(lab.url()).pathname).not.toContain('embed');
});

declare global {
  // Runs in the page that contains the frames.
  function sceneOf(place: number): ChokepointScene;
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.sceneOf = (place) => {
      const { scene } = document.getElementById(`s${place}`) as ChokepointSceneElement;
      if (scene === undefined) throw new Error(`there is no scene ${place}`);
      return scene;
    };
  }),
);

function frameOf(page: Page, place: number) {
  return page.frameLocator(`#s${place} iframe`);
}

function stateOf(page: Page, place: number) {
  return page
    .evaluate((at) => sceneOf(at).ready.then(() => sceneOf(at).state), place)
    .then((state) => {
      if (state === undefined) throw new Error('no state was reported yet');
      return state;
    });
}
