/** Lines of pseudo-code. `{id}` in a text is replaced by a quantity of the discipline. */

import type { CodeLine, DisciplineAbout, QuantityAbout, SceneFacts } from '../border/border.gen';
import type { SettingValue } from '../border/scenario';
import { parameterAt } from '../scene/edit';

export type LinePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `place` is the index of the quantity in the discipline's list. */
  | { readonly kind: 'quantity'; readonly quantity: QuantityAbout; readonly place: number };

/** Splits a line into text and quantities. Braces that name no quantity are text. */
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

/** Values of parameters by their ids. */
export type Values = Readonly<Record<string, SettingValue>>;

/** Text of a line under these parameter values. */
export function wordingUnder({ text, or }: CodeLine, values: Values): string {
  return or.find((wording) => isInForce(wording, values))?.text ?? text;
}

/** True if a line applies under these parameter values. */
export function isInForce({ only_if }: Pick<CodeLine, 'only_if'>, values: Values): boolean {
  return only_if.every(({ param, values: some }) => {
    const value = values[param];
    return value === undefined || some.includes(value);
  });
}

/**
 * Parameters of a lane at the time of a decision, or the current ones if no time is given. A change at exactly that
 * time comes after the decision and is not included.
 */
export function valuesAt(about: DisciplineAbout, facts: SceneFacts, at_s: number | undefined): Values {
  const { scenario, lane, params } = facts;
  if (at_s === undefined) return params;
  const later = new Set(scenario.interventions.filter((change) => change.at_s >= at_s).map(({ path }) => path));
  if (later.size === 0) return params;
  const isNotYet = (id: string): boolean => later.has(`lanes.${lane}.params.${id}`) || later.has(`queue.params.${id}`);
  const then = about.params.filter(({ id }) => isNotYet(id));
  return {
    ...params,
    ...Object.fromEntries(then.map((spec) => [spec.id, parameterAt(scenario, spec.id, lane, at_s) ?? spec.default])),
  };
}

/**
 * Condition under which a line applies, such as "choked_region is whole_queue". Empty for a line that always applies.
 */
export function conditionWords({ only_if }: Pick<CodeLine, 'only_if'>): string {
  const shown = (value: SettingValue): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  return only_if.map(({ param, values }) => `${param} is ${values.map(shown).join(' or ')}`).join(', ');
}

/** Meaning with unit, such as "p_b [1]: probability of an early drop". Without the unit if it is 1 or empty. */
export function quantityMeaning({ symbol, unit, meaning }: QuantityAbout): string {
  const named = unit === '' || unit === '1' ? '' : ` [${unit}]`;
  return `${symbol}${named}: ${meaning}`;
}
