/**
 * Scripts that may run on this page: those of this build, those that were written here, and those that the user allowed. Every
 * question to a worker is held against this list (`core/border/rpc.ts`), so that no way to run a scene can forget to ask.
 */

import { SCRIPT } from './scenario';

/** The texts. A reload empties them; `core/session/scripts-from-elsewhere.ts` remembers those that the user allowed. */
const allowed = new Set<string>();

/** Asks the user about texts that may not run yet. */
type AskAboutScripts = (texts: readonly string[], signal: AbortSignal) => Promise<boolean>;

let ask: AskAboutScripts = () => Promise.resolve(false);

export function allowScript(text: string): void {
  allowed.add(text);
}

export function isAllowed(text: string): boolean {
  return allowed.has(text);
}

/** True if all of these texts may run; the user is asked about those that are not allowed yet. */
export async function mayRunScripts(texts: readonly string[], signal: AbortSignal): Promise<boolean> {
  const unknown = [...new Set(texts)].filter((text) => !isAllowed(text));
  return unknown.length === 0 || (await ask(unknown, signal));
}

/** Sets the way in which this page asks the user; before this call it does not ask. */
export function askAboutScriptsWith(asking: AskAboutScripts): void {
  ask = asking;
}

/** Resets the list to that of a newly opened page; for tests. */
export function forgetAllowedScripts(): void {
  allowed.clear();
}

/** Deeper values hold no scene. */
const MOST_DEPTH = 40;

/** The texts of all scripts in a value: in lanes of scenes, wherever they lie, and in JSON texts that hold scenes. */
export function scriptsWithin(value: unknown, depth = 0): string[] {
  if (depth > MOST_DEPTH) return [];
  if (typeof value === 'string') return scriptsInText(value, depth);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value)) return value.flatMap((item) => scriptsWithin(item, depth + 1));
  const { aqm, script, ...others } = value as Record<string, unknown>;
  const own = aqm === SCRIPT && typeof script === 'string' ? [script] : [];
  return [...own, ...Object.values(others).flatMap((item) => scriptsWithin(item, depth + 1))];
}

/** Scenes, experiments and sweeps cross the border as JSON texts. Most texts are none. */
function scriptsInText(text: string, depth: number): string[] {
  if (!/^\s*[[{]/.test(text) || !text.includes('"script"')) return [];
  try {
    return scriptsWithin(JSON.parse(text), depth + 1);
  } catch {
    return [];
  }
}
