/** On any machine and with any scene, the page stays usable, reports long computations, and can open another scene. */

import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { COMPUTED, expect, type Page, realTime, test } from './support/test';

const lane = (aqm: string) => ({ aqm, params: {} });
const TWO = ['lanes', ['red', 'choked'].map(lane)] as const;
/** A thousand sources that each send a packet every microsecond: about 10¹¹ packets until 100 s. */
const HEAVY: readonly (readonly [path: string, value: unknown])[] = [
  ['access', { rate_bps: 1e11, delay_s: 0.01 }],
  ['flows', [{ transport: 'udp', source: 'geometric', count: 1000, packet_bytes: 41, slot_s: 1e-6, start_s: [0, 0] }]],
];

realTime.describe('a scene that no machine can run', () => {
  realTime('says that it is too heavy, and how to leave it', async ({ page }) => {
    const lab = new Lab(page);
    await lab.open(`./#${linkOf(['choked-model1', HEAVY, { workspace: 'lab' }])}`);
    await expect(lab.alert).toContainText('too heavy for this machine', COMPUTED);
    await expect(page.getByText(/× here, as fast as this machine can/)).toBeVisible();
    await lab.alert.getByRole('button', { name: 'Leave the scene' }).click();
    await expect(lab.alert).toBeHidden();
    await lab.reaches(0.5);
    lab.staysQuiet();
  });
});

test.describe('an engine that does not answer', () => {
  // A closed worker and a hung engine look alike to the page, because neither replies. Usual runs therefore test
  // only the hung engine, and thorough runs also the closed worker.
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
  ];
  for (const [name, kill] of ways) {
    test(`and ${name} is replaced, and the scene continues at the same simulated time`, async ({ page }) => {
      const lab = new Lab(page);
      await lab.open(`./#${linkOf(['choked-model1', [TWO, ['seed', 5]], { workspace: 'lab' }])}`);
      await lab.reaches(1);
      const before_s = await lab.now_s();
      const address = page.url();
      await engineOf(page, 1).evaluate(kill);
      // The terminated engine never answers this request.
      const played = lab.run(0.5);
      await expect(lab.alert).toContainText('The engine stopped and was replaced', COMPUTED);
      await played;
      expect(await lab.now_s()).toBeGreaterThanOrEqual(before_s);
      await lab.moves();
      // The URL holds the whole scene.
      expect(page.url()).toBe(address);
      await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(lab.alert).toBeHidden();
    });
  }
});

function engineOf(page: Page, lane: number) {
  const worker = page.workers()[lane];
  if (worker === undefined) throw new Error(`there is no engine of lane ${lane}`);
  return worker;
}
