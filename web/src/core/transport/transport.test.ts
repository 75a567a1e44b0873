import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import type { SceneFacts } from '../border/client';
import { keyMoment } from './Scrubber';
import { ONE_FLOW, stepAction, stepGroups, stepKey, stepName } from './step-kinds';

const FACTS = {
  flows: [
    { number: 1, class: 'udp', transport: 'udp' },
    { number: 2, class: 'tcp', transport: 'newreno' },
  ],
} as unknown as SceneFacts;

describe('the kinds of steps in a scene', () => {
  it('are those of the discipline, and the packets of every flow', () => {
    const choked = stepGroups(CATALOG, aboutOf('choked'), FACTS).flatMap(({ choices }) => choices);
    const names = choked.map(({ name }) => name);
    expect(names).toContain('match');
    expect(names).toContain('packet of UDP flow 1');
    expect(new Set(choked.map(({ key }) => key)).size).toBe(choked.length);
    for (const { key, kind } of choked) expect(stepKey(kind)).toBe(key);

    const dropTail = stepGroups(CATALOG, aboutOf('drop-tail'), FACTS).flatMap(({ choices }) => choices);
    expect(dropTail.map(({ kind }) => kind.kind)).not.toContain('match');
    const reasons = dropTail.flatMap(({ kind }) =>
      kind.kind === 'drop' && kind.reason !== undefined ? [CATALOG.reasons[kind.reason]?.id] : [],
    );
    expect(reasons).toEqual(['overflow']);
  });

  it('do not include thousands of flows one by one', () => {
    const flows = Array.from({ length: 20_000 }, (_, row) => ({ number: row + 1, class: 'udp', transport: 'udp' }));
    const many = { ...FACTS, flows } as SceneFacts;
    const choices = stepGroups(CATALOG, aboutOf('choked'), many).flatMap((group) => group.choices);
    expect(choices.length).toBeLessThan(40);
    expect(choices.find(({ key }) => key === ONE_FLOW)?.kind).toEqual({ kind: 'arrival', flow: 0 });
  });

  it('are named like the actions of the buttons', () => {
    const overflow = CATALOG.reasons.findIndex(({ id }) => id === 'overflow');
    const action = (kind: Parameters<typeof stepAction>[0], direction: 'back' | 'forward'): string =>
      stepAction(kind, direction, CATALOG, FACTS);
    expect(action({ kind: 'decision' }, 'forward')).toBe('Step one decision');
    expect(action({ kind: 'second' }, 'back')).toBe('Step back one second');
    expect(action({ kind: 'match' }, 'forward')).toBe('Step to the next match');
    expect(action({ kind: 'arrival', flow: 1 }, 'back')).toBe('Step back to the previous packet of TCP flow 2');
    expect(stepName({ kind: 'drop', reason: overflow }, CATALOG, FACTS)).toMatch(/drop/);
  });
});

describe('the keys of the scrubber', () => {
  it('move by round parts of the run and stay within the simulated part', () => {
    const key = (name: string, from_s: number): number | undefined => keyMoment(name, from_s, 200, 90);
    expect(key('ArrowRight', 42)).toBe(43);
    expect(key('ArrowLeft', 42)).toBe(41);
    expect(key('PageUp', 42)).toBe(52);
    expect(key('PageDown', 4)).toBe(0);
    expect(key('ArrowRight', 89.5)).toBe(90);
    expect(key('Home', 42)).toBe(0);
    expect(key('End', 42)).toBe(90);
    expect(key(' ', 42)).toBeUndefined();
  });

  it('suit short and long runs', () => {
    expect(keyMoment('ArrowRight', 0, 20, 20)).toBeCloseTo(0.1);
    expect(keyMoment('ArrowRight', 0, 10_000, 10_000)).toBe(50);
  });
});

function aboutOf(id: string) {
  const about = CATALOG.disciplines.find((candidate) => candidate.id === id);
  if (about === undefined) throw new Error(`the fake catalog lists no ${id}`);
  return about;
}
