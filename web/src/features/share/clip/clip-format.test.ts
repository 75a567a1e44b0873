import { afterEach, expect, it, vi } from 'vitest';
import { formatsHere, noFormatWords } from './clip-format';
import { SIZES } from './clip-plan';

const [SIZE] = SIZES;
if (SIZE === undefined) throw new Error('there is at least one size');
const PLAN = { size: SIZE, fps: 30 };

afterEach(() => vi.unstubAllGlobals());

it('without WebCodecs there is no format, and the message names a remedy', async () => {
  expect('VideoEncoder' in globalThis).toBe(false);
  expect(await formatsHere(PLAN)).toEqual([]);
  vi.stubGlobal('isSecureContext', true);
  expect(noFormatWords(PLAN)).toMatch(/neither WebM nor MP4.*lacks WebCodecs/);
  vi.stubGlobal('isSecureContext', false);
  expect(noFormatWords(PLAN)).toMatch(/https or this machine/);
});

it('if an encoder refuses the size, the message names size and rate', async () => {
  vi.stubGlobal('VideoEncoder', { isConfigSupported: async () => ({ supported: false }) });
  expect(await formatsHere(PLAN)).toEqual([]);
  expect(noFormatWords(PLAN)).toContain('neither WebM nor MP4 at 1280 × 720 and 30 frames per second');
});
