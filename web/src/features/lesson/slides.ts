/** A step as slides: the parts that share a screen, and the stops of a clicker. Pure. */

import type { Part } from '../../core/lesson/lesson';

interface Slide {
  /** Places of its first part and of the one behind its last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Things to do are below the text that leads to them. A question, an answer and a task have a slide of their own, with
 * no more than the paragraph before.
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

/** The slide of a part. */
export function slideAt(parts: readonly Part[], part: number): Slide {
  const slides = slidesOf(parts);
  return slides.find(({ from, to }) => from <= part && part < to) ?? slides[0] ?? { from: 0, to: 0 };
}

/**
 * The part to go to: forward the next one, and with a text the part that it points at; back the beginning of the slide
 * before. Undefined: another step.
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

/** The first part of the step; -1: before its first part, which does something and waits for the clicker. */
export function firstPart(parts: readonly Part[]): number {
  const kind = parts[0]?.kind;
  return kind === 'run' || kind === 'why' ? -1 : withLook(parts, 0);
}

function withLook(parts: readonly Part[], at: number): number {
  return parts[at]?.kind === 'text' && parts[at + 1]?.kind === 'look' ? at + 1 : at;
}
