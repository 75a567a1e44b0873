/**
 * The engine's worker: answers requests one by one. Time is measured here, since the engine has no clock.
 *
 *   page ── Request ──▶ worker ── calls ──▶ wasm
 *   page ◀── Answer, frame transferred ─── worker
 */

import type { SceneProblem } from './client';
import type { Answer, Numbered, Request } from './messages';
import init, { catalog, decodeLink, encodeLink, Lab } from './pkg/chokepoint_wasm.js';

/** Events between two looks at the clock: a fraction of a millisecond. */
const EVENTS_PER_LOOK = 2000;

let lab: Lab | undefined;

self.onmessage = ({ data }: MessageEvent<Numbered>) => {
  const told = (reason: unknown): Answer => ({
    number: data.number,
    kind: 'lost',
    reason: `it could not be loaded: ${reason instanceof Error ? reason.message : String(reason)}`,
  });
  void ready.then(() => answerTo(data), told).then((answer) => {
    self.postMessage(answer, { transfer: answer.kind === 'done' && answer.frame ? [answer.frame] : [] });
  });
};

const ready = init();

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
  readonly frame?: ArrayBuffer;
}

function perform(request: Request): Done {
  switch (request.kind) {
    case 'catalog':
      return { value: JSON.parse(catalog()) };
    case 'open': {
      const opened = new Lab(JSON.stringify(request.scenario), 0);
      lab?.free();
      lab = opened;
      if (request.at_s > 0) opened.advance(request.at_s, Number.MAX_SAFE_INTEGER);
      return withFacts(opened);
    }
    case 'advance': {
      const open = opened();
      advance(open, request.until_s, request.budget_ms);
      return { value: null, frame: frameOf(open) };
    }
    case 'step-decision': {
      const open = opened();
      open.stepDecision();
      return { value: null, frame: frameOf(open) };
    }
    case 'change': {
      const open = opened();
      open.change(request.path, JSON.stringify(request.value));
      return withFacts(open);
    }
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
  // The binding has copied the bytes out of the engine's memory into an array of their own.
  return open.frame().buffer as ArrayBuffer;
}

function withFacts(open: Lab): Done {
  return { value: JSON.parse(open.facts()), frame: frameOf(open) };
}

function problemsIn(thrown: unknown): readonly SceneProblem[] | undefined {
  if (typeof thrown !== 'string') return undefined;
  try {
    return JSON.parse(thrown) as readonly SceneProblem[];
  } catch {
    return undefined;
  }
}
