import { describe, expect, it } from 'vitest';
import first from '../../../../presets/first-choke.json';
import type { Scenario } from '../../core/border/scenario';
import { unpackDecision } from '../../core/run/decision';
import { FIRST_SCENE } from '../../core/session/first-scene';
import { testEngine } from '../../testing/engine';
import { happeningOf } from './what-happened';

const scenario = first.scenario as unknown as Scenario;

/** What the introduction says about the first decisions of the first scene under a discipline. */
async function textsOf(aqm: string, decisions: number): Promise<readonly string[]> {
  const engine = await testEngine();
  const catalog = await engine.catalog();
  await engine.open({ ...scenario, lanes: [{ aqm, params: {} }] }, FIRST_SCENE.at_s);
  const words: string[] = [];
  for (let count = 0; count < decisions; count += 1) {
    const frame = await engine.stepDecision();
    const record = unpackDecision(frame, frame.decisions.serial.length - 1);
    if (record === undefined) throw new Error('a decision without a record');
    words.push(happeningOf(record, record.flow === 0, catalog).what);
  }
  return words;
}

describe('the first scene in words', () => {
  it('contains an admission and a match within the first five packets', async () => {
    const words = await textsOf('choke', 5);
    expect(words[0]).toBe('Another flow: it waits at the end of the queue');
    expect(words).toContain('Same flow: both are dropped');
  });

  it('has texts for all decisions of RED', async () => {
    const words = new Set(await textsOf('red', 200));
    expect([...words].sort()).toEqual([
      'Dropped by chance',
      'Dropped: the queue is too long',
      'It waits at the end of the queue',
    ]);
  });
});
