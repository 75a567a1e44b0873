/** What the worker of an experiment does: turns requests into calls of the engine. */

import * as engine from '../engine/pkg/runner/chokepoint_runner.js';
import type { Served } from '../engine/serve';
import type { RunnerRequest } from './runner-messages';

export class RunnerHost {
  private experiment: engine.Experiment | undefined;

  readonly perform = (request: RunnerRequest): Served => ({ value: this.answer(request) ?? null });

  private answer(request: RunnerRequest): string | undefined {
    switch (request.kind) {
      case 'open':
        this.experiment?.free();
        this.experiment = undefined;
        this.experiment = new engine.Experiment(request.preset);
        return undefined;
      case 'jobs':
        return this.opened().jobs(request.seeds);
      case 'run':
        return this.opened().run(request.job);
      case 'add':
        this.opened().add(request.job, request.result);
        return undefined;
      case 'forget':
        this.opened().forget();
        return undefined;
      case 'report':
        return this.opened().report();
      case 'lesson':
        return readLesson(request.text, request.presets);
    }
  }

  private opened(): engine.Experiment {
    if (!this.experiment) throw new Error('no experiment is open');
    return this.experiment;
  }
}

/** An engine that was built before there were lessons does not have it. */
const readLesson = (text: string, presets: string): string => {
  const { read_lesson: read } = engine as { read_lesson?: (text: string, presets: string) => string };
  // What the engine refuses, it throws as a text.
  if (read === undefined) throw JSON.stringify([{ line: 1, problem: 'this engine reads no lessons yet' }]);
  return read(text, presets);
};
