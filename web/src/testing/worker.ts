/** A worker that responds in-process, with faults that a test can inject. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { vi } from 'vitest';
import type { EngineKind } from '../core/border/client';
import type { Answer, Question, WorkerLike } from '../core/border/rpc';
import { type Load, type Served, server } from '../core/border/serve';
import { LabHost } from '../core/engine/lab-host';
import * as full from '../core/engine/pkg/full/chokepoint_full.js';
import * as lab from '../core/engine/pkg/lab/chokepoint_lab.js';
import { type EngineRequest, FullHost } from '../worker/full-host';

/** A file of the built engine, by its path in `core/engine/pkg`. */
export const packageFile = (path: string): Buffer =>
  readFileSync(new URL(`../core/engine/pkg/${path}`, import.meta.url));

/** The compiled packages, made for the first test that needs them. */
const modules: { [kind in EngineKind]?: WebAssembly.Module } = {};

export function packageModule(kind: EngineKind): WebAssembly.Module {
  const known = modules[kind];
  if (known !== undefined) return known;
  const module = new WebAssembly.Module(new Uint8Array(packageFile(`${kind}/chokepoint_${kind}_bg.wasm`)));
  (kind === 'lab' ? lab : full).initSync({ module });
  modules[kind] = module;
  return module;
}

export function fullPackage(): typeof full {
  packageModule('full');
  return full;
}

type TestQuestion = Question<EngineRequest | Load>;

export interface TestWorker {
  /** The worker's package, by default the lab's. */
  readonly kind?: EngineKind;
  /** Time that passes between two readings of the engine's clock [ms]. With 0, work seems to take no time. */
  readonly look_ms?: number;
  /** The worker's fault at a request. Undefined if there is none. */
  readonly fault?: (question: TestQuestion) => 'silent' | 'throws' | undefined;
  /** Called for every request that the worker handles. */
  readonly onQuestion?: (question: TestQuestion) => void;
  /**
   * Called with each request before the engine handles it. A thrown string refuses the request; a thrown error crashes
   * the worker.
   */
  readonly before?: (request: EngineRequest) => void;
  /** Delay of a response [ms], in addition to one turn of the event loop. */
  readonly answer_ms?: (question: TestQuestion) => number;
}

export function testWorker(machine: TestWorker = {}): WorkerLike {
  const { kind = 'lab', look_ms = 0, fault, onQuestion, before, answer_ms } = machine;
  let clock_ms = 0;
  const now_ms = (): number => {
    clock_ms += look_ms;
    return clock_ms;
  };
  packageModule(kind);
  const perform =
    kind === 'lab'
      ? (new LabHost(lab, now_ms).perform as (request: EngineRequest) => Served)
      : new FullHost(full, now_ms).perform;
  const answerTo = server((request: EngineRequest | Load) => {
    if (request.kind === 'load') return { value: null };
    before?.(request);
    return perform(request);
  });
  let isDead = false;
  const worker: WorkerLike = {
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (message) => {
      const question = structuredClone(message as TestQuestion);
      if (isDead) return;
      asked += 1;
      const answer = (): void => {
        asked -= 1;
        if (isDead) return;
        onQuestion?.(question);
        const failing = fault?.(question);
        if (failing === 'silent') isDead = true;
        if (failing === 'throws')
          worker.onerror?.({ message: 'out of memory', preventDefault: () => undefined } as ErrorEvent);
        if (failing === undefined) worker.onmessage?.({ data: answerTo(question) } as MessageEvent<Answer>);
      };
      const wait_ms = answer_ms?.(question) ?? 0;
      // A response is never immediate: as between real threads, it takes at least one turn of the event loop.
      if (wait_ms > 0) setTimeout(answer, wait_ms);
      else setImmediate(answer);
    },
    terminate: () => {
      isDead = true;
    },
  };
  return worker;
}

/** Number of requests that test workers have not answered yet. */
let asked = 0;

/**
 * Waits until test workers have answered all requests. Between two frames of a running scene, a test needs to wait for
 * nothing else. Tests that load code on demand use {@link settled}.
 */
export async function answered(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (asked > 0);
}

/**
 * Waits until test workers have answered all requests, until modules that are being imported are loaded, and until the
 * code that waited for either has run. Counting turns of the event loop would not do, because an import takes any
 * number of them.
 */
export async function settled(): Promise<void> {
  do {
    await vi.dynamicImportSettled();
    await answered();
  } while (asked > 0);
}
