/**
 * Tests what the page says about a recording inferred from captures of a Linux router. `chokepoint import` made the
 * file.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { sceneStore } from '../../core/scene/scene-store';
import { settled, started } from '../../testing/session';
import { RecordingBar } from './RecordingBar';

const BYTES = new Uint8Array(readFileSync(join(import.meta.dirname, '../../testing/captures.chokerec')));

describe('a recording from captures', () => {
  it('states that link, buffer and drops are inferred, with the recorded and the simulated number of drops', async () => {
    const { session } = await started();
    expect(await session.openFile(new Blob([BYTES]), 'mine.chokerec')).toEqual([]);
    await settled();
    const { recording } = sceneStore.getState();
    if (recording === undefined) throw new Error('no recording');
    expect(recording.description).toMatchObject({ origin: 'pcapng', decided_as_recorded: null });
    const inferred = recording.description.facts.inferred as Record<string, number>;
    const here = recording.description.end?.recomputed as Record<string, number>;
    session.seek(recording.description.known_until_s);
    // The page simulates the packets as the importer did, and gets the same numbers.
    const ran = { is_finished: 1, arrived: recording.description.packets, dropped: here.dropped_packets };
    await vi.waitFor(() => expect(session.lanes[0]?.run.latest.scalars).toMatchObject(ran), 10_000);
    const page = renderToStaticMarkup(<RecordingBar recording={recording} actions={session} />).replace(
      /<[^>]*>/g,
      ' ',
    );
    const rate = ((inferred.rate_bps ?? 0) / 1e6).toFixed(3);
    expect(page).toContain('Inferred  from captures on both sides of a router, 2026-11-23: 5,525 packets in 4 s.');
    expect(page).toContain(`The captures show ${inferred.dropped_packets} drops`);
    expect(page).toContain(
      `recomputed under drop-tail, on a link of ${rate} Mb/s (inferred) with a buffer of 99 packets (inferred), which makes ${here.dropped_packets} drops`,
    );
    expect(page).not.toContain('was reproduced');
  });
});
