/**
 * The only caller of `requestAnimationFrame`. Every frame has three phases in this order: `advance` (request more from
 * the engine), `model` (turn data into displays), `paint` (paint canvases, and write text into elements). Without
 * listeners the loop stops.
 *
 * With `?measure` in the address, the scripting time of each frame is recorded as a `performance.measure` named
 * `chokepoint-frame` and in a ring at `window.__chokepoint.frameTimes` [ms].
 *
 * A test may install a function as `window.__chokepoint.clock`, which then supplies the time for each phase of a frame.
 */

export type FramePhase = 'advance' | 'model' | 'paint';
export type FrameCallback = (now_ms: number) => void;

const PHASES: readonly FramePhase[] = ['advance', 'model', 'paint'];
const RING_LENGTH = 3600;

declare global {
  interface Window {
    __chokepoint?: { frameTimes?: number[]; clock?: (phase: FramePhase, now_ms: number) => number };
  }
}

const callbacks: Readonly<Record<FramePhase, Set<FrameCallback>>> = {
  advance: new Set(),
  model: new Set(),
  paint: new Set(),
};
let isRunning = false;
let isResting = false;

/** Pauses or resumes the loop. It is paused while the page is hidden or nothing on it moves. */
export function restFrames(isWanted: boolean): void {
  isResting = isWanted;
  goOn();
}

/** Calls `callback` once in this phase of every frame. Returns a function that unsubscribes it. */
export function onFrame(phase: FramePhase, callback: FrameCallback): () => void {
  callbacks[phase].add(callback);
  goOn();
  return () => {
    callbacks[phase].delete(callback);
  };
}

/** Resolves after `count` frames have been painted. */
export function framesPainted(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const stop = onFrame('paint', () => {
      left -= 1;
      if (left > 0) return;
      stop();
      resolve();
    });
  });
}

/** Paints at once, because the browser prints the page without another frame. */
export function paintNow(): void {
  run(['model', 'paint'], performance.now());
}

function goOn(): void {
  if (isRunning || isResting) return;
  isRunning = true;
  requestAnimationFrame(runFrame);
}

function runFrame(now_ms: number): void {
  const began = ring === undefined ? 0 : performance.now();
  const count = run(PHASES, now_ms);
  if (ring !== undefined) record(ring, began);
  isRunning = count > 0 && !isResting;
  if (isRunning) requestAnimationFrame(runFrame);
}

/** Calls the callbacks of these phases and returns their number. */
function run(phases: readonly FramePhase[], frame_ms: number): number {
  let count = 0;
  for (const phase of phases) {
    const now_ms = globalThis.window?.__chokepoint?.clock?.(phase, frame_ms) ?? frame_ms;
    for (const callback of callbacks[phase]) {
      count += 1;
      try {
        callback(now_ms);
      } catch (problem) {
        // A callback that throws is removed and reported once, so that the other pictures and the clock continue.
        callbacks[phase].delete(callback);
        reportError(problem);
      }
    }
  }
  return count;
}

const ring = measurementRing();

function measurementRing(): number[] | undefined {
  if (typeof window === 'undefined' || !new URLSearchParams(window.location.search).has('measure')) return undefined;
  const frameTimes: number[] = [];
  window.__chokepoint = { ...window.__chokepoint, frameTimes };
  return frameTimes;
}

function record(times: number[], began: number): void {
  const measure = performance.measure('chokepoint-frame', { start: began, end: performance.now() });
  if (times.length === RING_LENGTH) times.shift();
  times.push(measure.duration);
}
