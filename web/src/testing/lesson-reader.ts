/** The real reader of lessons for tests of the page, in this process. */
/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { initSync, read_lesson } from '../engine/pkg/lesson/chokepoint_lesson.js';
import * as withScripts from '../engine/pkg/script/chokepoint_script.js';
import type { Answer, Question, WorkerLike } from '../engine/rpc';
import { type Load, type Served, server } from '../engine/serve';
import { type LessonReader, type LessonRequest, readerBehind } from '../lesson/lesson-reader';
import { performLesson } from '../lesson/perform-lesson';

const binary = readFileSync(new URL('../engine/pkg/lesson/chokepoint_lesson_bg.wasm', import.meta.url));
const module = new WebAssembly.Module(binary);
initSync({ module });

/** A reader as the page gets it. */
export function testReader(): Promise<LessonReader> {
  return behind((request) => {
    if (request.kind === 'judge') throw new Error('this reader has no scripts');
    return { value: request.kind === 'load' ? null : read_lesson(request.text, request.presets) };
  });
}

/** The same with scripts. `look_ms`: how long it works between two looks at the clock. */
export function testScriptReader(look_ms = 0): Promise<LessonReader> {
  if (!areScriptsReady) {
    const scripts = readFileSync(new URL('../engine/pkg/script/chokepoint_script_bg.wasm', import.meta.url));
    withScripts.initSync({ module: new WebAssembly.Module(scripts) });
    areScriptsReady = true;
  }
  let clock_ms = 0;
  return behind((request) =>
    performLesson(request, withScripts, () => {
      clock_ms += look_ms;
      return clock_ms;
    }),
  );
}
let areScriptsReady = false;

function behind(perform: (request: LessonRequest | Load) => Served): Promise<LessonReader> {
  const answerTo = server(perform);
  const worker: WorkerLike = {
    ...{ onmessage: null, onmessageerror: null, onerror: null },
    postMessage: (message) => {
      const data = answerTo(message as Question<LessonRequest | Load>);
      setTimeout(() => worker.onmessage?.({ data } as MessageEvent<Answer>));
    },
    terminate: () => undefined,
  };
  return readerBehind(worker, module);
}
