/** The real reader of scripts for tests of the page, in this process. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { describeScript, initSync } from '../engine/pkg/script/chokepoint_script.js';
import type { ScriptFacts, ScriptProblem, ScriptTexts } from '../engine/script';

const packageFile = (name: string): URL => new URL(`../engine/pkg/script/${name}`, import.meta.url);

initSync({ module: new WebAssembly.Module(readFileSync(packageFile('chokepoint_script_bg.wasm'))) });

export const TEXTS = JSON.parse(readFileSync(packageFile('texts.json'), 'utf8')) as ScriptTexts;

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
