/** Actions of the script editor, and the part of its state that other panels use. */

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
  /** Lane whose script is edited. Breakpoints and the watched value belong to this script. */
  readonly lane: number | undefined;
  /** Lines at which the run stops while playing, counted from 1. */
  readonly breakpoints: readonly number[];
  /** Id of the variable or gauge that is plotted over time. */
  readonly watched: string | undefined;
  /**
   * Text in the editor that cannot run, because it is unfinished or has errors. It is kept while the editor is closed.
   */
  readonly draft: Draft | undefined;
  /** The scripts of a scene or lesson by another author, while the page asks the user about them. */
  readonly question: ScriptQuestion | undefined;
}

export interface Draft {
  readonly text: string;
  /** The text from which the draft was made. It runs while the draft is edited. */
  readonly of: string;
  /** The syntax error in the draft, once it is known. */
  readonly problem?: ScriptProblem;
}

interface ScriptQuestion {
  readonly of: 'scene' | 'lesson';
  readonly scripts: readonly string[];
  /**
   * Number of further scripts, which belong to tasks. The page does not show them, because their text would reveal
   * answers.
   */
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

/** Makes this lane the edited one. If another lane was edited, its breakpoints and draft are discarded. */
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

export interface ScriptActions {
  /** Example scripts as a starting point, and descriptions of the functions that scripts can call. */
  scriptTexts(): Promise<ScriptTexts>;
  /** Declarations of a script, or the problem in it. The run does not change. */
  readScript(text: string): Promise<ScriptFacts | ScriptProblem>;
  /**
   * Puts a valid script into a lane, or into a new last lane, and runs the lane to the current time. For undo,
   * consecutive changes of the script in one lane are one change.
   */
  writeScript(lane: number, text: string): Promise<void>;
  /** Tests a valid script in many small scenes against the invariants of a discipline. */
  checkScript(text: string, options?: { readonly signal?: AbortSignal }): Promise<Checked>;
  /** Translates a valid script for another simulator. */
  translateScript(text: string, target: ScriptTarget): Promise<TranslatedScript>;
  /** Opens a scene in which the script violates an invariant, shortly before the time of the violation [s]. */
  openBrokenScene(scene: Scenario, at_s: number): Promise<void>;
}
