/**
 * Passes the user's text from the editor to the run. Parses the text half a second after the last key press, and runs
 * it if it is valid. Does not use the DOM.
 */

import { problemText } from '../../base/problem-text';
import type { ScriptFacts, ScriptProblem } from '../../core/border/script';
import type { Draft, ScriptActions } from '../../core/scene/script-store';

/** Pause after the last key press before a text is parsed [ms]. */
export const REST_MS = 500;

export type WriterState =
  /** The text runs. */
  | { readonly kind: 'runs' }
  /** The user is typing, or the text is being parsed or put into the lane. */
  | { readonly kind: 'waits' }
  /** The text cannot be parsed. The lane still runs the last correct text. */
  | { readonly kind: 'wrong'; readonly problem: ScriptProblem }
  /** The text could not be parsed or run, because the engine was lost or the parser's code could not be loaded. */
  | { readonly kind: 'failed'; readonly reason: string };

interface Listener {
  readonly onState: (state: WriterState) => void;
  /** Called with a text's declarations after it was parsed without errors. */
  readonly onFacts: (facts: ScriptFacts, text: string) => void;
}

export class ScriptWriter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the text. A response about an earlier text is ignored. */
  private turn = 0;
  private text: string;
  private state: WriterState = { kind: 'runs' };

  constructor(
    private readonly actions: Pick<ScriptActions, 'readScript' | 'writeScript'>,
    private readonly lane: number,
    private running: string,
    private readonly listener: Listener,
  ) {
    this.text = running;
  }

  /**
   * True while the lane does not run the text in the editor: it is being typed, parsed or put into the lane, or it has
   * an error.
   */
  get isBusy(): boolean {
    return this.state.kind !== 'runs';
  }

  /** The text in the editor if the lane does not run it, with its problem if known. */
  get draft(): Draft | undefined {
    const { text, running: of, state } = this;
    if (text === of) return undefined;
    return state.kind === 'wrong' ? { text, of, problem: state.problem } : { text, of };
  }

  /** Handles the editor's text after a key press. */
  typed(text: string, rest_ms = REST_MS): void {
    if (text === this.text && this.state.kind === 'runs') return;
    this.text = text;
    this.turn += 1;
    clearTimeout(this.timer);
    this.setState({ kind: 'waits' });
    this.timer = setTimeout(() => void this.put(), rest_ms);
  }

  /**
   * Handles a change of the text that the lane runs. True if the editor must show this text: it does not come from this
   * editor, and the user is not typing.
   */
  runs(text: string): boolean {
    if (text === this.running) return false;
    this.running = text;
    // The lane now runs the text that the user typed in this editor.
    if (text === this.text) {
      if (this.state.kind !== 'waits') this.setState({ kind: 'runs' });
      return false;
    }
    if (this.isBusy) return false;
    this.text = text;
    this.turn += 1;
    return true;
  }

  /** Parses the declarations of the running text. */
  async describe(): Promise<void> {
    const { text } = this;
    const answer = await this.actions.readScript(text).catch(() => undefined);
    if (answer !== undefined && !isProblem(answer) && text === this.text) this.listener.onFacts(answer, text);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  private async put(): Promise<void> {
    const { text } = this;
    this.turn += 1;
    const { turn } = this;
    const isStale = (): boolean => turn !== this.turn;
    try {
      const answer = await this.actions.readScript(text);
      if (isStale()) return;
      if (isProblem(answer)) return this.setState({ kind: 'wrong', problem: answer });
      this.listener.onFacts(answer, text);
      if (text !== this.running) await this.actions.writeScript(this.lane, text);
      this.running = text;
      if (!isStale()) this.setState({ kind: 'runs' });
    } catch (problem) {
      if (!isStale()) this.setState({ kind: 'failed', reason: problemText(problem) });
    }
  }

  private setState(state: WriterState): void {
    this.state = state;
    this.listener.onState(state);
  }
}

function isProblem(answer: ScriptFacts | ScriptProblem): answer is ScriptProblem {
  return 'problem' in answer;
}
