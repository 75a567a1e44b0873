/**
 * The clock of playing, moved by the test. `putClock` runs in the page before anything else: the time of playing is
 * fixed until the test moves it, in steps of fixed length. Each step waits for the engines' answers and for frames that
 * show them. The reason not to use Playwright's `page.clock`: docs/decisions/0072.
 */

import type { BrowserContext, Page } from '@playwright/test';

/** The test's part of `window.__chokepoint`, besides the page's own. */
export interface TestClock {
  /** Asked by the page in every phase of a frame. */
  clock(phase: 'advance' | 'model' | 'paint', now_ms: number): number;
  /** Moves on by so much; resolves when all of it has been played and shown. */
  run(time_ms: number): Promise<void>;
  /** Resolves once no engine is asked anything, and the page shows its last answer in full. */
  rest(): Promise<void>;
}

/** Pages of this context do not move until the test moves them. Before the first page is opened. */
export async function moveByHand(context: BrowserContext): Promise<void> {
  await context.addInitScript(putClock);
}

/** True if there is a clock to be moved: not in a page that keeps the browser's time. */
export function hasClock(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as Partial<Holder>).__chokepoint?.run !== undefined);
}

export function runClock(page: Page, time_s: number): Promise<void> {
  return page.evaluate((time_ms) => (window as unknown as Holder).__chokepoint.run(time_ms), time_s * 1000);
}

export function restClock(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as Holder).__chokepoint.rest());
}

interface Holder {
  __chokepoint: TestClock;
}

/** Runs in the page: only its own body exists there. */
function putClock(): void {
  /** As long as a frame of a slow page: the clock of playing counts at most 250 ms a frame [ms]. */
  const STEP_MS = 100;
  /** Frames without a question: in the first of them due requests are made, in the next the last answer is shown. */
  const QUIET_FRAMES = 2;
  /** Read-outs that the page updates slowly are up to date after so many frames of so long a time each. */
  const TELLING_FRAMES = 32;
  const TELLING_MS = 120;

  // Questions to the engines of lanes that are not answered yet, as `rpc.ts` numbers them.
  const open = new Map<Worker, Set<number>>();
  class CountedWorker extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (options?.name !== 'engine') return;
      const numbers = new Set<number>();
      open.set(this, numbers);
      this.addEventListener('message', ({ data }) => {
        if (data?.kind !== 'unfinished') numbers.delete(data?.number);
      });
    }

    override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
      if (typeof message === 'object' && message !== null && 'request' in message && 'number' in message)
        open.get(this)?.add(message.number as number);
      super.postMessage(message, transfer as Transferable[]);
    }

    override terminate(): void {
      open.delete(this);
      super.terminate();
    }
  }
  window.Worker = CountedWorker;

  let played_ms = 0;
  let due_ms = 0;
  let quietFrames = 0;
  let told_ms = 0;
  let tellingFrames = 0;
  let waiting: (() => void)[] = [];
  const goOn = (): void => {
    const isAsked = [...open.values()].some((numbers) => numbers.size > 0);
    quietFrames = isAsked ? 0 : quietFrames + 1;
    if (quietFrames < QUIET_FRAMES) return;
    if (due_ms > 0) {
      const step_ms = Math.min(STEP_MS, due_ms);
      due_ms -= step_ms;
      played_ms += step_ms;
      quietFrames = 0;
    } else if (tellingFrames > 0) {
      tellingFrames -= 1;
      told_ms += TELLING_MS;
    } else {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
  };
  const comesToRest = (): Promise<void> => {
    // The effect of the last key or click has yet to be requested.
    quietFrames = 0;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const testClock: TestClock = {
    clock: (phase, now_ms) => {
      if (phase !== 'advance') return now_ms + told_ms;
      goOn();
      return played_ms;
    },
    run: (time_ms) => {
      due_ms += time_ms;
      return comesToRest();
    },
    rest: () => {
      tellingFrames = TELLING_FRAMES;
      return comesToRest();
    },
  };
  Object.assign(window, { __chokepoint: testClock });
}
