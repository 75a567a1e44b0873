import { describe, expect, it } from 'vitest';
import type { DisciplineAbout, StepEntry } from '../run/run-buffer';
import { conditionOf, denied, filledIn, findings } from './conditions';
import { explainDecision } from './story';
import {
  admit,
  average,
  CHOKED,
  DROP_TAIL,
  draw,
  drop,
  FRONT,
  factText,
  GCHOKE,
  HITS,
  line,
  N,
  P_A,
  PUSH_OUT,
  RED,
  reason,
  record,
  source,
  TARGETED,
  U,
  value,
} from './story-fixtures';

const [UDP, TCP, OTHER] = [0, 1, 2];

function explained(about: DisciplineAbout, flow: number, steps: readonly StepEntry[], params = {}): string[] {
  return explainDecision(record(flow, steps), source(about, params)).map((fact) =>
    factText(fact).replaceAll('\u00a0', ' '),
  );
}

describe('the explanation of a decision', () => {
  it('says why RED admits a packet while the queue is short', () => {
    expect(explained(RED, TCP, [...average(10, 12.2), line(2), line(9), admit(13)])).toEqual([
      'avg 12.2 is below min_th 40, so the arrival is admitted at position 14',
    ]);
  });

  it('begins without “so” if no test came before', () => {
    expect(explained(DROP_TAIL, TCP, [line(1), admit(2)])).toEqual(['the arrival is admitted at position 3']);
  });

  it('compares the random number with the probability, even if it is drawn after the line', () => {
    const until = [...average(52, 52.2), line(3, false), value(P_A, 0.0202)];
    expect(explained(RED, TCP, [...until, line(5, false), value(U, 0.31), line(9), admit(60)])).toEqual([
      'avg 52.2 is at least min_th 40 and below max_th 80, u 0.31 is at least p_a 0.0202, so the arrival is admitted at position 61',
    ]);
    expect(explained(RED, TCP, [...until, line(5, true), value(U, 0.01), line(6), drop(-1, 'early')]).at(-1)).toMatch(
      /u 0\.01 is below p_a 0\.0202, so the arrival is dropped \(early drop\)$/,
    );
  });

  it('states a decision that needed no random number', () => {
    const steps = [...average(52, 52.2), line(3, false), value(P_A, 0), line(5, false), line(9), admit(60)];
    expect(explained(RED, TCP, steps).at(-1)).toMatch(/, p_a is 0, so the arrival is admitted at position 61$/);
  });

  it('describes a mark instead of a drop', () => {
    const mark: StepEntry = { kind: 'mark', place: -1, reason: reason('mark_early') };
    const steps = [...average(52, 52.2), line(3, false), value(P_A, 0.5), value(U, 0.1), line(5, true), line(7), mark];
    expect(explained(RED, TCP, [...steps, line(9), admit(60)]).at(-1)).toMatch(
      /so the arrival is ECN-marked \(early mark\) and admitted at position 61$/,
    );
  });

  it('names a full buffer by its size', () => {
    const steps = [...average(30, 30), line(2), line(8, true), drop(-1, 'overflow')];
    expect(explained(RED, TCP, steps)).toEqual([
      'avg 30 is below min_th 40, 100 packets wait, so the arrival is dropped (overflow)',
    ]);
  });

  it('does not contradict any value', () => {
    // With "gentle", the limit is 2·max_th and not the max_th in the text of line 3. The recorded result of the line
    // therefore contradicts its text.
    const steps = [
      ...average(90, 90),
      line(3, false),
      value(P_A, 0.4),
      value(U, 0.1),
      line(5, true),
      line(6),
      drop(-1, 'early'),
    ];
    const story = explained(RED, TCP, steps).join();
    expect(story).not.toMatch(/below max_th/);
    expect(story).toMatch(/u 0\.1 is below p_a 0\.4/);
  });

  it('says why a waiting packet was dropped, and not how the loop ended', () => {
    expect(
      explained(PUSH_OUT, TCP, [line(0, true), line(1), drop(3, 'overflow'), line(0, false), line(2), admit(12)]),
    ).toEqual([
      'the buffer has no room for the arrival, so the packet at position 4 is dropped (overflow) and the arrival is admitted at position 13',
    ]);
  });

  it('splits a condition if all its parts have the same outcome and one is a comparison', () => {
    expect(explained(TARGETED, TCP, [value(N, 70), line(0, false), line(1), drop(-1, 'early')])).toEqual([
      'n 70 is at least min_th 40, more than a packet is behind, so the arrival is dropped (early drop)',
    ]);
  });

  it('uses the line of code under the settings at that time', () => {
    const steps = [
      ...average(90, 90),
      line(3, false),
      value(P_A, 0.4),
      value(U, 0.5),
      line(5, false),
      line(9),
      admit(60),
    ];
    expect(explained(RED, TCP, steps, { gentle: true })).toEqual([
      'avg 90 is at least min_th 40 and below 2·max_th 160, u 0.5 is at least p_a 0.4, so the arrival is admitted at position 61',
    ]);
  });

  it('counts the draws in each half of the queue, and names the match', () => {
    const draws = [draw(59, TCP), draw(51, UDP, true), draw(46, OTHER)];
    const steps = [
      ...average(76, 77.2),
      line(3, true),
      value(FRONT, 42),
      line(4),
      ...draws,
      value(HITS, 1),
      line(5, true),
    ];
    expect(explained(CHOKED, UDP, [...steps, line(6), drop(51, 'match_victim'), drop(-1, 'match_arriving')])).toEqual([
      'avg 77.2 is at least min_th 40 and below max_th 80, so packets are drawn',
      '3 drawn from the rear: 60 TCP 2, 52 UDP 1 ✕, 47 TCP 3; 52 also belongs to UDP flow 1',
      'so both are dropped',
    ]);
  });

  it('distinguishes rear and front half, and continues with the deciding test after a miss', () => {
    const draws = [draw(59, TCP), draw(51, OTHER), draw(3, TCP)];
    const missed = [
      ...average(76, 77.2),
      line(3, true),
      value(FRONT, 42),
      line(4),
      ...draws,
      value(HITS, 0),
      line(5, false),
    ];
    const steps = [
      ...missed,
      line(7, false),
      value(P_A, 0.1),
      line(9, true),
      value(U, 0.05),
      line(10),
      drop(-1, 'early'),
    ];
    expect(explained(CHOKED, UDP, steps)).toEqual([
      'avg 77.2 is at least min_th 40 and below max_th 80, so packets are drawn',
      '2 drawn from the rear: 60 TCP 2, 52 TCP 3; none from UDP flow 1',
      '1 drawn from the front: 4 TCP 2; not from UDP flow 1',
      'u 0.05 is below p_a 0.1, so the arrival is dropped (early drop)',
    ]);
  });

  it('describes the draws of a loop together', () => {
    const round = (place: number, flow: number, hits: number): StepEntry[] => [
      value(HITS, hits),
      line(4, true),
      line(5),
      draw(place, flow, flow === UDP),
    ];
    const steps = [
      ...average(76, 77.2),
      line(3, true),
      ...round(67, UDP, 0),
      line(6),
      drop(67, 'match_victim'),
      ...round(22, UDP, 1),
      line(6),
      drop(22, 'match_victim'),
      ...round(60, TCP, 2),
      line(7),
      line(8, true),
      drop(-1, 'match_arriving'),
    ];
    expect(explained(GCHOKE, UDP, steps)).toEqual([
      'avg 77.2 is at least min_th 40 and below max_th 80, so packets are drawn',
      '3 drawn: 68 UDP 1 ✕, 23 UDP 1 ✕, 61 TCP 2; 68, 23 also belong to UDP flow 1',
      'hits 2 is above 0, so all 3 are dropped',
    ]);
  });

  it('names the part of an “or” that held', () => {
    const steps = [...average(81, 82), line(3, true), line(4), draw(50, TCP), line(5, false), line(13), admit(90)];
    expect(explained(CHOKED, UDP, steps, { match_above_max: true })[0]).toBe(
      'avg 82 is at least min_th 40, match above max_th is on, so packets are drawn',
    );
  });

  it('quotes a test that is not a comparison', () => {
    expect(explained(DROP_TAIL, TCP, [value(N, 34), line(0, true), line(1), admit(34)])).toEqual([
      'fewer than 100 packets wait (n = 34), so the arrival is admitted at position 35',
    ]);
    expect(
      explained(DROP_TAIL, TCP, [value(N, 100), line(0, false), line(2, false), line(4), drop(-1, 'overflow')]),
    ).toEqual([
      'at least 100 packets wait (n = 100), drop from the front is off, so the arrival is dropped (overflow)',
    ]);
    expect(
      explained(
        DROP_TAIL,
        TCP,
        [value(N, 100), line(0, false), line(2, true), line(3), drop(0, 'overflow'), admit(99)],
        {
          drop_front: true,
        },
      ).at(-1),
    ).toMatch(
      /drop from the front is on, n 100 is above 0, so the packet at position 1 is dropped \(overflow\) and the arrival is admitted at position 100$/,
    );
  });

  it('gives the meaning of the reason if no line has a test', () => {
    expect(explained(RED, TCP, [drop(-1, 'forced')])).toEqual([
      'the arrival is dropped (forced drop): meaning of forced',
    ]);
  });

  it('shows six of many draws, and every match', () => {
    const many = Array.from({ length: 30 }, (_, place) => draw(place, place === 29 ? UDP : TCP, place === 29));
    const fact = explained(GCHOKE, UDP, many)[0] ?? '';
    expect(fact).toMatch(/^30 drawn: 1 TCP 2, /);
    expect(fact).toMatch(/6 TCP 2, 30 UDP 1 ✕ and 23 more; 30 also belongs to UDP flow 1$/);
  });

  it('describes a drop at the exit of the queue', () => {
    const exit = {
      ...record(TCP, [
        ...average(52, 52.2),
        line(3, false),
        value(P_A, 1),
        value(U, 0.1),
        line(5, true),
        line(6),
        drop(0, 'early'),
      ]),
      trigger: 'exit' as const,
    };
    expect(explainDecision(exit, source(RED)).map((fact) => factText(fact).replaceAll('\u00a0', ' '))).toEqual([
      'avg 52.2 is at least min_th 40 and below max_th 80, u 0.1 is below p_a 1, so the packet is dropped (early drop)',
    ]);
  });

  it('contains the meaning and the unit of each value', () => {
    const [fact] = explainDecision(record(TCP, [...average(10, 12.2), line(2), admit(3)]), source(RED));
    expect(fact?.parts.filter((part) => part.kind === 'term')).toEqual([
      { kind: 'term', text: 'avg\u00a012.2', meaning: 'average queue [packets]' },
      { kind: 'term', text: 'min_th\u00a040', meaning: 'minimum threshold: meaning of min_th' },
    ]);
  });
});

describe('the condition in a line of code', () => {
  it.each([
    'avg ← 3',
    'else: avg ← 3',
    'if idle: avg ← 0',
    'if α = {alpha}: p = max(0, 1 − α/label) = {p}',
    'guard of ns-2: fewer than 2 wait: to the buffer test',
  ])('does not exist: %s', (text) => expect(conditionOf(text)).toBeUndefined());

  it('names a quantity and its value once, and no quantity without a recorded value', () => {
    const known = (name: string) =>
      name === '{n}'
        ? { label: 'n', value: 60, meaning: '' }
        : name === '{maxq}' || name === 'q_i'
          ? { label: name, value: 40, meaning: '' }
          : undefined;
    expect(filledIn('n = {n} packets wait and fill the buffer', known)).toBe('60 packets wait and fill the buffer');
    expect(filledIn("the arrival's flow is monitored, p_f = {p_f}", known)).toBe("the arrival's flow is monitored");
    expect(findings('q_i ≥ maxq = {maxq}', true, known)).toHaveLength(1);
  });

  it.each([
    ['100 packets wait (n = 30)', 'fewer than 100 packets wait (n = 30)'],
    ['fewer than 1000 flows are listed', 'at least 1000 flows are listed'],
    ['60 packets wait and fill the buffer', '60 packets wait and do not fill the buffer'],
    ['packets wait (n = 0)', 'no packets wait (n = 0)'],
    ["any is of the arrival's flow", "none is of the arrival's flow"],
    ["the arrival's flow is monitored", "the arrival's flow is not monitored"],
    ['both and the arrival are of one flow', 'both and the arrival are not of one flow'],
    ['the buffer has no room for the arrival', 'the buffer has room for the arrival'],
    ['its flow holds 3 > apf_factor·APF packets', 'its flow holds 3 ≤ apf_factor·APF packets'],
    ['the burst allowance of 0 s lasts', 'the burst allowance of 0 s does not last'],
    ['the credit covers its first packet', 'the credit does not cover its first packet'],
    ['none matched', 'some matched'],
    // If a condition of the pseudo-code cannot be negated part by part, the whole condition is quoted, followed by
    // “does not hold”.
    ['fewer than 2 wait, or u = 0.3 ≥ 0.1', '“fewer than 2 wait, or u = 0.3 ≥ 0.1” does not hold'],
  ])('is negated if it did not hold: %s', (words, expected) => expect(denied(words)).toBe(expected));

  it('contains no words that contradict its outcome', () => {
    const known = { label: 'avg', value: 50, meaning: '' };
    expect(findings('avg < 40', true, () => known)).toBeUndefined();
    expect(findings('avg < 40', false, (name) => (name === 'avg' ? known : undefined))).toHaveLength(1);
  });
});
