/** Handles all requests to a worker with the larger package. Each kind of request has its own host. */

import type { ChangeRequest, ExportRequest, LabRequest, ListRequest } from '../core/border/messages';
import type { Served } from '../core/border/serve';
import { LabHost } from '../core/engine/lab-host';
import type * as FullPackage from '../core/engine/pkg/full/chokepoint_full.js';
import { ScriptHost } from '../core/engine/script-host';
import type { RunnerRequest } from '../core/experiment/runner-messages';
import type { LessonRequest } from '../core/lesson/lesson-reader';
import { performLesson } from '../features/lesson/perform-lesson';
import type { ScreeningRequest } from '../features/sweep/screening-messages';
import { RunnerHost } from './runner-host';
import { ScreeningHost } from './screening-host';

/** All requests to the larger package. Their kinds are distinct, so the kind determines the host. */
export type EngineRequest =
  | LabRequest
  | RunnerRequest
  | ScreeningRequest
  | LessonRequest
  | ExportRequest
  | ChangeRequest
  | ListRequest;

export class FullHost {
  private readonly lab: LabHost;
  private readonly runner: RunnerHost;
  private readonly screening: ScreeningHost;

  /** `now_ms` is the clock by which work is divided into slices. */
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
      case 'scene-of-point':
      case 'run-tasks':
      case 'seeds-of-points':
      case 'plot-runs':
      case 'read-sweep':
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
      case 'scene-with':
        return { value: this.engine.scene_with(request.scenario, request.changes) };
      case 'scene-with-list': {
        const { scenario, group, source, text } = request;
        return { value: this.engine.scene_with_list(scenario, group, source, text) };
      }
      default:
        return this.lab.perform(request);
    }
  };
}
