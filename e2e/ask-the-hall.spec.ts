import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { encodeQR } from 'qr';
import { browserArguments, browserPath } from '../scripts/browsers.mjs';
import { questionFingerprint, readCode, writeCode } from '../web/src/core/lesson/hall-code';
import { hasNoViolations } from './support/axe';
import { moveByHand } from './support/clock';
import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { COMPUTED, expect, test } from './support/test';

const SHARE = { from: 0, to: 1 };
const PHONES = process.env.CHOKEPOINT_THOROUGH === undefined ? 2 : 8;
const SCENE = `./#${linkOf(['first-choke', [['flows.0.rate_bps', 3_000_000]], { at_s: 3, workspace: 'lab' }])}`;

test('phones answer a poll, by typed code or by camera, and a histogram shows all answers', async ({
  page,
  browser,
  baseURL,
}) => {
  // Each simulated phone gets a browser window of its own.
  test.slow();
  const lab = new Lab(page);
  await lab.open(SCENE);
  const address = await askTheHall(page);
  expect(address.length).toBeLessThanOrEqual(200);
  await hasNoViolations(page, 'dialog[open]');

  const codes = new Set<string>();
  for (let phone = 0; phone < PHONES; phone += 2)
    for (const code of await Promise.all([phone, phone + 1].map((place) => answerOnPhone(browser, address, place))))
      codes.add(code);
  expect(codes.size).toBe(PHONES);

  await page.getByRole('button', { name: 'Collect answers' }).click();
  for (const code of codes) await take(page, code.toLowerCase());
  await expect(page.getByText(`Collected: ${PHONES} answers.`)).toBeVisible();
  await expect(answers(page).getByText(/, confirmed/)).toHaveCount(PHONES, COMPUTED);
  // Before the lecturer presses “Show the result”, the histogram is missing, and the list shows no values of answers.
  await expect(page.getByRole('img', { name: /^Histogram/ })).toHaveCount(0);
  await expect(answers(page).locator('strong')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the result' }).click();
  await expect(answers(page).locator('strong')).toHaveCount(PHONES);
  await expect(
    page.getByRole('img', {
      name: new RegExp(`^Histogram of UDP share of the link: ${PHONES} answers from the audience, mean`),
    }),
  ).toBeVisible();
  await expect(page.getByText('No server: nothing is sent.')).toBeVisible();
  await hasNoViolations(page, 'dialog[open]');

  await test.step('wrong codes are named and left out', async () => {
    const [first = ''] = codes;
    await take(page, first);
    await expect(page.getByText('This answer is already in: each phone counts once.')).toBeVisible();
    await take(page, `${first.slice(0, -1)}${first.endsWith('7') ? '8' : '7'}`);
    await expect(page.getByText('A character is wrong, or two are swapped. Please read the code again.')).toBeVisible();
    const fragment = address.slice(address.indexOf('#') + 1);
    const read = readCode(first, questionFingerprint(fragment), SHARE);
    if (read.kind !== 'answer') throw new Error(read.why);
    const { answer } = read;
    await take(page, writeCode(answer, questionFingerprint(`${fragment}~seed`), SHARE));
    await expect(page.getByText('This code belongs to another question.')).toBeVisible();
    // A forged code. The value in it is not the value that the engine computes with the seed in it.
    await take(
      page,
      writeCode({ ...answer, seed: answer.seed ^ 1, step: answer.step + 9 }, questionFingerprint(fragment), SHARE),
    );
    await expect(answers(page).getByText('not confirmed: left out')).toBeVisible(COMPUTED);
    await expect(
      page.getByRole('img', { name: new RegExp(`^Histogram of UDP share of the link: ${PHONES} answers`) }),
    ).toBeVisible();
  });

  await test.step('answers return when the question is asked again, and disappear when they are cleared', async () => {
    await page.keyboard.press('Escape');
    await askTheHall(page);
    await page.getByText(/^Answers \(/).click();
    await page.getByRole('button', { name: `Remove ${[...codes][0]}` }).click();
    await expect(answers(page).getByRole('listitem')).toHaveCount(PHONES);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: `Clear all ${PHONES}?` }).click();
    await expect(answers(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('an address of the audience poll without a question is reported', async () => {
    await page.keyboard.press('Escape');
    await lab.open('./#hall.1.udp_utilization.choke/no-such-scene');
    await expect(lab.alert).toContainText('no-such-scene');
  });
  lab.staysQuiet();

  const [code = ''] = codes;
  await test.step('the camera reads the code of a phone', () => readsByCamera(code, baseURL));
});

/** Starts a browser whose simulated camera plays a video of the QR code, and scans the code with it. */
async function readsByCamera(code: string, baseURL: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hall-'));
  const video = join(folder, 'code.y4m');
  await writeFile(video, filmOf(code));
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const executablePath = browserPath();
  const projector = await chromium.launch({
    args: [...browserArguments(), ...camera, `--use-file-for-fake-video-capture=${video}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const context = await projector.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      permissions: ['camera'],
    });
    await moveByHand(context);
    const screen = await context.newPage();
    const lab = new Lab(screen);
    await lab.open(SCENE);
    await askTheHall(screen);
    await screen.getByText(/^Answers \(/).click();
    await screen.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(answers(screen).getByText(code, { exact: true })).toBeVisible(COMPUTED);
    await expect(answers(screen).getByText(/, confirmed/)).toBeVisible(COMPUTED);
    await screen.getByRole('button', { name: 'Close the camera' }).click();
    await expect(screen.locator('video')).toHaveCount(0);
    lab.staysQuiet();
  } finally {
    await projector.close();
    await rm(folder, { recursive: true });
  }
}

function answers(page: Page) {
  return page.getByRole('list', { name: 'Answers' });
}

/** Starts the audience poll with its keyboard shortcut, as in the presenter. Returns the URL for the phones. */
async function askTheHall(page: Page): Promise<string> {
  await expect(page.getByRole('timer', { name: 'Simulated time' })).toBeVisible();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Ask the audience' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  return `http://${(await dialog.getByText(/#hall\.1\./).textContent()) ?? ''}`;
}

async function take(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code from a phone' }).fill(code);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Makes a prediction and runs the scene on a phone with empty storage. Returns the answer code. */
async function answerOnPhone(browser: Browser, address: string, place: number): Promise<string> {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    // Only the first phone animates the queue; animating it on every phone would be slow on two cores.
    reducedMotion: place === 0 ? 'no-preference' : 'reduce',
  });
  const page = await context.newPage();
  const lab = new Lab(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'What share of the link does UDP get under CHOKe?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Predict first' })).toBeDisabled();
  await page.getByRole('slider', { name: 'Your prediction: UDP share of the link' }).fill(String(5 + 12 * place));
  if (place === 0) await hasNoViolations(page);
  await page.getByRole('button', { name: 'Run it', exact: true }).click();
  const code = page.getByRole('region', { name: 'Your answer' }).getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  await expect(code).toBeVisible(COMPUTED);
  if (place === 0) await hasNoViolations(page);
  const text = (await code.textContent()) ?? '';
  if (place === 1) {
    await page.reload();
    await expect(code).toHaveText(text);
  }
  lab.staysQuiet();
  await context.close();
  return text;
}

const [WIDTH, HEIGHT, MODULE] = [640, 480, 10];

/** Returns one second of uncompressed video (YUV4MPEG2) that shows the code, for the simulated camera to play. */
function filmOf(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules.length * MODULE) / 2)) as [
    number,
    number,
  ];
  const luma = Buffer.alloc(WIDTH * HEIGHT, 200);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const module = modules[Math.floor((y - top) / MODULE)]?.[Math.floor((x - left) / MODULE)];
      if (module !== undefined) luma[y * WIDTH + x] = module ? 16 : 235;
    }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]);
}
