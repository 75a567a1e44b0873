import { describe, expect, it } from 'vitest';
import { started } from '../../testing/session';
import { sceneStore } from './scene-store';
import { waitingRun } from './use-waiting-run';

const state = (): string => sceneStore.getState().state;

describe('a run behind a dialog', () => {
  it('pauses at its simulated time, and continues afterwards', async () => {
    const { session, play, now } = await started();
    if (state() !== 'playing') session.togglePlay();
    await play(0.3);
    const goOn = waitingRun(session);
    const then_s = now();
    await play(0.3);
    expect([state(), now()]).toEqual(['paused', then_s]);
    goOn();
    await play(0.3);
    expect(state()).toBe('playing');
    expect(now()).toBeGreaterThan(then_s);
  });

  it('stays paused if it was paused before', async () => {
    const { session } = await started();
    if (state() === 'playing') session.togglePlay();
    waitingRun(session)();
    expect(state()).toBe('paused');
  });

  it('does not start a scene that was opened meanwhile', async () => {
    const { session } = await started();
    if (state() !== 'playing') session.togglePlay();
    const goOn = waitingRun(session);
    const { scenario } = sceneStore.getState();
    sceneStore.setState({ scenario: scenario && { ...scenario } });
    goOn();
    expect(state()).toBe('paused');
  });
});
