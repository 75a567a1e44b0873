/** Parses the scene that an embed should show. Rejects with `SceneRefused` if the scene cannot be shown. */

import { SceneRefused } from '../core/border/client';
import type { Opening } from '../core/session/opening';
import type { AddressParser } from '../core/session/parse-address';
import { type Wish, wishOf } from './scene-wish';

export async function parseWish(wish: Exclude<Wish, { kind: 'refused' }>, parser: AddressParser): Promise<Opening> {
  if (wish.kind === 'link') return wish.fragment === '' ? { ...parser.first(), view: {} } : parser.link(wish.fragment);
  return (await import('../core/session/parse-parameters')).parseQuery(wish.query, parser);
}

/** The scene in the frame's own address. If it cannot be shown, the first scene with a notice. */
export async function parseOwnAddress(address: string, parser: AddressParser): Promise<Opening> {
  const wish = wishOf(address);
  try {
    if (wish.kind !== 'refused') return await parseWish(wish, parser);
  } catch (problem) {
    if (!(problem instanceof SceneRefused)) throw problem;
    return { ...parser.first(), view: {}, notice: { kind: 'bad-link', problems: problem.problems } };
  }
  const problems = wish.problems.map(({ field, value, allowed }) => ({
    path: field,
    problem: `is ${value}; allowed: ${allowed}`,
  }));
  return { ...parser.first(), view: {}, notice: { kind: 'bad-link', problems } };
}
