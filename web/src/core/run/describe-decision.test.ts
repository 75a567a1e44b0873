import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import type { DisciplineAbout } from '../border/catalog';
import type { SceneFacts } from '../border/client';
import type { DecisionRecord, StepEntry } from './decision';
import { describeComing, describeDecision } from './describe-decision';

const REASON = Object.fromEntries(CATALOG.reasons.map(({ id }, index) => [id, index]));
const FACTS = {
  flows: [
    { number: 1, class: 'udp', transport: 'udp' },
    { number: 2, class: 'tcp', transport: 'newreno' },
  ],
} as unknown as SceneFacts;
const CHOKED: DisciplineAbout = {
  ...aboutOf('choked'),
  quantities: [
    { id: 'front', symbol: 'Q_f', unit: 'packets', meaning: '' },
    { id: 'p_a', symbol: 'p_a', unit: '', meaning: '' },
  ],
};

const draw = (place: number, isMatch = false): StepEntry => ({ kind: 'draw', place, flow: isMatch ? 0 : 1, isMatch });
const drop = (place: number, reason: string): StepEntry => ({ kind: 'drop', place, reason: REASON[reason] ?? 255 });
const front: StepEntry = { kind: 'value', quantity: 0, value: 42 };

function sentence(steps: readonly StepEntry[], flow = 0, about = CHOKED): string {
  const record: DecisionRecord = { serial: 9, time_s: 1, flow, packet: 77, waiting: 84, before: undefined, steps };
  return describeDecision(record, CATALOG, about, FACTS);
}

describe('the description of a decision in one sentence', () => {
  it('names a match in the rear half', () => {
    const draws = [draw(80), draw(61), draw(43), draw(50, true), draw(70)];
    expect(sentence([front, ...draws, drop(50, 'match_victim'), drop(-1, 'match_arriving')])).toBe(
      'A packet of UDP flow 1 arrived; 5 candidates were drawn from the rear; the one at position 51 is from the same flow, so both were dropped.',
    );
  });

  it('counts all matching packets', () => {
    const draws = [draw(60, true), draw(50, true), draw(45)];
    const drops = [drop(60, 'match_victim'), drop(50, 'match_victim'), drop(-1, 'match_arriving')];
    expect(sentence([front, ...draws, ...drops])).toBe(
      'A packet of UDP flow 1 arrived; 3 candidates were drawn from the rear; those at positions 61 and 51 are from the same flow, so all three were dropped.',
    );
  });

  it('names the halves of the queue in which both stages drew', () => {
    expect(sentence([front, draw(50), draw(51), draw(3), { kind: 'admit', place: 84 }], 1)).toBe(
      'A packet of TCP flow 2 arrived; 3 candidates were drawn (2 from the rear, 1 from the front), none from the same flow, so the arrival was admitted at position 85.',
    );
  });

  it('names no half if the discipline does not distinguish them', () => {
    expect(sentence([draw(5, true), drop(5, 'match_victim'), drop(-1, 'match_arriving')], 0, aboutOf('choke'))).toBe(
      'A packet of UDP flow 1 arrived; 1 candidate was drawn; the one at position 6 is from the same flow, so both were dropped.',
    );
  });

  it('says that drawn packets are dropped although the arrival is of another flow', () => {
    const drops = [drop(5, 'match_victim'), drop(2, 'match_victim')];
    expect(sentence([draw(2), draw(5), ...drops, { kind: 'admit', place: 8 }], 1, aboutOf('choke'))).toMatch(
      /2 candidates were drawn, none from the same flow; the packets at positions 6 and 3 were dropped \(.+\), and the arrival was admitted at position 9\.$/,
    );
  });

  it('contains the reason and the probability of an early drop', () => {
    expect(sentence([{ kind: 'value', quantity: 1, value: 0.0412 }, drop(-1, 'early')], 1)).toBe(
      `A packet of TCP flow 2 arrived and was dropped (${CATALOG.reasons[REASON.early ?? 0]?.name}, probability 0.041).`,
    );
    expect(sentence([front, draw(50), drop(-1, 'early')], 1)).toMatch(
      /1 candidate was drawn, which is from another flow, but the arrival was dropped \(/,
    );
  });

  it('covers an admission, an overflow, and the drop of a waiting packet', () => {
    expect(sentence([{ kind: 'admit', place: 33 }], 1)).toBe(
      'A packet of TCP flow 2 arrived and was admitted at position 34.',
    );
    expect(sentence([drop(-1, 'overflow')], 1)).toMatch(/^A packet of TCP flow 2 arrived and was dropped \(.+\)\.$/);
    expect(sentence([drop(0, 'overflow'), { kind: 'admit', place: 99 }], 1)).toMatch(
      /arrived; the packet at position 1 was dropped \(.+\), and the arrival was admitted at position 100\.$/,
    );
  });

  it('covers an ECN mark', () => {
    expect(
      sentence(
        [
          { kind: 'mark', place: -1, reason: 0 },
          { kind: 'admit', place: 9 },
        ],
        1,
      ),
    ).toMatch(/was ECN-marked \(.+\) and admitted at position 10\.$/);
  });

  it('announces the drops that follow after a stop at a match', () => {
    const coming = (...steps: StepEntry[]): string => describeComing({ ...EXIT, steps });
    const [victim, arriving] = [drop(50, 'match_victim'), drop(-1, 'match_arriving')];
    expect(coming(draw(50, true), victim, arriving)).toBe('both will be dropped');
    expect(coming(draw(50, true), victim, victim, arriving)).toBe('all three will be dropped');
    expect(coming(draw(50, true), arriving)).toBe('it will be dropped');
    expect(coming(draw(50, true), victim, { kind: 'admit', place: 84 })).toBe('the drawn packet will be dropped');
    expect(coming(draw(50, true), { kind: 'admit', place: 84 })).toBe('nothing will be dropped');
  });

  it('covers events without an arrival', () => {
    const at = (trigger: 'exit' | 'timer', ...steps: StepEntry[]) =>
      describeDecision({ ...EXIT, trigger, steps }, CATALOG, CHOKED, FACTS);
    const mark: StepEntry = { kind: 'mark', place: -1, reason: REASON.overflow ?? 255 };
    expect(at('exit', drop(0, 'overflow'))).toBe('A packet of TCP flow 2 was dropped at dequeue (overflow).');
    expect(at('exit', drop(0, 'overflow'), drop(0, 'overflow'), mark)).toBe(
      'A packet of TCP flow 2 and 1 more were dropped at dequeue (overflow), and the next one was ECN-marked.',
    );
    expect(at('timer', mark)).toBe('A packet of TCP flow 2 was ECN-marked when a timer expired (overflow).');
  });
});

const EXIT: DecisionRecord = { serial: 9, time_s: 1, flow: 1, packet: 77, waiting: 84, before: undefined, steps: [] };

function aboutOf(id: string) {
  const about = CATALOG.disciplines.find((discipline) => discipline.id === id);
  if (about === undefined) throw new Error(`no ${id} in the fake catalog`);
  return about;
}
