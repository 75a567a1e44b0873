import { expect, it } from 'vitest';
import { type DecisionRecord, type StepEntry, untilLastDrop } from './decision';

const line = (number: number): StepEntry => ({ kind: 'line', line: number });
const drop: StepEntry = { kind: 'drop', place: 0, reason: 3 };
const mark: StepEntry = { kind: 'mark', place: 0, reason: 4 };

function stepsLeft(steps: readonly StepEntry[], trigger?: DecisionRecord['trigger']): number {
  const record = { serial: 1, time_s: 0, trigger, flow: 0, packet: 1, waiting: 5, before: undefined, steps };
  return untilLastDrop(record).steps.length;
}

it('the record of a drop at the exit ends before the packet that leaves instead', () => {
  expect(stepsLeft([line(0), drop, line(0), drop, line(0), line(7)], 'exit')).toBe(4);
});

it('a decision that marks the leaving packet, and a decision about an arrival, are kept whole', () => {
  expect(stepsLeft([line(0), drop, line(0), mark, line(7)], 'exit')).toBe(5);
  expect(stepsLeft([line(0), drop, line(7)])).toBe(3);
});
