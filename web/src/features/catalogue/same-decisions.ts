/**
 * The description of a script that makes the same decisions as a discipline, for the discipline pages in the lab and in
 * the documentation.
 */

import type { ScriptStart } from '../../core/border/script';

export function sameDecisions({ text, twin_params }: Pick<ScriptStart, 'text' | 'twin_params'>): string {
  const lines = text.trimEnd().split('\n').length;
  const params = Object.entries(twin_params).map(([id, value]) => `${id} = ${value}`);
  const settings = params.length === 0 ? 'the parameters at their defaults' : params.join(', ');
  return `The same decisions in ${lines} lines, with ${settings}.`;
}
