/** The users' scripts: the actions of their editor, and its state shared with the panels around it. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../border/scenario';
import type {
  Checked,
  ScriptFacts,
  ScriptProblem,
  ScriptTarget,
  ScriptTexts,
  TranslatedScript,
} from '../border/script';

interface ScriptState {
  /** The lane whose script is edited: lines and watched values are of its text. */
  readonly lane: number | undefined;
  /** Lines of the text at which playing stops, from 1. */
  readonly breakpoints: readonly number[];
  /** Id of the variable or gauge that is drawn over time. */
  readonly watched: string | undefined;
  /** The editor's text that does not run: it is still being written, or has errors. Kept while the editor is closed. */
  readonly draft: Draft | undefined;
  /** Scripts of a scene or a lesson from elsewhere, which waits for leave to run them. */
  readonly question: ScriptQuestion | undefined;
}

export interface Draft {
  readonly text: string;
  /** The text that runs meanwhile: in place of another one the draft has no meaning. */
  readonly of: string;
  /** Why it does not parse, once that is known. */
  readonly problem?: ScriptProblem;
}

interface ScriptQuestion {
  readonly of: 'scene' | 'lesson';
  readonly scripts: readonly string[];
  /** So many more, of tasks: their text would give the answers away. */
  readonly hidden: number;
  readonly answer: (mayRun: boolean) => void;
}

export const scriptStore = createStore<ScriptState>(() => ({
  lane: undefined,
  breakpoints: [],
  watched: undefined,
  draft: undefined,
  question: undefined,
}));

export function useScript<T>(select: (state: ScriptState) => T): T {
  return useStore(scriptStore, select);
}

/** The editor is about this lane now; notes for another one are of another text. */
export function editScriptOf(lane: number): void {
  if (scriptStore.getState().lane === lane) return;
  scriptStore.setState({ lane, breakpoints: [], watched: undefined, draft: undefined });
}

export function setBreakpoints(breakpoints: readonly number[]): void {
  if (breakpoints.join() !== scriptStore.getState().breakpoints.join()) scriptStore.setState({ breakpoints });
}

export function watchValue(watched: string | undefined): void {
  scriptStore.setState({ watched });
}

export function keepDraft(draft: Draft | undefined): void {
  const { draft: before } = scriptStore.getState();
  const isSame = before?.text === draft?.text && before?.of === draft?.of && before?.problem === draft?.problem;
  if (!isSame) scriptStore.setState({ draft });
}

/** The actions for an editor of scripts. */
export interface ScriptActions {
  /** The scripts to start from, and the functions for scripts. */
  scriptTexts(): Promise<ScriptTexts>;
  /** The declarations of a text, or its problem; the run is not changed. */
  readScript(text: string): Promise<ScriptFacts | ScriptProblem>;
  /**
   * Puts a right script in place of a lane's discipline, or in a new lane behind the others; the run catches up. Writes
   * to the same lane in a row are one change that can be undone.
   */
  writeScript(lane: number, text: string): Promise<void>;
  /** Tries the laws of a discipline on a right script, over many small scenes. */
  checkScript(text: string, options?: { readonly signal?: AbortSignal }): Promise<Checked>;
  /** A right script for another simulator. */
  translateScript(text: string, target: ScriptTarget): Promise<TranslatedScript>;
  /** Opens a scene in which a law is broken, just before the moment at which it is [s]. */
  openBrokenScene(scene: Scenario, at_s: number): Promise<void>;
}
