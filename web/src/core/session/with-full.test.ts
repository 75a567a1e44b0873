/**
 * Tests that a scene opens in the full package of the engine if the small package, which is loaded first, cannot play
 * it, whichever way the scene is opened.
 */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { started } from '../../testing/session';
import type { Preset } from '../border/scenario';

const ID = 'modern-l4s-prague';
const PRAGUE = JSON.parse(
  readFileSync(new URL(`../../../../presets/${ID}.json`, import.meta.url)).toString(),
) as Preset;

it('a preset with the senders of Linux, and the link to it, open in the full package', async () => {
  const { session, run } = await started({ others: [PRAGUE], search: `?preset=${ID}` });
  expect(run().facts.flows[0]?.transport).toBe('prague');
  const link = await session.linkOf(false);
  const again = await started({ others: [PRAGUE], fragment: link.slice(link.indexOf('#') + 1) });
  expect(again.run().facts.flows[0]?.transport).toBe('prague');
});
