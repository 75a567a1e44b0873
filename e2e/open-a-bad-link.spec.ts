import { Lab } from './support/lab';
import { linkOf, packed } from './support/link';
import { expect, test } from './support/test';

type BadLink = readonly [what: string, fragment: string, named: RegExp];

/** Links that cannot be opened, each with what the message must name. */
const BAD: readonly BadLink[] = [
  ['no link at all', 'hello', /no link of Chokepoint/],
  ['damaged', '1.q1ZKTEo2NDQwVNJRMlCyMjIwNwRK', /damaged/],
  ['oversized', `1.${'A'.repeat(50_000)}`, /50002 characters, of which at most 16000/],
  ['of a newer version', '9.q1ZKTEo2NDQw', /newer version/],
  ['of an unknown preset', linkOf(['no-such-scene', [], {}]), /no-such-scene/],
  ['asking for a billion flows', linkOf(['choked-model1', [['flows.0.count', 1e9]], {}]), /flows\.0\.count/],
  ['reaching for the prototype', linkOf(['choked-model1', [['__proto__.polluted', true]], {}]), /__proto__/],
  ['with markup', '<img src=x onerror=alert(1)>', /no link of Chokepoint/],
];

/** The engine refuses these like the others, which its own tests show. */
const MORE_BAD: readonly BadLink[] = [
  ['cut short', linkOf(['choked-model1', [['seed', 7]], {}]).slice(0, -6), /damaged/],
  ['with one letter changed', linkOf(['choked-model1', [['seed', 7]], {}]).replace(/..$/, 'zz'), /damaged/],
  [
    'small, but unfolding to megabytes',
    linkOf(['choked-model1', [['title', ' '.repeat(4_000_000)]], {}]),
    /unfolds to/,
  ],
  ['with a script for an address', 'javascript:alert(1)', /no link of Chokepoint/],
  ['with a setting that is no number', linkOf(['choked-model1', [['seed', { evil: [] }]], {}]), /seed/],
  ['deeply nested', `1.${packed(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)}`, /damaged/],
];
const OPENED = process.env.CHOKEPOINT_THOROUGH === undefined ? BAD : [...BAD, ...MORE_BAD];

const VIEWS = [
  { at_s: 'soon' },
  { at_s: -5 },
  { at_s: 1e300 },
  { at_s: null },
  { speed: 'fast' },
  { speed: 1e9 },
  { at_s: [], speed: {} },
  'not a view',
];

test('a bad link is named as such, and the first scene runs', async ({ page }) => {
  const lab = new Lab(page);
  // The first one is opened with the page, the others in it: both lead through the same door.
  for (const [what, fragment, named] of OPENED)
    await test.step(what, async () => {
      await lab.open(`./#${fragment}`);
      await expect(lab.alert).toContainText('This link could not be opened');
      await expect(lab.alert).toContainText(named);
      expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
      await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(lab.alert).toBeHidden();
    });
  // None of them has stopped it.
  await lab.moves();
  lab.staysQuiet();
});

test('markup in a valid link is shown as text, not run', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(`./#${linkOf(['choked-model1', [['title', '<img src=x onerror=alert(1)>']], {}])}`);
  await lab.moves();
  expect(await page.locator('img').count()).toBe(0);
  lab.staysQuiet();
});

test('a link whose view makes no sense opens its scene all the same', async ({ page }) => {
  const lab = new Lab(page);
  for (const [number, view] of VIEWS.entries())
    await test.step(JSON.stringify(view), async () => {
      // Another discipline each time, so that one sees which scene stands there.
      const [id, name] = number % 2 === 0 ? ['red', 'RED'] : ['choke', 'CHOKe'];
      await lab.open(`./#${linkOf(['choked-model1', [['lanes.0.aqm', id]], view])}`);
      await expect(lab.stage.getByRole('heading', { level: 2 })).toHaveText(name);
      await expect(lab.alert).toBeHidden();
      // Wherever that left the run, it can be played from the start.
      await page.getByRole('button', { name: 'Restart' }).click();
      await lab.playsOn();
    });
  lab.staysQuiet();
});

test('a bad link pasted into the open page is named, too', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open();
  await lab.moves();
  await page.evaluate(() => {
    window.location.hash = '9.abc';
  });
  await expect(lab.alert).toContainText(/newer version/);
  await lab.moves();
  lab.staysQuiet();
});
