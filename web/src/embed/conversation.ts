/**
 * The messages between the embed and the outer page. The embed listens only to the page that contains the frame, and
 * lets it do only what a viewer can do. A response is sent to the origin of its request.
 */

import { problemText } from '../base/problem-text';
import { SceneRefused } from '../core/border/client';
import { sceneStore } from '../core/scene/scene-store';
import type { Opened } from '../core/session/door';
import type { Session } from '../core/session/session';
import { type Refused, shortened } from '../features/share/embed-address';
import { type EmbedRun, Refusal } from './embed-run';
import type { Message, Report, Request, SceneState } from './host/embed-api';
import { readRequest } from './requests';
import { type Wish, wishOf } from './scene-wish';

/** The interval between reports while the run plays [ms]. */
const REPORT_EVERY_MS = 250;

interface Options {
  readonly session: Session;
  readonly run: EmbedRun;
  /** Opens another scene; rejects with `SceneRefused`. */
  readonly open: (wish: Exclude<Wish, { kind: 'refused' }>) => Promise<Opened>;
}

/** Starts to exchange messages with the outer page. `undefined` if there is no such page. */
export function converse(options: Options): Conversation | undefined {
  return window.parent === window ? undefined : new Conversation(window.parent, options);
}

class Conversation {
  /** The page's origin, known after its first request. */
  private origin: string | undefined;
  private reported = '';
  private wasFinished = false;

  constructor(
    private readonly host: Window,
    private readonly options: Options,
  ) {
    window.addEventListener('message', (event) => {
      if (event.source === host) void this.hear(event.data, event.origin);
    });
    const onChange = (): void => this.reportState();
    sceneStore.subscribe(onChange);
    setInterval(onChange, REPORT_EVERY_MS);
    this.send({ type: 'ready' });
  }

  /**
   * Sends a report to the outer page. Before the outer page's first request its origin is unknown, so any page may read
   * the report. It then contains only the embed's own choices.
   */
  send(report: Report, id?: number): void {
    const message: Message<Report> = { ...report, chokepoint: 1, ...(id === undefined ? {} : { id }) };
    this.host.postMessage(message, this.origin ?? '*');
  }

  private async hear(data: unknown, origin: string): Promise<void> {
    const read = readRequest(data);
    if (read === undefined) return;
    // A page without an origin, such as a local file, sends its requests with the origin "null". Responses to such a
    // page have the target origin "*".
    this.origin = origin === 'null' ? '*' : origin;
    const { id } = read;
    if (read.kind === 'refused') return this.send({ type: 'refused', problems: read.problems }, id);
    try {
      this.send(await this.answer(read.request), id);
    } catch (problem) {
      this.send({ type: 'refused', problems: problemsOf(problem, read.request) }, id);
    }
  }

  private async answer(request: Request): Promise<Report> {
    const { run, session } = this.options;
    switch (request.type) {
      case 'state':
        break;
      case 'result':
        await run.awake();
        return { type: 'result', results: await session.results() };
      case 'open': {
        const wish = wishOf(request.scene);
        if (wish.kind === 'refused') throw new Refusal(wish.problems);
        await run.awake();
        const opened = await this.options.open(wish);
        if (opened !== 'opened') throw new Refusal([notOpened(request.scene, opened)]);
        break;
      }
      default:
        await run.perform(request);
    }
    return this.state();
  }

  private reportState(): void {
    const state = this.state();
    const text = JSON.stringify(state);
    if (text === this.reported) return;
    this.reported = text;
    this.send(state);
    const isFinished = state.state === 'finished';
    if (isFinished && !this.wasFinished && this.origin !== undefined)
      void this.options.session.results().then((results) => this.send({ type: 'result', results }));
    this.wasFinished = isFinished;
  }

  private state(): SceneState {
    const { session, run } = this.options;
    const { state, scenario } = sceneStore.getState();
    return {
      type: 'state',
      state: run.isWaiting ? 'waiting' : state,
      at_s: session.lanes[0]?.run.latest.scalars.now_s ?? 0,
      duration_s: scenario?.duration_s ?? 0,
      title: scenario?.title ?? '',
      lanes: session.lanes.map(({ name }) => name),
    };
  }
}

function notOpened(scene: string, why: Exclude<Opened, 'opened'>): Refused {
  const allowed =
    why === 'superseded'
      ? 'one scene at a time; a later request replaced this one'
      : 'only scripts that the user allowed in the lab in this browser, because an embed cannot ask';
  return { field: 'scene', value: shortened(scene), allowed };
}

function problemsOf(problem: unknown, request: Request): readonly Refused[] {
  if (problem instanceof Refusal) return problem.problems;
  if (problem instanceof SceneRefused)
    return problem.problems.map(({ path, problem: allowed }) => ({ field: path, value: '', allowed }));
  const allowed = problemText(problem);
  return [{ field: 'type', value: request.type, allowed }];
}
