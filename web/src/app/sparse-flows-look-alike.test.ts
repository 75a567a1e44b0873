/** Sparse flows, such as a ping, have their own colour and mark, both on the stage and in the per-flow plot. */

import { expect, it } from 'vitest';
import type { SceneFacts } from '../core/border/client';
import type { FlowGroup } from '../core/border/scenario';
import { FLOWS } from '../core/plots/flows';
import { FixtureRun } from '../core/stage/fixtures';
import { legendEntries, packetFacts } from '../core/stage/stage-facts';
import { layoutLane } from '../core/stage/stage-layout';
import { StageMemory } from '../core/stage/stage-memory';
import { stripOf } from '../core/stage/strip';
import { alone, plotSource, VIEW } from '../testing/plot-source';

/** Facts of a scene whose first flow sends at `rate`. All other flows are responsive. */
function facts<Facts extends SceneFacts>(given: Facts, rate_bps: number): Facts {
  const udp = { transport: 'udp', source: 'cbr', count: 1, rate_bps };
  const tcp = { transport: 'newreno', source: 'ftp', count: given.flows.length - 1 };
  const flows = [udp, tcp] as unknown as readonly FlowGroup[];
  return { ...given, scenario: { ...given.scenario, flows, interventions: [] } };
}

function stage(rate_bps: number): FixtureRun {
  const queue = [0, 1, 0, 2].map((flow, at) => ({ packet: at + 1, flow }));
  const run = new FixtureRun(queue);
  return Object.assign(Object.create(run), { facts: facts(run.facts, rate_bps) });
}

it('the legend of the queue lists sparse flows only if the scene contains any', () => {
  const names = (rate_bps: number): string[] =>
    legendEntries(stage(rate_bps)).flatMap(({ sign, names: all }) => (sign.kind === 'packet' ? all : []));
  expect(names(2e6)).toEqual(['responsive (TCP)', 'unresponsive (UDP)']);
  expect(names(20_000)).toEqual(['responsive (TCP)', 'sparse (ping, call)']);
  expect(packetFacts(stage(20_000), 1)?.title).toContain('sparse');
});

it('a strip of many packets shows sparse and unresponsive flows differently', () => {
  const shares = (rate_bps: number): (number | undefined)[] => {
    const run = stage(rate_bps);
    const layout = layoutLane({ x: 0, y: 0, width: 900, height: 220 }, 100, { lanes: 1, places: 100 });
    const memory = new StageMemory();
    const moment = { now_ms: 0, isPlaying: false, isBackward: false, isCalm: false, isHalfway: false };
    memory.observe(run, { ...moment, pace: { kind: 'max' } }, layout);
    const strip = stripOf(run, Object.assign(Object.create(memory), { perColumn: 4 }), layout);
    return [strip.responsive[0], strip.unresponsive[0], strip.sparse?.[0]];
  };
  expect(shares(2e6)).toEqual([0.5, 0.5, undefined]);
  expect(shares(20_000)).toEqual([0.5, 0, 0.5]);
});

it('the plot by flow marks sparse flows as the stage does', () => {
  const looks = (rate_bps: number): unknown[] => {
    const source = plotSource();
    const display = FLOWS.display(alone({ ...source, facts: facts(source.facts, rate_bps) }), VIEW);
    return display.dots.map(({ colour, length }) => [colour, length]);
  };
  expect(looks(2e6)).toContainEqual(['unresponsive', 1]);
  expect(looks(20_000)).toContainEqual(['sparse', 1]);
  expect(looks(20_000).flat()).not.toContain('unresponsive');
});
