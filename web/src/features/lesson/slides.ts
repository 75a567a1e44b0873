/** Divides a step into slides, each of which fits on one screen, and finds the stops of a lecturer's clicker. Pure. */

import type { Part } from '../../core/lesson/lesson';

interface Slide {
  /** Index of the first part, and the index just past the last one. */
  readonly from: number;
  readonly to: number;
}

/**
 * A step's slides. An action is on the slide of the text before it. A question, an answer or a task has a slide of its
 * own, with at most one paragraph before it.
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
 * The part to which a clicker moves: forward to the next part, or back to the start of the previous slide. If this is a
 * text followed by a `look` part, the clicker moves to the `look` part. Undefined if the part is in another step.
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
 * Index of the part at which a clicker starts a step. −1 if the first part is a run or a `why` part: this part then
 * starts only at the next click.
 */
export function firstPart(parts: readonly Part[]): number {
  const kind = parts[0]?.kind;
  return kind === 'run' || kind === 'why' ? -1 : withLook(parts, 0);
}

function withLook(parts: readonly Part[], at: number): number {
  return parts[at]?.kind === 'text' && parts[at + 1]?.kind === 'look' ? at + 1 : at;
}
