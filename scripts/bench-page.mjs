// What the built page costs in Chromium, seen from outside: nothing in the page knows that it is measured.

import { chromium } from 'playwright';
import { browserArguments, browserPath } from './browsers.mjs';
import { dist } from './build.mjs';
import { serve } from './serve.mjs';

const viewport = { width: 1440, height: 900 };
const loads = 5;
const settleMs = 3_000;
const watchMs = 10_000;

// What counts as scripting in Chromium's trace: each is one entry from the browser into JavaScript.
const scripting = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);

/** Resolves to times in milliseconds: scripting on the page's thread per frame, and from navigation to movement. */
export async function measurePage() {
  return withPage(async (browser, address) => {
    const untilMoving = [];
    // Each in a context of its own, so that nothing is in a cache.
    for (let i = 0; i < loads; i++) untilMoving.push(await timeUntilMoving(browser, address));
    const { scriptingPerFrame } = await traceFrames(browser, address);
    return { untilMoving, scriptingPerFrame };
  });
}

/** Plays the scene of a link: scripting per frame, tasks of the page's thread over 50 ms, and how the heap grows. */
export async function measureScene(fragment, minutes) {
  return withPage(async (browser, address) => {
    const traced = await traceFrames(browser, `${address}#${fragment}`);
    return { ...traced, heapGrowth: await growHeap(browser, `${address}#${fragment}`, minutes) };
  });
}

async function withPage(measure) {
  const { address, close } = await serve(dist, { port: 0, strict: true });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments() });
  try {
    return await measure(browser, address);
  } finally {
    await browser.close();
    close();
  }
}

/** Mebibytes that the page's heap holds more, after collection, when it has played for so many minutes. */
async function growHeap(browser, address, minutes) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(address);
  const session = await context.newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1024 / 1024;
  };
  // Caches and compiled code fill up first.
  await page.waitForTimeout(10 * settleMs);
  const before = await heap();
  await page.waitForTimeout(minutes * 60_000);
  const growth = (await heap()) - before;
  await context.close();
  return growth;
}

async function timeUntilMoving(browser, address) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.addInitScript(watchForMovement);
  await page.goto(address);
  const moved = await page.waitForFunction(() => globalThis.firstMovement, undefined, { timeout: 30_000 });
  const milliseconds = await moved.jsonValue();
  await context.close();
  return milliseconds;
}

/** Runs in the page: the largest canvas has shown its second picture that is not blank. */
function watchForMovement() {
  const copy = new OffscreenCanvas(96, 24);
  const pen = copy.getContext('2d', { willReadFrequently: true });
  let before;
  const look = () => {
    const [largest] = [...document.querySelectorAll('canvas')].sort((a, b) => b.width * b.height - a.width * a.height);
    if (largest?.width > 0) {
      pen.clearRect(0, 0, copy.width, copy.height);
      pen.drawImage(largest, 0, 0, copy.width, copy.height);
      const pixels = pen.getImageData(0, 0, copy.width, copy.height).data;
      const picture = pixels.some((value) => value !== 0) ? pixels.join() : undefined;
      if (before !== undefined && picture !== undefined && picture !== before) {
        globalThis.firstMovement = performance.now();
        return;
      }
      before = picture;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function traceFrames(browser, address) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForTimeout(settleMs);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', '__metadata'],
  });
  await page.waitForTimeout(watchMs);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  return { scriptingPerFrame: scriptingPerFrame(traceEvents), longTasks: longTasks(traceEvents) };
}

function scriptingPerFrame(events) {
  const thread = pageThread(events);
  const spans = outermost(
    events.filter((event) => event.ph === 'X' && threadOf(event) === thread && scripting.has(event.name)),
  );
  const frames = spans.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  // A frame lasts from one animation-frame callback to the next; messages from the worker fall in between.
  return frames.slice(0, -1).map((begin, index) => {
    const end = frames[index + 1];
    const inside = spans.filter(({ ts }) => ts >= begin && ts < end);
    return inside.reduce((sum, { dur }) => sum + dur, 0) / 1000;
  });
}

/** Lengths of the tasks of the page's thread that took over 50 ms. */
function longTasks(events) {
  const thread = pageThread(events);
  return events
    .filter(({ ph, name, ...event }) => ph === 'X' && name === 'RunTask' && threadOf(event) === thread)
    .map(({ dur }) => dur / 1000)
    .filter((milliseconds) => milliseconds > 50);
}

/** The thread that fires the animation frames; a worker here has none. */
function pageThread(events) {
  return threadOf(events.find(({ name }) => name === 'FireAnimationFrame') ?? {});
}

function threadOf({ pid, tid }) {
  return `${pid}/${tid}`;
}

/** Spans nest (a callback runs inside its event); only the outer ones may be added up. */
function outermost(spans) {
  let end = 0;
  return spans
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter(({ ts, dur }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}
