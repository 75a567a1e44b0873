/** A scene that the first package lacks a part for opens in the full one, by whichever way it comes. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { started } from '../../testing/session';
import type { Preset } from '../border/scenario';

const ID = 'modern-l4s-prague';
const PRAGUE = JSON.parse(
  readFileSync(new URL(`../../../../presets/${ID}.json`, import.meta.url)).toString(),
) as Preset;

it('opens a preset with the senders of Linux, and its link', async () => {
  const { session, run } = await started({ others: [PRAGUE], search: `?preset=${ID}` });
  expect(run().facts.flows[0]?.transport).toBe('prague');
  const link = await session.linkOf(false);
  const again = await started({ others: [PRAGUE], fragment: link.slice(link.indexOf('#') + 1) });
  expect(again.run().facts.flows[0]?.transport).toBe('prague');
});
