/**
 * A step as slides: the parts that share a screen, and the parts at which the remote control of a lecturer stops. Pure.
 */

import type { Part } from '../../core/lesson/lesson';

interface Slide {
  /** Index of the first part, and the index after the last part. */
  readonly from: number;
  readonly to: number;
}

/**
 * Slides of a step. An action is on the slide with the text before it. A question, an answer or a task has a slide of
 * its own, with at most one paragraph before it.
 */
export function slidesOf(parts: readonly Part[]): readonly Slide[] {
  const slides: { from: number; to: number }[] = [];
  let joins: 'all' | 'actions' | 'nothing' = 'nothing';
  for (const [at, part] of parts.entries()) {
    const isLarge = part.kind === 'predict' || part.kind === 'reveal' || part.kind === 'do' || part.kind === 'write';
    const last = slides.at(-1);
    if (last !== undefined && part.kind !== 'text' && (joins === 'all' || (joins === 'actions' && !isLarge)))
      last.to = at + 1;
    else slides.push({ from: at, to: at + 1 });
    if (isLarge) joins = 'nothing';
    else joins = part.kind === 'text' && part.blocks.length === 1 ? 'all' : 'actions';
  }
  return slides;
}

/** The slide that contains a part. */
export function slideAt(parts: readonly Part[], part: number): Slide {
  const slides = slidesOf(parts);
  return slides.find(({ from, to }) => from <= part && part < to) ?? slides[0] ?? { from: 0, to: 0 };
}

/**
 * The part at which the remote control of a lecturer stops next. Forward, this is the next part; after a text, it is
 * the part to look at that follows the text. Back, this is the start of the previous slide. Undefined means that
 * another step follows.
 */
export function partBeside(parts: readonly Part[], part: number, by: 1 | -1): number | undefined {
  if (by > 0) {
    const next = part + 1;
    return next < parts.length ? withLook(parts, next) : undefined;
  }
  const slides = slidesOf(parts);
  const here = slides.findIndex(({ from, to }) => from <= part && part < to);
  const before = slides[here - 1];
  return before === undefined ? undefined : withLook(parts, before.from);
}

/**
 * The part at which the remote control stops first in a step. The result is −1 if the first part is an action, because
 * an action waits for a key.
 */
export function firstPart(parts: readonly Part[]): number {
  const kind = parts[0]?.kind;
  return kind === 'run' || kind === 'why' ? -1 : withLook(parts, 0);
}

function withLook(parts: readonly Part[], at: number): number {
  return parts[at]?.kind === 'text' && parts[at + 1]?.kind === 'look' ? at + 1 : at;
}
