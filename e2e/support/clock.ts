/**
 * A page clock that the test advances. `putClock` runs before the page's own scripts. It stops the clock until the test
 * advances it, in steps of fixed length. Each step waits for the engines' responses and for frames that show them.
 * `docs/decisions/0072` says why Playwright's `page.clock` is not used.
 */

import type { BrowserContext, Page } from '@playwright/test';

/** The part of `window.__chokepoint` that the test adds. The page adds the rest. */
export interface TestClock {
  /** The time of this clock [ms]. The page reads it in each phase of a frame, instead of the browser's clock. */
  clock(phase: 'advance' | 'model' | 'paint', now_ms: number): number;
  /** Advances the clock by `time_ms`. Resolves once the page has played and shown this time. */
  run(time_ms: number): Promise<void>;
  /** Resolves when no engine has a pending request and the page shows the complete last response. */
  rest(): Promise<void>;
}

/** Stops the clock of every page in this context. Must be called before the first page opens. */
export async function moveByHand(context: BrowserContext): Promise<void> {
  await context.addInitScript(putClock);
}

/** True if the test drives this page's clock; false if the page uses real time. */
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

/** Runs in the page, so it cannot refer to any name outside its body. */
function putClock(): void {
  /**
   * Time between two frames [ms], as on a slow machine. It is below 250 ms, the most that the page plays in one frame.
   */
  const STEP_MS = 100;
  /**
   * Number of frames without a request after which the page is idle. The first of these frames sends pending requests,
   * and the second shows the last response.
   */
  const QUIET_FRAMES = 2;
  /** Number and length [ms] of the frames that bring slowly updated displays up to date. */
  const SETTLING_FRAMES = 32;
  const SETTLING_MS = 120;

  // Pending requests to the lanes' engines, by their number in `rpc.ts`.
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
  let settling_ms = 0;
  let settlingFrames = 0;
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
    } else if (settlingFrames > 0) {
      settlingFrames -= 1;
      settling_ms += SETTLING_MS;
    } else {
      for (const resolve of waiting) resolve();
      waiting = [];
    }
  };
  const comesToRest = (): Promise<void> => {
    // The last key press or click may cause a request that has not been sent yet.
    quietFrames = 0;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const testClock: TestClock = {
    clock: (phase, now_ms) => {
      if (phase !== 'advance') return now_ms + settling_ms;
      goOn();
      return played_ms;
    },
    run: (time_ms) => {
      due_ms += time_ms;
      return comesToRest();
    },
    rest: () => {
      settlingFrames = SETTLING_FRAMES;
      return comesToRest();
    },
  };
  Object.assign(window, { __chokepoint: testClock });
}
