import type { Page } from '@playwright/test';
import { Lab } from './support/lab';
import { COMPUTED, expect, test } from './support/test';

declare global {
  interface Window {
    /** A hash of the pixels of each encoded frame. */
    framesSeen: number[];
  }
}

/** Records every video frame that the page creates from a canvas. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.framesSeen = [];
    window.VideoFrame = new Proxy(window.VideoFrame, {
      construct(target, [source, ...rest]) {
        if (source instanceof HTMLCanvasElement) {
          const pixels = source.getContext('2d')?.getImageData(0, 0, source.width, source.height).data.buffer;
          let hash = 0x811c9dc5;
          for (const pixel of new Uint32Array(pixels ?? new ArrayBuffer(0)))
            hash = Math.imul(hash ^ pixel, 0x01000193) >>> 0;
          window.framesSeen.push(hash);
        }
        return Reflect.construct(target, [source, ...rest]);
      },
    });
  });
}

class Clips {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Share' }).click();
    await this.page.getByRole('tab', { name: 'Clip' }).click();
    await expect(this.page.getByText('The first frame.')).toBeVisible();
  }

  async choose(choices: Readonly<Record<string, string>>): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    for (const [name, value] of Object.entries(choices)) {
      if (name.endsWith('[s]')) await dialog.getByRole('textbox', { name }).fill(value);
      else await dialog.getByRole('combobox', { name }).selectOption({ label: value });
    }
  }

  async make(): Promise<void> {
    await this.page.getByRole('button', { name: 'Make the clip' }).click();
    await expect(this.page.getByRole('button', { name: 'Save the clip' })).toBeVisible(COMPUTED);
  }

  async another(): Promise<void> {
    await this.page.getByRole('button', { name: 'Make another' }).click();
  }

  async framesSeen(): Promise<number[]> {
    const seen = await this.page.evaluate(() => window.framesSeen);
    await this.page.evaluate(() => {
      window.framesSeen = [];
    });
    return seen;
  }
}

const VIDEO = { 'From [s]': '2.5', 'To [s]': '3', Size: '960 × 540', Format: 'WebM video (VP9)' };
const SHORT = { ...VIDEO, 'Frame rate [1/s]': '25' };
/** Number of frames in 0.5 s at 25 frames per second. The last frame begins just before the end. */
const FRAMES = 13;

test('the frames of a clip do not depend on earlier actions, and a clip can be cancelled', async ({ page }) => {
  await watchFrames(page);
  const lab = new Lab(page);
  await lab.openAt(3);
  const clips = new Clips(page);
  await clips.open();
  await clips.choose(SHORT);
  await clips.make();
  await expect(page.getByLabel('The clip, from 2.5 to 3 s')).toBeVisible();
  const frames = await clips.framesSeen();
  expect(new Set(frames).size).toBe(FRAMES);
  expect(await lab.now_s()).toBe(3);

  await clips.another();
  await clips.choose({ 'To [s]': '40' });
  await page.getByRole('button', { name: 'Make the clip' }).click();
  // The dialog works by keyboard: “Cancel” gets the focus when the clip begins, so Enter cancels it.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled: nothing was saved.')).toBeVisible();
  await clips.choose({ 'To [s]': '1' });
  await expect(page.getByText('To is 1 s: it must be later than From, 2.5 s.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make the clip' })).toBeDisabled();
  await page.getByRole('button', { name: 'Close' }).click();

  // The page plays on, and then makes the same clip again. Although it now starts from another state, the frames must
  // be the same.
  await lab.play();
  await lab.reaches(3.3);
  await lab.pause();
  await clips.framesSeen();
  await clips.open();
  await clips.choose(SHORT);
  await clips.make();
  expect(await clips.framesSeen()).toEqual(frames);
  lab.staysQuiet();
});

test('a clip is a video that plays and can be saved', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  const clips = new Clips(page);
  await clips.open();
  await clips.choose(VIDEO);
  await clips.make();
  const video = page.getByLabel('The clip, from 2.5 to 3 s');
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => [it.videoWidth, it.videoHeight, it.duration]))
    .toEqual([960, 540, 0.5]);
  await video.evaluate((it: HTMLVideoElement) => it.play());
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0);
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the clip' }).click();
  expect((await downloads).suggestedFilename()).toBe('choked-model1-choked-2-5-to-3-s.webm');
  await expect(page.getByText(/^Saved as/)).toBeVisible();
  lab.staysQuiet();
});

test('a browser without video encoders reports that no clip can be made, and why', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'));
  const lab = new Lab(page);
  await lab.openAt(3);
  await new Clips(page).open();
  await expect(page.getByText('This browser can make neither WebM nor MP4: it lacks WebCodecs.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make the clip' })).toBeDisabled();
  lab.staysQuiet();
});
