import { describe, expect, it } from 'vitest';
import { FixtureRun, mixedQueue } from './fixtures';
import { describeStage, laneFacts, legendEntries, packetFacts } from './stage-facts';

describe('the stage in words', () => {
  it('keeps the width of every number in the title line', () => {
    const widths = [0, 7, 83, 100].map((length) =>
      laneFacts(new FixtureRun(mixedQueue(length), { average: length })).map(({ value }) => value.length),
    );
    for (const width of widths) expect(width).toEqual(widths[0]);
  });

  it('gives the queue, the average, the rate of the unresponsive flow, and fairness', () => {
    const facts = laneFacts(new FixtureRun(mixedQueue(83)));
    expect(facts.map(({ label }) => label)).toEqual(['queue', 'average', 'UDP', 'Jain']);
    expect(facts.map(({ value }) => value.trim())).toEqual(['83 of 100', '77.2', '0.039 Mb/s', '0.96']);
  });

  it('names each value, and the time from which a missing value will be measured', () => {
    const run = new FixtureRun(mixedQueue(83));
    expect(laneFacts(run).map(({ says }) => says)).toEqual([
      undefined,
      undefined,
      'moving mean of 10\u00a0s',
      'since the start',
    ]);
    const scenario = { ...run.facts.scenario, measured_from_s: 50 };
    const jain = (now_s: number) =>
      laneFacts(
        Object.assign(Object.create(run), {
          facts: { ...run.facts, scenario },
          latest: { ...run.latest, scalars: { ...run.latest.scalars, now_s } },
        }),
      ).at(-1);
    expect(jain(1)?.value.trim()).toBe('– from 50\u00a0s');
    expect(jain(60)?.value).toBe('0.96 since 50\u00a0s');
    expect(jain(60)?.value).toHaveLength(jain(1)?.value.length ?? 0);
  });

  it('has no average for a discipline that keeps none', () => {
    const facts = laneFacts(new FixtureRun(mixedQueue(83), { aqm: 'drop-tail' }));
    expect(facts.map(({ id }) => id)).not.toContain('average');
  });

  it('describes the queue in a sentence', () => {
    const queue = mixedQueue(83);
    const greedy = queue.filter(({ flow }) => flow === 0).length;
    expect(describeStage(new FixtureRun(queue))).toBe(
      `CHOKeD: 83 of 100 packets waiting, ${greedy} of them unresponsive; average 77.2.`,
    );
    expect(describeStage(new FixtureRun([], { aqm: 'drop-tail' }))).toBe('DropTail: 0 of 100 packets waiting.');
  });

  it('describes the painted queue, which may be older than that of the run', () => {
    const run = new FixtureRun(mixedQueue(83));
    const before = { flow: [...run.latest.queue.flow, 0] };
    expect(describeStage(run, before as unknown as typeof run.latest.queue)).toMatch(
      /^CHOKeD: 84 of 100 packets waiting/,
    );
  });

  it('describes a packet while it waits', () => {
    const run = new FixtureRun([
      { packet: 71, flow: 3, flags: 4, arrived_s: 0.9 },
      { packet: 72, flow: 0, arrived_s: 0.95 },
    ]);
    expect(packetFacts(run, 71)).toEqual({
      title: 'TCP flow 4, responsive',
      lines: [
        'packet 71, 1000\u00a0bytes',
        'position 1 of 2 from the front',
        'has waited 100.0 ms',
        'a retransmission',
      ],
    });
    expect(packetFacts(run, 72)?.title).toBe('UDP flow 1, unresponsive');
    run.serve();
    expect(packetFacts(run, 71)).toBeUndefined();
  });

  it('lists the signs that this discipline can show, each once', () => {
    const names = (aqm: 'drop-tail' | 'red' | 'choked') =>
      legendEntries(new FixtureRun([], { aqm })).map(({ id }) => id);
    expect(names('drop-tail')).toEqual(['responsive', 'unresponsive', 'overflow']);
    expect(names('red')).toEqual(['responsive', 'unresponsive', 'early', 'forced', 'overflow']);
    expect(names('choked')).toEqual(['responsive', 'unresponsive', 'early', 'forced', 'overflow', 'match']);
  });
});
