/** How lanes drawn as lines or dots can be told apart: colour, dashes, shape and a short name. Pure. */

import type { DotShape } from './dots';
import type { Ink } from './ink';

/** A lane by its index in the scene, from 0. */
interface Placed {
  readonly index: number;
}

export function laneInk(index: number): Ink {
  return (['lane0', 'lane1', 'lane2', 'lane3'] as const)[index % 4] ?? 'lane0';
}

/** Longest name in a label [characters]. */
const LONGEST_NAME = 11;

/**
 * Short names for labels. Of a name such as "CHOKe · m 3", only "m 3" is kept if the name is too long, or if all lanes
 * have the same discipline.
 */
export function shortNames(names: readonly string[]): string[] {
  const parts = names.map((name) => name.split(' · '));
  const heads = new Set(parts.map(([head]) => head));
  const tails = parts.map(([, ...tail]) => tail.join(' '));
  const sameHead = heads.size === 1 && names.length > 1 && tails.every((tail) => tail !== '');
  return names.map((name, place) => {
    const tail = tails[place] ?? '';
    const wanted = sameHead || (name.length > LONGEST_NAME && tail !== '') ? tail : name;
    return shortened(wanted);
  });
}

/** A name that is short enough. The value at its end is never cut off, since lanes may differ only in that value. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const value = / (?:[-−]?[\d.,]+(?:\s\S+)?|\S{1,6})$/.exec(name)?.[0] ?? '';
  const room = LONGEST_NAME - 1 - value.length;
  return room < 2 ? `${name.slice(0, LONGEST_NAME - 1)}…` : `${name.slice(0, room).trimEnd()}…${value}`;
}

/** The dashes of a lane's lines. Undefined for the first lane. */
export function laneDash({ index }: Placed): readonly number[] | undefined {
  return DASHES[index % DASHES.length];
}

/** The mark for a single value of a lane. */
export function laneShape({ index }: Placed): DotShape {
  return SHAPES[index % SHAPES.length] ?? 'disc';
}

export const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [8, 3], [2.5, 2.5], [9, 3, 2, 3]];
const SHAPES: readonly DotShape[] = ['disc', 'square', 'down', 'cross'];
