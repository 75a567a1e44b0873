/** Between the keys and the run: a text is read half a second after the last key, and runs if it is right. No DOM. */

import { problemText } from '../../base/problem-text';
import type { ScriptFacts, ScriptProblem } from '../../core/border/script';
import type { Draft, ScriptActions } from '../../core/scene/script-store';

/** The rest after the last key before a text is read [ms]. */
export const REST_MS = 500;

export type WriterState =
  /** The text runs. */
  | { readonly kind: 'runs' }
  /** The user types, or the text is being read or put into the lane. */
  | { readonly kind: 'waits' }
  /** The text cannot be read; the lane still runs the last right one. */
  | { readonly kind: 'wrong'; readonly problem: ScriptProblem }
  /** It could not be asked or written: the engine is lost, the file of the reader did not come. */
  | { readonly kind: 'failed'; readonly reason: string };

interface Listener {
  readonly onState: (state: WriterState) => void;
  /** The declarations of a text, as soon as a right one was read. */
  readonly onFacts: (facts: ScriptFacts, text: string) => void;
}

export class ScriptWriter {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with every text: an answer to an earlier one no longer counts. */
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

  /** True if the text on the screen is the user's work that does not run yet. */
  get isBusy(): boolean {
    return this.state.kind !== 'runs';
  }

  /** The text on the screen where it is not the one that runs, and why it does not parse once that is known. */
  get draft(): Draft | undefined {
    const { text, running: of, state } = this;
    if (text === of) return undefined;
    return state.kind === 'wrong' ? { text, of, problem: state.problem } : { text, of };
  }

  /** The text as it is after a key. */
  typed(text: string, rest_ms = REST_MS): void {
    if (text === this.text && this.state.kind === 'runs') return;
    this.text = text;
    this.turn += 1;
    clearTimeout(this.timer);
    this.tell({ kind: 'waits' });
    this.timer = setTimeout(() => void this.put(), rest_ms);
  }

  /**
   * The lane runs this text now. True if it differs, comes from elsewhere and is to be shown: the user is not typing.
   */
  runs(text: string): boolean {
    if (text === this.running) return false;
    this.running = text;
    // It was written here, perhaps some keys ago.
    if (text === this.text) {
      if (this.state.kind !== 'waits') this.tell({ kind: 'runs' });
      return false;
    }
    if (this.isBusy) return false;
    this.text = text;
    this.turn += 1;
    return true;
  }

  /** Reads the declarations of the text that runs. */
  async describe(): Promise<void> {
    const { text } = this;
    const told = await this.actions.readScript(text).catch(() => undefined);
    if (told !== undefined && !isProblem(told) && text === this.text) this.listener.onFacts(told, text);
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
      const told = await this.actions.readScript(text);
      if (isStale()) return;
      if (isProblem(told)) return this.tell({ kind: 'wrong', problem: told });
      this.listener.onFacts(told, text);
      if (text !== this.running) await this.actions.writeScript(this.lane, text);
      this.running = text;
      if (!isStale()) this.tell({ kind: 'runs' });
    } catch (problem) {
      if (!isStale()) this.tell({ kind: 'failed', reason: problemText(problem) });
    }
  }

  private tell(state: WriterState): void {
    this.state = state;
    this.listener.onState(state);
  }
}

function isProblem(told: ScriptFacts | ScriptProblem): told is ScriptProblem {
  return 'problem' in told;
}
