import { describe, expect, it } from 'vitest';
import { FAKE_SCENE } from '../scenario/fake-scene';
import { SceneRefused } from './client';
import { fakeEngine } from './fake';

describe('the fake engine', () => {
  it('gives the same run whether it is opened late or played', async () => {
    const played = fakeEngine();
    await played.open(FAKE_SCENE);
    for (let at = 0.3; at < 8; at += 0.3) await played.advance(at, 1000);
    const one = await played.advance(8, 1000);
    const { frame: other } = await fakeEngine().open(FAKE_SCENE, 8);
    // How much of the series the page has by now differs.
    expect({ ...one.scalars, series_valid_until_s: 0 }).toEqual(other.scalars);
    expect(one.queue).toEqual(other.queue);
  });

  it('replays an intervention', async () => {
    const engine = fakeEngine();
    await engine.open(FAKE_SCENE, 2);
    const { facts } = await engine.change('flows.0.rate_bps', 5e6);
    expect(facts.scenario.interventions).toEqual([{ at_s: 2, path: 'flows.0.rate_bps', value: 5e6 }]);
    const live = await engine.advance(5, 1000);
    const { frame: again } = await fakeEngine().open(facts.scenario, 5);
    expect(again.scalars.arrived).toBe(live.scalars.arrived);
  });

  it('conserves packets, and steps one decision at a time', async () => {
    const engine = fakeEngine();
    await engine.open(FAKE_SCENE, 5);
    const before = (await engine.advance(5, 10)).scalars.decisions;
    const { scalars, decisions } = await engine.stepDecision();
    expect(scalars.decisions).toBe(before + 1);
    expect(decisions.serial).toEqual(Uint32Array.of(before + 1));
    const sending = scalars.sending_flow >= 0 ? 1 : 0;
    expect(scalars.arrived).toBe(scalars.departed + scalars.dropped + scalars.waiting + sending);
  });

  it('refuses what is out of range, naming it', async () => {
    const wrong = { ...FAKE_SCENE, queue: { params: { max_th: 20_000 } } };
    await expect(fakeEngine().open(wrong)).rejects.toBeInstanceOf(SceneRefused);
    await expect(fakeEngine().decodeLink('garbage', [])).rejects.toThrow(/link/);
  });

  it('reads the links it writes', async () => {
    const engine = fakeEngine();
    const link = await engine.encodeLink(FAKE_SCENE, FAKE_SCENE, { at_s: 3 });
    expect(await engine.decodeLink(link, [FAKE_SCENE])).toEqual({ scenario: FAKE_SCENE, view: { at_s: 3 } });
  });
});
