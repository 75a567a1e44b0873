/** The engine's reader of lessons in a worker of its own. */

import type { LabRequest } from '../border/messages';
import type { Asker } from '../border/rpc';
import type { ScriptFacts, ScriptProblem } from '../border/script';
import { startEngine } from '../engine/bridge';

interface ReadRequest {
  readonly kind: 'read-lesson';
  readonly text: string;
  /** The presets that the lesson may name, as JSON text. */
  readonly presets: string;
}

/** Asks if a script solves its task. The texts are the scene and the part of the lesson, as JSON. */
interface JudgeRequest {
  readonly kind: 'judge-script';
  readonly scenario: string;
  readonly write: string;
  readonly script: string;
}

export type LessonRequest = ReadRequest | JudgeRequest;

/** The worker reads scripts as well: a text is read before it is judged. */
export type ReaderRequest = LessonRequest | Extract<LabRequest, { readonly kind: 'read-script' }>;

export interface LessonReader {
  /**
   * The lesson as JSON text. Rejects with `Refused`, whose text lists the problems, and with `EngineLost` where reading
   * never ends.
   */
  read(text: string, presets: string): Promise<string>;
  /** The declarations of a script, or its syntax error. Nothing of it runs. */
  readScript(text: string, signal?: AbortSignal): Promise<ScriptFacts | ScriptProblem>;
  /** The verdict as JSON text; rejects with `Refused`, whose text describes the problem of the script. */
  judge(request: Omit<JudgeRequest, 'kind'>, signal?: AbortSignal): Promise<string>;
  /** Ends the worker. */
  close(): void;
}

/** `signal` ends the worker at once. */
export type ConnectReader = (signal?: AbortSignal) => Promise<LessonReader>;

/** A lesson is read in a fraction of a second; a slow phone may take longer. */
const PATIENCE_MS = 10_000;

export async function connectReader(signal?: AbortSignal): Promise<LessonReader> {
  return readerBehind(await startEngine<ReaderRequest>('full', signal));
}

export function readerBehind({ ask, close }: Asker<ReaderRequest>): LessonReader {
  return {
    read: async (text, presets) =>
      (await ask({ kind: 'read-lesson', text, presets }, { patience_ms: PATIENCE_MS })).value as string,
    readScript: async (text, signal) =>
      (await ask({ kind: 'read-script', text }, { patience_ms: PATIENCE_MS, signal })).value as
        | ScriptFacts
        | ScriptProblem,
    judge: async (request, signal) =>
      (await ask({ kind: 'judge-script', ...request }, { patience_ms: PATIENCE_MS, signal })).value as string,
    close,
  };
}
