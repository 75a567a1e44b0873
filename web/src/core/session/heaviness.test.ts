import { expect, it } from 'vitest';
import { type PaceId, placeOfPace } from '../run/playback';
import { sceneStore } from '../scene/scene-store';
import { Heaviness } from './heaviness';

/**
 * Kinds of the notices that the page shows after three seconds at the chosen speed. During this time, the run achieves
 * `achievedRate` simulated seconds per real second.
 */
function said(pace: PaceId, achievedRate: number): readonly string[] {
  sceneStore.setState({ ...sceneStore.getInitialState(), pace: placeOfPace(pace), achievedRate: undefined }, true);
  const heaviness = new Heaviness();
  const run = { now_s: 5, duration_s: 200 };
  heaviness.look(0, run, undefined);
  sceneStore.setState({ achievedRate });
  heaviness.look(3000, run, undefined);
  return sceneStore.getState().notices.map(({ kind }) => kind);
}

it('a scene is not reported as too heavy because the user chose slow motion', () => {
  expect(said('1', 0.045)).toEqual(['heavy']);
  expect(said('max', 0.045)).toEqual(['heavy']);
  expect(said('1/20', 0.045)).toEqual([]);
  expect(said('1/50', 0.015)).toEqual([]);
  expect(said('1/20', 0.01)).toEqual(['heavy']);
});
