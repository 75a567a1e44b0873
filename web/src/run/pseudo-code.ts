/** Lines of pseudo-code: `{id}` in a text stands for a quantity of the discipline. */

import type { QuantityAbout } from '../engine/catalog';

export type LinePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `place` in the list of quantities. */
  | { readonly kind: 'quantity'; readonly quantity: QuantityAbout; readonly place: number };

/** Cuts a line into text and quantities. A brace that names no quantity is text. */
export function cutLine(text: string, quantities: readonly QuantityAbout[]): readonly LinePart[] {
  const parts: LinePart[] = [];
  const addText = (part: string): void => {
    if (part !== '') parts.push({ kind: 'text', text: part });
  };
  let end = 0;
  for (const match of text.matchAll(/\{(\w+)\}/g)) {
    const place = quantities.findIndex(({ id }) => id === match[1]);
    const quantity = quantities[place];
    if (quantity === undefined) continue;
    addText(text.slice(end, match.index));
    parts.push({ kind: 'quantity', quantity, place });
    end = match.index + match[0].length;
  }
  addText(text.slice(end));
  return parts;
}

/** "p_b [1]: probability of an early drop"; no unit where there is none to speak of. */
export function quantityMeaning({ symbol, unit, meaning }: QuantityAbout): string {
  const named = unit === '' || unit === '1' ? '' : ` [${unit}]`;
  return `${symbol}${named}: ${meaning}`;
}
