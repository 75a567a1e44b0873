import { Lab } from './support/lab';
import { linkOf, packed } from './support/link';
import { expect, test } from './support/test';

type BadLink = readonly [what: string, fragment: string, named: RegExp];

/** Links that cannot be opened, each with text that the message must contain. */
const BAD: readonly BadLink[] = [
  ['no link at all', 'hello', /not a link of Chokepoint/],
  ['damaged', '1.q1ZKTEo2NDQwVNJRMlCyMjIwNwRK', /damaged/],
  ['oversized', `1.${'A'.repeat(50_000)}`, /50002 characters, of which at most 16000/],
  ['of a newer version', '9.q1ZKTEo2NDQw', /newer version/],
  ['of an unknown preset', linkOf(['no-such-scene', [], {}]), /no-such-scene/],
  ['asking for a billion flows', linkOf(['choked-model1', [['flows.0.count', 1e9]], {}]), /flows\.0\.count/],
  ['reaching for the prototype', linkOf(['choked-model1', [['__proto__.polluted', true]], {}]), /__proto__/],
  ['with markup', '<img src=x onerror=alert(1)>', /not a link of Chokepoint/],
];

/** More bad links, for thorough runs. The engine's own tests show that it refuses them in the same way. */
const MORE_BAD: readonly BadLink[] = [
  ['cut short', linkOf(['choked-model1', [['seed', 7]], {}]).slice(0, -6), /damaged/],
  ['with one letter changed', linkOf(['choked-model1', [['seed', 7]], {}]).replace(/..$/, 'zz'), /damaged/],
  [
    'small, but unfolding to megabytes',
    linkOf(['choked-model1', [['title', ' '.repeat(4_000_000)]], {}]),
    /unfolds to/,
  ],
  ['with a script for an address', 'javascript:alert(1)', /not a link of Chokepoint/],
  ['with a setting that is not a number', linkOf(['choked-model1', [['seed', { evil: [] }]], {}]), /seed/],
  ['deeply nested', `1.${packed(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)}`, /damaged/],
];
const OPENED = process.env.CHOKEPOINT_THOROUGH === undefined ? BAD : [...BAD, ...MORE_BAD];

test('a bad link is reported, and the first scene runs', async ({ page }) => {
  const lab = new Lab(page);
  // Only the first link loads the page; the other links change the fragment of the loaded page. The page opens links
  // by the same code in both cases.
  for (const [what, fragment, named] of OPENED)
    await test.step(what, async () => {
      await lab.open(`./#${fragment}`);
      await expect(lab.alert).toContainText('This link could not be opened');
      await expect(lab.alert).toContainText(named);
      expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
      await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
      await expect(lab.alert).toBeHidden();
    });
  // The run continues after the bad links.
  await lab.moves();
  lab.staysQuiet();
});

test('markup in a valid link is shown as text and not interpreted', async ({ page }) => {
  const lab = new Lab(page);
  await lab.open(`./#${linkOf(['choked-model1', [['title', '<img src=x onerror=alert(1)>']], {}])}`);
  await lab.moves();
  expect(await page.locator('img').count()).toBe(0);
  lab.staysQuiet();
});
