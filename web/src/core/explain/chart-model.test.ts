/** In every flow chart, the path of a decision ends at the outcome that the engine recorded. */

import { expect, it } from 'vitest';
import { CATALOG, testEngine } from '../../testing/engine';
import { SMALL_SCENE } from '../../testing/small-scene';
import { RunBuffer } from '../run/run-buffer';
import { type ChartRow, chartOf, endOf, wayThrough } from './chart-model';

const DECISIONS = 300;
const CHARTED = CATALOG.disciplines.filter(({ rule }) => rule.chart !== null);

it('every discipline has a flow chart if its document draws one', () => {
  expect(CHARTED.map(({ id }) => id).sort()).toEqual([
    'back-choke',
    'choke',
    'choked',
    'front-choke',
    'gchoke',
    'pernewque',
    'red',
    'xchoke',
  ]);
});

it.each(CHARTED)('the path through the chart of $name ends with the recorded outcome', async (about) => {
  const client = await testEngine();
  const run = new RunBuffer(CATALOG, await client.open({ ...SMALL_SCENE, lanes: [{ aqm: about.id, params: {} }] }, 10));
  const chart = chartOf(about, run.facts.params);
  if (chart === undefined) throw new Error('its questions are not asked under the default settings');
  const ends = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (let step = 0; step < DECISIONS; step += 1) {
    run.append(await client.stepDecision(), step);
    const { decision } = run;
    if (decision === undefined || decision.trigger !== undefined) continue;
    const rows = wayThrough(chart, decision, true);
    for (const { number, taken } of rows) for (const answer of taken) seen.add(`${number} ${answer}`);
    const end = ended(rows);
    // Only the outcome for the arrival counts, although a waiting packet may be dropped with it.
    const isDropped = decision.steps.some((step) => step.kind === 'drop' && step.place < 0);
    const fate = isDropped ? 'drop' : 'admit';
    ends.set(end, (ends.get(end) ?? new Set()).add(fate));
  }
  // Each end of the chart stands for one outcome, and each outcome has an end.
  for (const [end, fates] of ends) {
    const isAdmitted = /^admit|^nothing|of j$/.test(end);
    expect([end, ...fates]).toEqual([end, isAdmitted ? 'admit' : 'drop']);
  }
  expect(ends.size).toBeGreaterThan(1);
  expect(seen.size).toBeGreaterThan(3);
});

function ended(rows: readonly ChartRow[]): string {
  const last = rows.find(({ state }) => state === 'last');
  const end = last && endOf(last.taken.at(-1) === 'no' ? last.no : last.yes);
  return end ?? `open at ${rows.find(({ state }) => state === 'open')?.text}`;
}
