/**
 * A link preserves three things that the page shows: a stop after a match, the kind of step, and the preset from which
 * the page's texts come.
 */

import { beforeEach, expect, it, vi } from 'vitest';
import type { Scenario } from '../core/border/scenario';
import { viewStore } from '../core/page/view-store';
import { playlistStore } from '../core/playlist/playlist-store';
import { sceneStore } from '../core/scene/scene-store';
import { stepInLink, stepKindIn } from '../core/session/link-view';
import { addThisMoment } from '../features/playlist/add-moment';
import { openMoment } from '../features/playlist/playlists';
import { CATALOG, testEngine } from '../testing/engine';
import { PRESET, settled, started } from '../testing/session';

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

const fragmentOf = (address: string): string => address.slice(address.indexOf('#') + 1);

/** A page that has stopped after a match: the match is found, but no packet has been removed. */
async function atMatch() {
  const lab = await started();
  lab.session.setStepKind({ kind: 'match' });
  lab.session.step('forward');
  await vi.waitUntil(() => sceneStore.getState().isHalfway, { timeout: 30_000 });
  return { ...lab, link: fragmentOf(await lab.session.linkOf(true)), at_s: lab.now() };
}

it('a link made at a stop after a match opens there, and keeps the kind of step', async () => {
  const { link, at_s } = await atMatch();
  sceneStore.setState(sceneStore.getInitialState(), true);
  const { session, now } = await started({ fragment: link });
  expect(now()).toBe(at_s);
  expect(sceneStore.getState()).toMatchObject({ isHalfway: true, stepKind: { kind: 'match' }, state: 'paused' });
  session.step('forward');
  await settled();
  // The step that carries out the drops of the match does not advance the simulated time.
  expect([sceneStore.getState().isHalfway, now()]).toEqual([false, at_s]);
  session.step('forward');
  await vi.waitUntil(() => now() > at_s, { timeout: 30_000 });
  expect(sceneStore.getState().isHalfway).toBe(true);
});

it("an entry of a playlist and the browser's Back lead to the stop after a match", async () => {
  const lab = await atMatch();
  await addThisMoment(lab.session, lab.run(), true);
  const { moments } = playlistStore.getState().list;
  const place = moments.length - 1;
  expect(moments[place]?.title).toMatch(/^Match of (UDP|TCP) \d+ at [\d.]+.s under CHOKeD, /);
  expect(sceneStore.getState().notices).toMatchObject([{ kind: 'moment-added', count: moments.length }]);
  await lab.paste(fragmentOf(await lab.session.linkOf(false)));
  await vi.waitUntil(() => lab.now() === 0, { timeout: 30_000 });
  expect(sceneStore.getState().isHalfway).toBe(false);
  await lab.back();
  await vi.waitUntil(() => sceneStore.getState().isHalfway, { timeout: 30_000 });
  expect(lab.now()).toBe(lab.at_s);
  await lab.session.seek(0);
  await settled();
  await openMoment(lab.session.inside, place);
  expect([sceneStore.getState().isHalfway, lab.now()]).toEqual([true, lab.at_s]);
});

it('a link that claims a stop after a match, at a time without one, opens without this stop', async () => {
  const engine = await testEngine();
  await started({ fragment: await engine.encodeLink(PRESET.scenario, PRESET.scenario, { at_s: 0.5, half: true }) });
  expect(sceneStore.getState().isHalfway).toBe(false);
});

it('every kind of step can be written into a link and read again, and an unknown kind is read as a decision', () => {
  const early = CATALOG.reasons.findIndex(({ id }) => id === 'early');
  const kinds = [
    { kind: 'decision' },
    { kind: 'match' },
    { kind: 'second' },
    { kind: 'drop' },
    { kind: 'drop', reason: early },
    { kind: 'arrival', flow: 3 },
  ] as const;
  for (const kind of kinds) expect(stepKindIn(stepInLink(kind, CATALOG).step, CATALOG, 34)).toEqual(kind);
  for (const odd of ['arrival:35', 'arrival:0', 'drop:no-such-reason', 'constructor', ''])
    expect(stepKindIn(odd, CATALOG, 34)).toEqual({ kind: 'decision' });
});

it('a renamed scene keeps its link, but the link shows no texts of the preset', async () => {
  const own: Scenario = { ...PRESET.scenario, id: 'mine', title: 'Two round trips' };
  const engine = await testEngine();
  const link = await engine.encodeLink(own, PRESET.scenario, {});
  const { session } = await started({ fragment: link });
  expect(sceneStore.getState()).toMatchObject({ preset: undefined, scenario: { title: 'Two round trips' } });
  expect(fragmentOf(await session.linkOf(false))).toBe(link);
  // A preset with changed settings keeps its texts.
  const changed = { ...PRESET.scenario, seed: 99 };
  await started({ fragment: await engine.encodeLink(changed, PRESET.scenario, {}) });
  expect(sceneStore.getState().preset).toBe(PRESET);
});
