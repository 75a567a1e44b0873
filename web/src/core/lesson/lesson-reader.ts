/** The engine's lesson parser, in a separate worker. */

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

/** Checks whether a script solves its task. `scenario` and `part`, the task in the lesson, are JSON strings. */
interface JudgeRequest {
  readonly kind: 'judge-script';
  readonly scenario: string;
  readonly write: string;
  readonly script: string;
}

export type LessonRequest = ReadRequest | JudgeRequest;

/** Requests to the worker. The request `read-script` parses a script before it is evaluated. */
export type ReaderRequest = LessonRequest | Extract<LabRequest, { readonly kind: 'read-script' }>;

export interface LessonReader {
  /**
   * The lesson as JSON text. Rejects with `Refused`, whose text lists the problems, and with `EngineLost` if the worker
   * does not respond in time.
   */
  read(text: string, presets: string): Promise<string>;
  /** Declarations of a script, or its syntax error. The script is not run. */
  readScript(text: string, signal?: AbortSignal): Promise<ScriptFacts | ScriptProblem>;
  /** The verdict on a script as JSON text. Rejects with `Refused`, whose text describes the problem in the script. */
  judge(request: Omit<JudgeRequest, 'kind'>, signal?: AbortSignal): Promise<string>;
  close(): void;
}

/** Starts the parser. Aborting `signal` terminates its worker at once. */
export type ConnectReader = (signal?: AbortSignal) => Promise<LessonReader>;

/** Longest wait for an answer [ms]. Parsing a lesson usually takes a fraction of a second, and more on a slow phone. */
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
