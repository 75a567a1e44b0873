/** Whatever the machine and whatever the scene: the page goes on, says what takes long, and can be led elsewhere. */

import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Page, test } from './support/test';

const lane = (aqm: string) => ({ aqm, params: {} });
const FOUR = ['lanes', ['red', 'choke', 'gchoke', 'choked'].map(lane)] as const;
/** Places of speeds in the list of the transport. */
const NORMAL = 8;
const MAX = 13;

/** A thousand sources that fill a slot of a microsecond each: some 10¹¹ packets until 100 s. */
const HEAVY: readonly (readonly [path: string, value: unknown])[] = [
  ['access', { rate_bps: 1e11, delay_s: 0.01 }],
  ['flows', [{ transport: 'udp', source: 'geometric', count: 1000, packet_bytes: 41, slot_s: 1e-6, start_s: [0, 0] }]],
];

test.describe('on a slow machine', () => {
  for (const [name, speed] of [
    ['normal', NORMAL],
    ['full', MAX],
  ] as const) {
    test(`four lanes go on at ${name} speed`, async ({ page }) => {
      const lab = new Lab(page);
      await lab.open(`./#${linkOf(['choked-model1', [FOUR, ['duration_s', 86_400]], { speed }])}`);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      try {
        for (let look = 0; look < 2; look += 1) await lab.moves();
        // Whoever waits may ask for something else, and gets it.
        await lab.pause();
        const packet = (await lab.packet.textContent()) ?? '';
        await page.keyboard.press('ArrowRight');
        await expect(lab.packet).not.toHaveText(packet);
      } finally {
        await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      }
      lab.staysQuiet();
    });
  }
});

test.describe('a scene that no machine can run', () => {
  test('shows the way to a moment far away, and stops there when asked to', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(`./#${linkOf(['choked-model1', HEAVY, { at_s: 100 }])}`);
    await expect(way(page)).toContainText(/Catching up: .* of 100\.000/);
    await page.keyboard.press('Escape');
    await expect(way(page)).toBeHidden();
    await lab.standsStill();
    expect(await lab.now_s()).toBeLessThan(100);
    lab.staysQuiet();
  });

  test('gives way to another one at once, also with several lanes', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(`./#${linkOf(['choked-model1', [...HEAVY, FOUR], { at_s: 100 }])}`);
    await expect(way(page)).toBeVisible();
    await page.evaluate(() => {
      location.hash = '';
    });
    await expect(way(page)).toBeHidden();
    // The scene that opens without a link.
    await expect(lab.stage.getByRole('heading', { level: 2 })).toHaveCount(1);
    expect(await lab.disciplineOnStage()).toBe('CHOKe');
    await lab.moves();
    lab.staysQuiet();
  });

  test('says that it is too heavy, and how to leave it', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(`./#${linkOf(['choked-model1', [...HEAVY, FOUR], {}])}`);
    await expect(lab.alert).toContainText('too heavy for this machine');
    await expect(page.getByText(/× here, as fast as this machine can/)).toBeVisible();
    await lab.alert.getByRole('button', { name: 'Leave it' }).click();
    await expect(lab.alert).toBeHidden();
    await lab.reaches(0.5);
    lab.staysQuiet();
  });
});

test.describe('an engine that is lost', () => {
  // One that closes is silent, as one that hangs; what is left of it to end is less.
  const closes: readonly (readonly [name: string, kill: () => void])[] =
    process.env.CHOKEPOINT_THOROUGH === undefined ? [] : [['closes', () => self.close()]];
  const ways: readonly (readonly [name: string, kill: () => void])[] = [
    ...closes,
    [
      'hangs',
      () => {
        setTimeout(() => {
          for (;;);
        });
      },
    ],
    [
      'throws',
      () => {
        setTimeout(() => {
          throw new Error('out of memory');
        });
      },
    ],
  ];
  for (const [name, kill] of ways) {
    test(`and ${name} is replaced at the same moment of the same scene`, async ({ page }) => {
      const lab = new Lab(page);
      await lab.open(`./#${linkOf(['choked-model1', [FOUR, ['seed', 5]], {}])}`);
      await lab.reaches(1);
      const before_s = await lab.now_s();
      const address = page.url();
      await engineOf(page, 2).evaluate(kill);
      await expect(lab.alert).toContainText('The engine stopped and was replaced');
      expect(await lab.now_s()).toBeGreaterThanOrEqual(before_s);
      await lab.moves();
      // The address holds all that the scene is made of.
      expect(page.url()).toBe(address);
      await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(lab.alert).toBeHidden();
    });
  }
});

/** How far the run is on its way. */
function way(page: Page) {
  return page.getByText(/^(Catching up|Searching)/);
}

function engineOf(page: Page, lane: number) {
  const worker = page.workers()[lane];
  if (worker === undefined) throw new Error(`there is no engine of lane ${lane}`);
  return worker;
}
