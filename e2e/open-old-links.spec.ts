import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Lab } from './support/lab';
import { expect, test } from './support/test';

interface Entry {
  readonly kind: string;
  readonly link: string;
}

const CORPUS = readFileSync(
  fileURLToPath(new URL('../crates/core/engine/tests/links/corpus.ndjson', import.meta.url)),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry);

/** One link of each kind that the page handles differently. The engine's tests open and run all stored links. */
const SAMPLE = [
  'version 1: lanes',
  'version 1: changes on the way',
  'as it is',
  'four settings',
  'four lanes',
  'many changes on the way',
  'a moment',
  'the presenter with plot and theme',
];

test('stored links of every kind open on the page', async ({ page }) => {
  const lab = new Lab(page);
  for (const kind of SAMPLE) {
    const entry = CORPUS.find((known) => known.kind === kind);
    if (entry === undefined) throw new Error(`the corpus has no link of the kind “${kind}”`);
    await test.step(kind, async () => {
      // Changing only the fragment would not reload the page.
      await page.goto('about:blank');
      await lab.open(`./#${entry.link}`);
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
  lab.staysQuiet();
});
