/** The real engine for tests of the page: the worker's own code, in this process, with faults where a test wants them. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import type { Catalog } from '../engine/catalog';
import type { EngineClient, EngineKind } from '../engine/client';
import { connectLab } from '../engine/lab-client';
import { LabHost } from '../engine/lab-host';
import type { LabRequest } from '../engine/messages';
import * as lab from '../engine/pkg/chokepoint_wasm.js';
import * as withScripts from '../engine/pkg/script/chokepoint_script.js';
import type { Answer, Question, WorkerLike } from '../engine/rpc';
import type { ScriptTexts } from '../engine/script';
import { ScriptHost } from '../engine/script-host';
import { type Load, server } from '../engine/serve';

const packageFile = (name: string): URL => new URL(`../engine/pkg/${name}`, import.meta.url);

const module = new WebAssembly.Module(readFileSync(packageFile('chokepoint_wasm_bg.wasm')));
lab.initSync({ module });

/** The package that also reads scripts, made ready for the first test that wants it. */
function scriptHost(now_ms: () => number): ScriptHost {
  scriptModule ??= new WebAssembly.Module(readFileSync(packageFile('script/chokepoint_script_bg.wasm')));
  withScripts.initSync({ module: scriptModule });
  return new ScriptHost(withScripts, now_ms);
}
let scriptModule: WebAssembly.Module | undefined;

/** What an editor of scripts knows before the engine is there. */
export const scriptTexts = (): ScriptTexts =>
  JSON.parse(readFileSync(packageFile('script/texts.json'), 'utf8')) as ScriptTexts;

/** What the engine tells about itself. */
export const CATALOG = JSON.parse(readFileSync(packageFile('catalog.json'), 'utf8')) as Catalog;

export interface Machine {
  /** The package that it runs; absent: the lab. */
  readonly kind?: EngineKind;
  /** How long the engine works between two looks at the clock [ms]: 0 is a machine on which nothing takes long. */
  readonly look_ms?: number;
  /** How the worker fails at a question, if it does. */
  readonly fault?: (question: Question<LabRequest | Load>) => 'silent' | 'throws' | undefined;
  /** Told of every question. */
  readonly onQuestion?: (question: Question<LabRequest | Load>) => void;
}

/** An engine as the page gets it. */
export function testEngine(machine: Machine = {}): Promise<EngineClient> {
  return connectLab(testWorker(machine), Promise.resolve([module, CATALOG] as const));
}

/** A worker that answers in this process. */
export function testWorker({ kind = 'lab', look_ms = 0, fault, onQuestion }: Machine = {}): WorkerLike {
  let clock_ms = 0;
  const now_ms = (): number => {
    clock_ms += look_ms;
    return clock_ms;
  };
  const host = kind === 'lab' ? new LabHost(lab, now_ms) : new LabHost(withScripts, now_ms, scriptHost(now_ms));
  const answerTo = server((request: LabRequest | Load) =>
    request.kind === 'load' ? { value: null } : host.perform(request),
  );
  let isDead = false;
  const worker: WorkerLike = {
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (message) => {
      const question = structuredClone(message as Question<LabRequest | Load>);
      if (isDead) return;
      asked += 1;
      // A turn of the loop of its own, as a message takes.
      setImmediate(() => {
        asked -= 1;
        if (isDead) return;
        onQuestion?.(question);
        const failing = fault?.(question);
        if (failing === 'silent') isDead = true;
        if (failing === 'throws')
          worker.onerror?.({ message: 'out of memory', preventDefault: () => undefined } as ErrorEvent);
        if (failing === undefined) worker.onmessage?.({ data: answerTo(question) } as MessageEvent<Answer>);
      });
    },
    terminate: () => {
      isDead = true;
    },
  };
  return worker;
}

/** Questions that test workers have not answered yet. */
let asked = 0;

/** Everything that was asked of test engines has been answered, and what followed from the answers as well. */
export async function settled(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (asked > 0);
}
