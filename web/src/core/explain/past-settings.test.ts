import { beforeEach, expect, it } from 'vitest';
import { PRESET, type StartedSession, settled, started } from '../../testing/session';
import { viewStore } from '../page/view-store';
import type { DecisionRecord } from '../run/run-buffer';
import { sceneStore } from '../scene/scene-store';
import { explainCode } from './explain-model';
import { explainDecision } from './story';
import { factText } from './story-fixtures';

beforeEach(() => {
  sceneStore.setState(sceneStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
});

/** For each discipline: a setting, its value at the decision, its later value, and its text in the explanation. */
const CHANGES = [
  { aqm: 'choked', path: 'queue.params.min_th', from: 40, to: 20, says: (value: number) => `min_th\u00a0${value}` },
  { aqm: 'red', path: 'queue.params.max_th', from: 80, to: 70, says: (value: number) => `max_th\u00a0${value}` },
  { aqm: 'gchoke', path: 'lanes.0.params.min_th', from: 30, to: 10, says: (value: number) => `min_th\u00a0${value}` },
  { aqm: 'chokew', path: 'queue.params.l_th', from: 20, to: 10, says: (value: number) => `L_th\u00a0${value}` },
  { aqm: 'drop-tail', path: 'queue.params.limit', from: 100, to: 60, says: (value: number) => `${value} packets wait` },
] as const;

it.each(CHANGES)('a change of $path does not alter the explanation of earlier decisions of $aqm', async (change) => {
  const { aqm, path, from, to, says } = change;
  const isOfLane = path.startsWith('lanes.');
  const id = path.split('.').at(-1) ?? '';
  const { scenario } = PRESET;
  const lab = await started({
    preset: {
      ...PRESET,
      scenario: {
        ...scenario,
        queue: { params: isOfLane ? {} : { [id]: from } },
        lanes: [{ aqm, params: isOfLane ? { [id]: from } : {} }],
      },
    },
  });
  await lab.play(3);
  if (sceneStore.getState().state === 'playing') lab.session.togglePlay();
  await settled();
  // Not every decision tests the setting.
  await stepUntil(lab, (text) => text.includes(says(from)));

  const past = decisionOf(lab);
  const before = explained(lab, past);
  await lab.session.change(path, to);
  await settled();
  expect(lab.run().facts.params[id]).toBe(to);
  expect(explained(lab, past)).toEqual(before);

  const next = await stepUntil(lab, (text) => text.includes(says(to)));
  expect(next).not.toContain(says(from));
});

function decisionOf(lab: StartedSession): DecisionRecord {
  const { decision } = lab.run();
  if (decision === undefined) throw new Error('nothing was decided yet');
  return decision;
}

/** The explanation and the code of a decision, as the page shows them now. */
function explained(lab: StartedSession, decision: DecisionRecord) {
  return { story: explainDecision(decision, lab.run()).map(factText), code: explainCode(decision, lab.run()) };
}

async function stepUntil(lab: StartedSession, isIt: (story: string) => boolean): Promise<string> {
  for (let count = 0; count < 300; count += 1) {
    const text = explained(lab, decisionOf(lab)).story.join('\n');
    if (isIt(text)) return text;
    lab.session.stepBy({ kind: 'decision' }, 'forward');
    await settled();
  }
  throw new Error('no decision is explained by that setting');
}
