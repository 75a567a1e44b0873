/** Scripts that somebody else wrote: they can do nothing but decide over packets, but who opens them is told before they run. */

import type { Lesson, WritePart } from '../lesson/lesson';
import { SCRIPT, type Scenario } from '../scenario/scenario';
import { scriptStore } from '../store/script-store';

const KEY = 'chokepoint-known-scripts';
/** More of them are not remembered. */
const MOST = 200;

/** Whether the scripts of a scene may run: those that were written here, or allowed before, at once; for others somebody is asked. */
export function mayRunScripts(scenario: Scenario, signal: AbortSignal): Promise<boolean> {
  return mayRun({ of: 'scene', shown: scriptsIn(scenario), hidden: [] }, signal);
}

/** The same for a lesson, once for all its scenes and tasks. */
export function mayRunLesson(lesson: Lesson, signal: AbortSignal): Promise<boolean> {
  const shown = lesson.scenes.flatMap(({ scenario }) => scriptsIn(scenario));
  const parts = lesson.steps.flatMap((step) => step.parts);
  const hidden = parts.flatMap((part) => (part.kind === 'write' ? scriptsOfTask(part) : []));
  return mayRun({ of: 'lesson', shown, hidden }, signal);
}

/** The same for one task, whose scripts its check runs. */
export function mayRunTask(part: WritePart, signal: AbortSignal): Promise<boolean> {
  return mayRun({ of: 'lesson', shown: [], hidden: scriptsOfTask(part) }, signal);
}

/** Does something during which nobody is asked: what is not allowed does not run. For scenes behind a question that was answered with no. */
export async function withoutAsking(work: () => Promise<void>): Promise<void> {
  isQuiet = true;
  try {
    await work();
  } finally {
    isQuiet = false;
  }
}

let isQuiet = false;

function scriptsIn({ lanes }: Scenario): string[] {
  return lanes.flatMap(({ aqm, script }) => (aqm === SCRIPT && script !== undefined ? [script] : []));
}

function scriptsOfTask({ start, solution, references }: WritePart): string[] {
  const texts = [start, solution, ...references.map(({ lane }) => lane.script)];
  return texts.filter((text) => text != null);
}

interface Asked {
  readonly of: 'scene' | 'lesson';
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

async function mayRun({ of, shown, hidden }: Asked, signal: AbortSignal): Promise<boolean> {
  const all = [...new Set([...shown, ...hidden])];
  const known = remembered();
  const signs = await Promise.all(all.map(signOf));
  const unknown = all.filter((_, at) => !known.includes(signs[at] ?? ''));
  if (unknown.length === 0) return true;
  if (isQuiet || signal.aborted) return false;
  const scripts = unknown.filter((text) => shown.includes(text));
  const isAllowed = await new Promise<boolean>((resolve) => {
    const answer = (given: boolean): void => {
      scriptStore.setState({ question: undefined });
      resolve(given);
    };
    scriptStore.setState({ question: { of, scripts, hidden: unknown.length - scripts.length, answer } });
    signal.addEventListener('abort', () => answer(false), { once: true });
  });
  if (isAllowed) await Promise.all(unknown.map(knowScript));
  return isAllowed;
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
