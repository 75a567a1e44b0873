/** The user saves a picture and its numbers. The same code draws on screen and into raster and vector files. */

import { readFile } from 'node:fs/promises';
import { hasNoViolations } from './support/axe';
import { Lab } from './support/lab';
import { expect, type Page, test } from './support/test';

test('a plot and the stage, as a picture and as numbers', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(12);

  const plot = await saved(page, 'Throughput by class', ['SVG', 'PNG', 'CSV', 'Parquet']);
  const stage = await saved(page, 'The queue, as shown', ['SVG', 'PNG', 'JSON']);
  lab.staysQuiet();

  // The browser renders the SVG like the canvas. Only antialiased edges may differ.
  for (const { SVG, PNG } of [plot, stage])
    expect(await differingPixels(page, text(SVG), PNG?.toString('base64') ?? '')).toBe(0);

  const [head = '', first = ''] = text(plot.CSV).split('\r\n');
  expect(head).toBe('lane,at_s,tcp_bps,tcp_moving_mean_bps,udp_bps,udp_moving_mean_bps,link,engine,numbers,seeds');
  expect(first).toMatch(/^CHOKeD,0\.1,\d+,/);
  expect(plot.Parquet?.subarray(0, 4).toString()).toBe('PAR1');
  const { provenance, rows } = JSON.parse(text(stage.JSON));
  expect(rows.length).toBeGreaterThan(10);

  // The link in the saved file opens the same scene at the same simulated time.
  await page.goto('about:blank');
  await lab.open(provenance.link);
  await lab.run(0);
  expect(await lab.now_s()).toBe(12);
  await expect(lab.plot('Throughput by class')).toBeVisible();
});

test('a figure is saved by keyboard while the page plays on', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(2);
  const button = page.getByRole('button', { name: 'More: Queue', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const choices = page.getByRole('dialog', { name: 'More: Queue' });
  await expect(choices).toBeVisible();
  await hasNoViolations(page, '.save-choices');
  await page.keyboard.press('Tab');
  await expect(choices.getByRole('checkbox', { name: 'As a table' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choices.getByRole('checkbox', { name: 'With 19 other seeds too' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choices.getByRole('button', { name: 'Save as SVG' })).toBeFocused();
  const coming = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await coming).suggestedFilename()).toBe('choked-model1-queue.svg');
  await expect(choices.getByRole('status')).toHaveText('Saved as choked-model1-queue.svg.');
  await page.keyboard.press('Escape');
  await expect(choices).toBeHidden();
  await expect(button).toBeFocused();
  // The button opens the menu, closes it and opens it again.
  await button.click();
  await expect(choices).toBeVisible();
  await button.click();
  await expect(choices).toBeHidden();
  await button.click();
  await expect(choices).toBeVisible();
  lab.staysQuiet();
});

test('a plot as a PDF has one page with its typefaces, and the same time gives the same file', async ({ page }) => {
  const lab = new Lab(page);
  await lab.openAt(3);
  const [first, again] = [
    (await saved(page, 'Throughput by class', ['PDF'])).PDF,
    (await saved(page, 'Throughput by class', ['PDF'])).PDF,
  ];
  const pdf = first?.toString('latin1') ?? '';
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toContain('/FontFile2');
  // The file embeds its fonts and uses none from the viewer's machine.
  expect(pdf).not.toContain('/Helvetica');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  expect(again?.equals(first ?? Buffer.of())).toBe(true);
  lab.staysQuiet();
});

type Files = Readonly<Partial<Record<string, Buffer>>>;

async function saved(page: Page, what: string, formats: readonly string[]): Promise<Files> {
  // This plot's menu offers more than files, so it is named "More".
  const name = new RegExp(`^(Save|More): ${what}$`);
  await page.getByRole('button', { name }).click();
  const choices = page.getByRole('dialog', { name });
  const files: Partial<Record<string, Buffer>> = {};
  for (const format of formats) {
    const coming = page.waitForEvent('download');
    await choices.getByRole('button', { name: `Save as ${format}`, exact: true }).click();
    files[format] = await readFile(await (await coming).path());
  }
  await page.keyboard.press('Escape');
  return files;
}

function text(file: Buffer | undefined): string {
  return file?.toString('utf8') ?? '';
}

/**
 * The smallest channel difference (0 to 255) that counts as a different colour. Smaller ones come from antialiasing.
 */
const APART = 64;

/** The number of pixels that differ between the PNG and the SVG as the page draws it. */
function differingPixels(page: Page, svg: string, png: string): Promise<number> {
  return page.evaluate(
    async ({ svg, png, apart }) => {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      if (parsed.querySelector('parsererror') !== null) throw new Error('not XML');
      const pixels = async (blob: Blob, size?: { width: number; height: number }) => {
        const image = new Image();
        image.src = URL.createObjectURL(blob);
        await image.decode();
        const { width, height } = size ?? { width: image.naturalWidth, height: image.naturalHeight };
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height);
      };
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const drawn = await pixels(new Blob([bytes], { type: 'image/png' }));
      const vectors = await pixels(new Blob([svg], { type: 'image/svg+xml' }), drawn);
      let differing = 0;
      for (let at = 0; at < drawn.data.length; at += 4) {
        const far = [0, 1, 2, 3].some(
          (channel) => Math.abs((drawn.data[at + channel] ?? 0) - (vectors.data[at + channel] ?? 0)) > apart,
        );
        if (far) differing += 1;
      }
      return differing;
    },
    { svg, png, apart: APART },
  );
}
