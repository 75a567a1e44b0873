import { describe, expect, it } from 'vitest';
import type { Preset } from '../border/scenario';
import type { LaneRun } from '../run/lanes';
import { moralOf } from './moral';

const CATALOG = { disciplines: [{ name: 'RED' }, { name: 'CHOKe' }] };

function lane(aqm: string, name: string, idea: string): LaneRun {
  return { index: 0, name, run: { catalog: CATALOG, about: { name, idea }, facts: { aqm } } } as unknown as LaneRun;
}

const CHOKE = lane(
  'choke',
  'CHOKe',
  'Compare each arrival with a packet drawn from the queue; drop both. More follows.',
);
const RED = lane('red', 'RED', 'Drop by chance. The queue decides how likely.');

function scene(lesson: string): Preset {
  return { lesson, scenario: { lanes: [{ aqm: 'choke', params: {} }] } } as unknown as Preset;
}

const moral = (preset: Preset | undefined, ...lanes: readonly LaneRun[]): string =>
  moralOf(preset, lanes, lanes[0] as LaneRun);

describe('the lesson sentence of a scene', () => {
  const nameless = scene('The flow that never slows down loses most.');

  it('stays while the scene shows a discipline of the preset', () => {
    expect(moral(nameless, CHOKE)).toBe(nameless.lesson);
    expect(moral(nameless, RED, CHOKE)).toBe(nameless.lesson);
  });

  it('is replaced by the idea of another discipline that the sentence does not name', () => {
    expect(moral(nameless, RED)).toBe('RED: Drop by chance.');
  });

  it('stays under every discipline if it names that of the scene', () => {
    const named = scene('One greedy flow takes the link under RED.');
    expect(moral(named, lane('codel', 'CoDel', 'A stopwatch.'))).toBe(named.lesson);
    // "RED" as a part of a longer word does not count as the name.
    expect(moral(scene('REDUCED to nothing.'), RED)).toBe('RED: Drop by chance.');
  });

  it('is the idea of the discipline, up to its first full stop, if the scene has no preset', () => {
    expect(moral(undefined, CHOKE)).toBe('CHOKe: Compare each arrival with a packet drawn from the queue.');
  });
});
