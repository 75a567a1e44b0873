/**
 * The engine's worker: answers requests one by one. Time is measured here, since the engine has no clock.
 *
 *   page ── Request ──▶ worker ── calls ──▶ wasm
 *   page ◀── Answer, frame transferred ─── worker
 */

import type { Scenario } from '../scenario/scenario';
import type { Divergence, SceneProblem, StepKind } from './client';
import type { Answer, Names, Numbered, Request } from './messages';
import init, { decodeLink, divergence, encodeLink, Lab } from './pkg/chokepoint_wasm.js';

/** Events between two looks at the clock: a fraction of a millisecond. */
const EVENTS_PER_LOOK = 2000;

let lab: Lab | undefined;

let names: Names = { disciplines: {}, reasons: [] };

let load: (module: WebAssembly.Module) => void;
const ready = new Promise<WebAssembly.Module>((resolve) => {
  load = resolve;
}).then((module) => init({ module_or_path: module }));

self.onmessage = ({ data }: MessageEvent<Numbered>) => {
  if (data.request.kind === 'load') {
    names = data.request.names;
    load(data.request.module);
  }
  const cannotLoad = (reason: unknown): Answer => ({
    number: data.number,
    kind: 'lost',
    reason: `it could not be loaded: ${reason instanceof Error ? reason.message : String(reason)}`,
  });
  void ready
    .then(() => answerTo(data), cannotLoad)
    .then((answer) => {
      self.postMessage(answer, { transfer: answer.kind === 'done' && answer.block ? [answer.block] : [] });
    });
};

function answerTo({ number, request }: Numbered): Answer {
  try {
    return { number, kind: 'done', ...perform(request) };
  } catch (thrown) {
    const problems = problemsIn(thrown);
    if (problems) return { number, kind: 'refused', problems };
    return { number, kind: 'lost', reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

interface Done {
  readonly value: unknown;
  readonly block?: ArrayBuffer;
}

function perform(request: Request): Done {
  switch (request.kind) {
    case 'load':
      return { value: null };
    case 'open': {
      const opened = new Lab(JSON.stringify(request.scenario), request.lane);
      lab?.free();
      lab = opened;
      if (request.at_s > 0) opened.advance(request.at_s, Number.MAX_SAFE_INTEGER);
      return withFacts(opened);
    }
    case 'advance': {
      const open = opened();
      advance(open, request.until_s, request.budget_ms);
      return { value: null, block: frameOf(open) };
    }
    case 'step-decision': {
      const open = opened();
      open.stepDecision();
      return { value: null, block: frameOf(open) };
    }
    case 'change': {
      const open = opened();
      open.change(request.path, JSON.stringify(request.value));
      return withFacts(open);
    }
    case 'seek': {
      const open = opened();
      open.seek(request.at_s);
      return { value: null, block: frameOf(open) };
    }
    case 'seek-decision': {
      const open = opened();
      open.seekDecision(request.serial);
      return { value: null, block: frameOf(open) };
    }
    case 'seek-event': {
      const open = opened();
      open.seekEvent(request.event);
      return { value: null, block: frameOf(open) };
    }
    case 'step': {
      const open = opened();
      const answer = open.step(JSON.stringify(stepInEngine(request.step)), request.direction === 'back');
      const found = answer === 'yes' ? 'found' : answer === 'no' ? 'none' : 'not-within-reach';
      return { value: found, block: frameOf(open) };
    }
    case 'history': {
      const { from_s, until_s, filter, max } = request;
      return { value: null, block: bufferOf(opened().history(from_s, until_s, JSON.stringify(filter), max)) };
    }
    case 'divergence':
      return { value: parted(request.scenario, request.lanes, request.until_s) };
    case 'facts':
      return { value: JSON.parse(opened().facts()) };
    case 'result':
      return { value: JSON.parse(opened().result()) };
    case 'encode-link': {
      const { scenario, preset, view } = request;
      return { value: encodeLink(JSON.stringify(scenario), JSON.stringify(preset), JSON.stringify(view)) };
    }
    case 'decode-link':
      return { value: JSON.parse(decodeLink(request.fragment, JSON.stringify(request.presets))) };
  }
}

function opened(): Lab {
  if (!lab) throw new Error('no scene is open');
  return lab;
}

/** Runs until the moment is reached or the budget is used up; then the last decision is told step by step. */
function advance(open: Lab, until_s: number, budget_ms: number): void {
  const deadline = performance.now() + budget_ms;
  while (!open.advance(until_s, EVENTS_PER_LOOK)) {
    if (performance.now() >= deadline) {
      open.stepDecision();
      return;
    }
  }
}

function frameOf(open: Lab): ArrayBuffer {
  return bufferOf(open.frame());
}

function bufferOf(block: Uint8Array): ArrayBuffer {
  // The binding has copied the bytes out of the engine's memory into an array of their own.
  return block.buffer as ArrayBuffer;
}

function withFacts(open: Lab): Done {
  return { value: JSON.parse(open.facts()), block: frameOf(open) };
}

/** A kind of step as the engine names it: it knows reasons by their ids. */
function stepInEngine(step: StepKind): object {
  if (step.kind === 'flow') return { kind: 'arrival', flow: step.flow };
  if (step.kind === 'reason') return { kind: 'drop', reason: names.reasons[step.reason] ?? '' };
  return step;
}

/** One pair of the engine's answer. */
interface Compared {
  readonly compared_until_s: number;
  readonly divergence: {
    readonly time_s: number;
    readonly decision: number;
    readonly is_arrival: boolean;
    readonly in_words: readonly [string, string];
  } | null;
}

function parted(
  scenario: Scenario,
  lanes: readonly [number, number],
  until_s: number,
): Divergence | 'none' | 'unknown' {
  const compared = JSON.parse(divergence(JSON.stringify(scenario), JSON.stringify(lanes), until_s)) as Compared[];
  const [pair] = compared;
  if (pair === undefined) return 'unknown';
  if (pair.divergence === null)
    return pair.compared_until_s >= Math.min(until_s, scenario.duration_s) ? 'none' : 'unknown';
  const { time_s, decision, is_arrival, in_words: done } = pair.divergence;
  const text = `At ${time_s.toFixed(3)} s ${nameIn(scenario, lanes, 0)} ${done[0]}; ${nameIn(scenario, lanes, 1)} ${done[1]}.`;
  return { at_s: time_s, decision, isArrival: is_arrival, lanes, done, text };
}

function nameIn({ lanes }: Scenario, pair: readonly [number, number], place: 0 | 1): string {
  const aqm = lanes[pair[place]]?.aqm;
  const name = names.disciplines[aqm ?? ''] ?? aqm ?? '';
  return aqm === lanes[pair[1 - place] ?? 0]?.aqm ? `${name} in lane ${pair[place] + 1}` : name;
}

function problemsIn(thrown: unknown): readonly SceneProblem[] | undefined {
  if (typeof thrown !== 'string') return undefined;
  try {
    return JSON.parse(thrown) as readonly SceneProblem[];
  } catch {
    return undefined;
  }
}
