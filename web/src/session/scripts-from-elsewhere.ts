/** Scripts that somebody else wrote: they can do nothing but decide over packets, but who opens them is told before they run. */

import { SCRIPT, type Scenario } from '../scenario/scenario';
import { scriptStore } from '../store/script-store';

const KEY = 'chokepoint-known-scripts';
/** More of them are not remembered. */
const MOST = 200;

/** Whether the scripts of a scene may run: those that were written here, or allowed before, at once; for others somebody is asked. */
export async function mayRunScripts({ lanes }: Scenario, signal: AbortSignal): Promise<boolean> {
  const scripts = [
    ...new Set(lanes.flatMap(({ aqm, script }) => (aqm === SCRIPT && script !== undefined ? [script] : []))),
  ];
  const known = remembered();
  const signs = await Promise.all(scripts.map(signOf));
  const unknown = scripts.filter((_, at) => !known.includes(signs[at] ?? ''));
  if (unknown.length === 0) return true;
  const mayRun = await new Promise<boolean>((resolve) => {
    const answer = (given: boolean): void => {
      scriptStore.setState({ question: undefined });
      resolve(given);
    };
    scriptStore.setState({ question: { scripts: unknown, answer } });
    signal.addEventListener('abort', () => answer(false), { once: true });
  });
  if (mayRun) await Promise.all(unknown.map(knowScript));
  return mayRun;
}

/** A script that was written here, or may run. */
export async function knowScript(text: string): Promise<void> {
  const sign = await signOf(text);
  const others = remembered().filter((known) => known !== sign);
  inMemory = [...others, sign].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(inMemory));
  } catch {
    // Not allowed here, or full: it is known until the page is closed.
  }
}

let inMemory: readonly string[] = [];

function remembered(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (Array.isArray(kept)) return [...new Set([...kept.filter((sign) => typeof sign === 'string'), ...inMemory])];
  } catch {
    // As above.
  }
  return inMemory;
}

/** Its SHA-256; where the browser has none (pages that came without encryption), the text itself, for as long as the page is open. */
async function signOf(text: string): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return text;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
