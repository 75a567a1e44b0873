/** The real reader of scripts for tests of the page, in this process. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { describeScript, initSync, scriptReference, scriptStarts } from '../engine/pkg/script/chokepoint_script.js';
import type { ScriptFacts, ScriptProblem, ScriptTexts } from '../engine/script';

const binary = readFileSync(new URL('../engine/pkg/script/chokepoint_script_bg.wasm', import.meta.url));
initSync({ module: new WebAssembly.Module(binary) });

export const TEXTS: ScriptTexts = { ...JSON.parse(scriptReference()), starts: JSON.parse(scriptStarts()) };

/** The text of a script to start from. */
export function startText(id: string): string {
  const start = TEXTS.starts.find((one) => one.id === id);
  if (start === undefined) throw new Error(`there is no start called ${id}`);
  return start.text;
}

export function readScript(text: string): ScriptFacts | ScriptProblem {
  try {
    return JSON.parse(describeScript(text)) as ScriptFacts;
  } catch (problem) {
    return JSON.parse(String(problem)) as ScriptProblem;
  }
}

/** What a right text declares. */
export function factsOf(text: string): ScriptFacts {
  const told = readScript(text);
  if ('problem' in told) throw new Error(`line ${told.line}: ${told.problem}`);
  return told;
}
