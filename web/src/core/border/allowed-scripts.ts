/**
 * Scripts that may run on this page: the scripts of this build, those that the user writes here, and those that the
 * user allowed. `rpc.ts` checks every request to a worker against this list, because every run begins with such a
 * request.
 */

import { SCRIPT } from './scenario';

/**
 * Texts of the scripts that may run. Reloading the page empties the set; `core/session/scripts-from-elsewhere.ts`
 * stores the user’s decisions.
 */
const allowed = new Set<string>();

/** Asks the user about scripts that are not allowed yet. True if the user allows all of them. */
type AskAboutScripts = (texts: readonly string[], signal: AbortSignal) => Promise<boolean>;

let ask: AskAboutScripts = () => Promise.resolve(false);

export function allowScript(text: string): void {
  allowed.add(text);
}

export function isAllowed(text: string): boolean {
  return allowed.has(text);
}

/** True if all these scripts may run. Asks the user about the scripts that are not allowed yet. */
export async function mayRunScripts(texts: readonly string[], signal: AbortSignal): Promise<boolean> {
  const unknown = [...new Set(texts)].filter((text) => !isAllowed(text));
  return unknown.length === 0 || (await ask(unknown, signal));
}

/** Sets the function that asks the user. Before this call, scripts from other sources are not allowed. */
export function askAboutScriptsWith(asking: AskAboutScripts): void {
  ask = asking;
}

/** Empties the list, as on a freshly loaded page. Used by tests. */
export function forgetAllowedScripts(): void {
  allowed.clear();
}

/** Maximum nesting depth of the search for scripts. Scenes are never nested this deeply. */
const MOST_DEPTH = 40;

/**
 * Source text of every script in a value. Finds scripts in the lanes of scenes, however deeply the value nests them,
 * and in strings that hold a scene as JSON.
 */
export function scriptsWithin(value: unknown, depth = 0): string[] {
  if (depth > MOST_DEPTH) return [];
  if (typeof value === 'string') return scriptsInText(value, depth);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value)) return value.flatMap((item) => scriptsWithin(item, depth + 1));
  const { aqm, script, ...others } = value as Record<string, unknown>;
  const own = aqm === SCRIPT && typeof script === 'string' ? [script] : [];
  return [...own, ...Object.values(others).flatMap((item) => scriptsWithin(item, depth + 1))];
}

/**
 * Scripts in a JSON string, the form in which requests contain scenes, experiments and sweeps. Empty for any other
 * string.
 */
function scriptsInText(text: string, depth: number): string[] {
  if (!/^\s*[[{]/.test(text) || !text.includes('"script"')) return [];
  try {
    return scriptsWithin(JSON.parse(text), depth + 1);
  } catch {
    return [];
  }
}
