/** The engine's real script parser, run in-process by the test. */

import type { ScriptFacts, ScriptProblem } from '../core/border/script';
import { scriptTexts } from './engine';
import { fullPackage } from './worker';

export const TEXTS = scriptTexts();

/** The text of an example script. */
export function startText(id: string): string {
  const start = TEXTS.starts.find((one) => one.id === id);
  if (start === undefined) throw new Error(`there is no start called ${id}`);
  return start.text;
}

function readScript(text: string): ScriptFacts | ScriptProblem {
  try {
    return JSON.parse(fullPackage().describeScript(text)) as ScriptFacts;
  } catch (problem) {
    return JSON.parse(String(problem)) as ScriptProblem;
  }
}

/** The declarations of a valid text. */
export function factsOf(text: string): ScriptFacts {
  const answer = readScript(text);
  if ('problem' in answer) throw new Error(`line ${answer.line}: ${answer.problem}`);
  return answer;
}
