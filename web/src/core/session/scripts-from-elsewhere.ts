/**
 * Scripts by other authors. They can do nothing but decide on packets, but the user is still asked before they run.
 * Allowed scripts are stored in this browser.
 */

import { getKept, listOfTexts, putKept } from '../../base/keep';
import { allowScript, isAllowed, scriptsWithin } from '../border/allowed-scripts';
import type { Scenario } from '../border/scenario';
import type { Lesson } from '../lesson/lesson';
import { hiddenScriptsOf } from '../lesson/scripts-of-lesson';
import { scriptStore } from '../scene/script-store';

const KEY = 'chokepoint-known-scripts';
/** Maximum number of scripts that are stored. */
const MOST = 200;

/** The scripts in a question to the user. */
interface Asked {
  readonly of: 'scene' | 'lesson';
  readonly shown: readonly string[];
  /** Scripts of tasks and questions. They are not shown, because their text would reveal answers. */
  readonly hidden: readonly string[];
}

interface Asking {
  readonly signal: AbortSignal;
  /**
   * True if the page is in a frame of another page. A script that is not allowed yet is then refused, and the lab can
   * ask.
   */
  readonly isFramed: boolean;
}

export function askedOfScene(scenario: Scenario): Asked {
  return { of: 'scene', shown: scriptsWithin(scenario), hidden: [] };
}

/** All scripts in the scenes, questions and tasks of a lesson, combined into one question to the user. */
export function askedOfLesson(lesson: Lesson, scenario: Scenario): Asked {
  return {
    of: 'lesson',
    shown: [...scriptsWithin(lesson.scenes), ...scriptsWithin(scenario)],
    hidden: hiddenScriptsOf(lesson),
  };
}

/** True if all scripts may run. Asks the user about those that were neither written here nor allowed before. */
export async function mayRun({ of, shown, hidden }: Asked, { signal, isFramed }: Asking): Promise<boolean> {
  const all = [...new Set([...shown, ...hidden])];
  const known = getKept(KEY, listOfTexts);
  const signs = await Promise.all(all.map(signOf));
  const unknown = all.filter((text, at) => !isAllowed(text) && !known.includes(signs[at] ?? ''));
  for (const text of all) if (!unknown.includes(text)) allowScript(text);
  if (unknown.length === 0) return true;
  if (isFramed || signal.aborted) return false;
  const scripts = unknown.filter((text) => shown.includes(text));
  const isGiven = await askUser(of, scripts, unknown.length - scripts.length, signal);
  if (isGiven) await Promise.all(unknown.map(knowScript));
  return isGiven;
}

function askUser(of: Asked['of'], scripts: readonly string[], hidden: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    // A later question replaces the open one.
    scriptStore.getState().question?.answer(false);
    const answer = (given: boolean): void => {
      signal.removeEventListener('abort', onAbort);
      scriptStore.setState({ question: undefined });
      resolve(given);
    };
    const onAbort = (): void => answer(false);
    signal.addEventListener('abort', onAbort);
    scriptStore.setState({ question: { of, scripts, hidden, answer } });
  });
}

/** Allows a script that the user wrote here or has allowed, and stores the permission. */
export async function knowScript(text: string): Promise<void> {
  allowScript(text);
  const sign = await signOf(text);
  const others = getKept(KEY, listOfTexts).filter((known) => known !== sign);
  putKept(KEY, [...others, sign].slice(-MOST));
}

/**
 * SHA-256 of a script. On pages without HTTPS, where browsers offer no hash functions, the text of the script itself.
 */
async function signOf(text: string): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return text;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
