/** Everything that a worker with the larger package answers: each request goes to the host that its kind belongs to. */

import { LabHost } from '../engine/lab-host';
import type { ExportRequest, LabRequest } from '../engine/messages';
import type * as FullPackage from '../engine/pkg/full/chokepoint_full.js';
import { ScriptHost } from '../engine/script-host';
import type { Served } from '../engine/serve';
import { RunnerHost } from '../experiment/runner-host';
import type { RunnerRequest } from '../experiment/runner-messages';
import type { LessonRequest } from '../lesson/lesson-reader';
import { performLesson } from '../lesson/perform-lesson';
import { ScreeningHost } from '../sweep/screening-host';
import type { ScreeningRequest } from '../sweep/screening-messages';

/** The kinds of all requests differ. */
export type EngineRequest = LabRequest | RunnerRequest | ScreeningRequest | LessonRequest | ExportRequest;

export class FullHost {
  private readonly lab: LabHost;
  private readonly runner: RunnerHost;
  private readonly screening: ScreeningHost;

  /** `now_ms`: the clock by which work is cut into slices. */
  constructor(
    private readonly engine: typeof FullPackage,
    private readonly now_ms: () => number = () => performance.now(),
  ) {
    this.lab = new LabHost(engine, now_ms, new ScriptHost(engine, now_ms));
    this.runner = new RunnerHost(engine);
    this.screening = new ScreeningHost(engine);
  }

  readonly perform = (request: EngineRequest): Served => {
    switch (request.kind) {
      case 'open-experiment':
      case 'jobs':
      case 'run-job':
      case 'add-result':
      case 'forget':
      case 'report':
      case 'open-sweep':
      case 'run-tasks':
        return this.runner.perform(request);
      case 'open-screening':
      case 'run-screening':
      case 'add-rows':
        return this.screening.perform(request);
      case 'read-lesson':
      case 'judge-script':
        return performLesson(request, this.engine, this.now_ms);
      case 'export-scene':
        return { value: this.engine.export_scene(request.target, request.scenario, request.lane) };
      default:
        return this.lab.perform(request);
    }
  };
}
