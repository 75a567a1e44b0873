// Measures the cost of the built page in Chromium from outside: the page contains no instrumentation.

import { chromium } from 'playwright';
import { browserArguments, browserPath } from './browsers.mjs';
import { dist } from './build.mjs';
import { serve } from './serve.mjs';

const viewport = { width: 1440, height: 900 };
const loads = 5;
const settleMs = 3_000;
const watchMs = 10_000;

// Events in Chromium's trace that count as scripting. Each is a call from the browser into JavaScript.
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

/**
 * Two times [ms]: the main thread's scripting time per frame while the scene of a link plays, and the time from
 * navigation without a link to the first movement.
 */
export async function measurePage(fragment) {
  return withPage(async (browser, address) => {
    const untilMoving = [];
    // Each load uses a fresh browser context, so that the cache is empty.
    for (let i = 0; i < loads; i++) untilMoving.push(await timeUntilMoving(browser, address));
    const { scriptingPerFrame } = await traceFrames(browser, `${address}#${fragment}`);
    return { untilMoving, scriptingPerFrame };
  });
}

/**
 * Time from navigation to the first movement on a slow phone in a crowded hall [ms]. Chromium's developer tools
 * throttle processor and network, and the server compresses the files. Workers are not throttled.
 */
export async function measureSlowStart({ processor, bitsPerSecond, latencyMs }) {
  const throttle = async (session) => {
    const bytesPerSecond = bitsPerSecond / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  };
  return withPage(
    async (browser, address) => {
      const untilMoving = [];
      for (let i = 0; i < loads; i++) untilMoving.push(await timeUntilMoving(browser, address, throttle));
      return untilMoving;
    },
    { gzip: true },
  );
}

/** Plays the scene of a link. Measures scripting per frame, long tasks (over 50 ms) and heap growth. */
export async function measureScene(fragment, minutes) {
  return withPage(async (browser, address) => {
    const traced = await traceFrames(browser, `${address}#${fragment}`);
    return { ...traced, heapGrowth: await growHeap(browser, `${address}#${fragment}`, minutes) };
  });
}

/**
 * Plays the scene of a link with the sweep panel open. Measures the main thread's scripting time per frame before a
 * sweep and while the sweep keeps all cores busy.
 */
export async function measureBesideSweep(fragment) {
  return withPage(async (browser, address) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(`${address}#${fragment}`);
    await page.getByRole('group', { name: 'Below the queue' }).getByText('Sweep').click();
    const panel = page.getByRole('region', { name: 'Sweep' });
    const scriptingTimes = async () => {
      const events = await eventsOf(browser, page);
      // Wall time includes waiting for a core that other programs are using.
      return { wall: scriptingPerFrame(events), processor: scriptingPerFrame(events, 'tdur') };
    };
    const seeds = panel.getByRole('textbox', { name: 'Seeds' });
    // With this many seeds, the sweep cannot finish during the measurement.
    await seeds.fill('500');
    await seeds.press('Enter');
    await page.waitForTimeout(settleMs);
    const alone = await scriptingTimes();
    await panel.getByRole('button', { name: /^Run [\d,]+ runs/ }).click();
    await page.waitForTimeout(settleMs);
    const beside = await scriptingTimes();
    // The sweep must still be running; otherwise the measurement would be invalid.
    await panel.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await context.close();
    return { alone, beside };
  });
}

/** Plays the scene of a link. Measures the frame rate, the page's longest task and the number of elements. */
export async function measureCrowd(fragment) {
  return withPage(async (browser, address) => {
    const { events, elements } = await traced(browser, `${address}#${fragment}`, (page) => page.locator('*').count());
    const thread = pageThread(events);
    const own = events.filter((event) => event.ph === 'X' && threadOf(event) === thread);
    const tasks = own.filter(({ name }) => name === 'RunTask').map(({ dur }) => dur / 1000);
    return {
      'frames per second': own.filter(({ name }) => name === 'FireAnimationFrame').length / (watchMs / 1000),
      'longest task [ms]': Math.max(0, ...tasks),
      elements,
    };
  });
}

/** Serves the built page and starts Chromium. Calls `measure` with the browser and the page's address. */
export async function withPage(measure, { gzip = false } = {}) {
  const { address, close } = await serve(dist, { port: 0, strict: true, gzip });
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments() });
  try {
    return await measure(browser, address);
  } finally {
    await browser.close();
    close();
  }
}

/** Growth of the page's heap after garbage collection [MiB], over `minutes` minutes of playing. */
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
  // The page plays before the measurement begins, because caches and compiled code are still growing.
  await page.waitForTimeout(10 * settleMs);
  const before = await heap();
  await page.waitForTimeout(minutes * 60_000);
  const growth = (await heap()) - before;
  await context.close();
  return growth;
}

async function timeUntilMoving(browser, address, throttle = async () => {}) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page));
  await page.addInitScript(watchForMovement);
  await page.goto(address, { waitUntil: 'commit' });
  const moved = await page.waitForFunction(() => globalThis.firstMovement, undefined, { timeout: 30_000 });
  const milliseconds = await moved.jsonValue();
  await context.close();
  return milliseconds;
}

/** This function runs in the page. It waits until the largest canvas has painted its second non-blank picture. */
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
  const { events } = await traced(browser, address);
  return { scriptingPerFrame: scriptingPerFrame(events), longTasks: longTasks(events) };
}

/** Chromium's trace of the playing page, and the value that `look` then returns for this page. */
async function traced(browser, address, look = () => undefined) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForTimeout(settleMs);
  const events = await eventsOf(browser, page);
  const elements = await look(page);
  await context.close();
  return { events, elements };
}

async function eventsOf(browser, page) {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8', '__metadata'],
  });
  await page.waitForTimeout(watchMs);
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** Scripting time per frame [ms], by the wall clock (`dur`) or by the processor time of the thread (`tdur`). */
function scriptingPerFrame(events, time = 'dur') {
  const thread = pageThread(events);
  const spans = outermost(
    events.filter((event) => event.ph === 'X' && threadOf(event) === thread && scripting.has(event.name)),
  );
  const frames = spans.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  // A frame lasts from one animation-frame callback to the next. Messages from the worker arrive during this time.
  return frames.slice(0, -1).map((begin, index) => {
    const end = frames[index + 1];
    const inside = spans.filter(({ ts }) => ts >= begin && ts < end);
    return inside.reduce((sum, span) => sum + (span[time] ?? 0), 0) / 1000;
  });
}

/** Durations of the tasks of the page's thread that took over 50 ms [ms]. */
function longTasks(events) {
  const thread = pageThread(events);
  return events
    .filter(({ ph, name, ...event }) => ph === 'X' && name === 'RunTask' && threadOf(event) === thread)
    .map(({ dur }) => dur / 1000)
    .filter((milliseconds) => milliseconds > 50);
}

/** The page's main thread in a browser trace: the thread that fires animation frames. The lab's workers fire none. */
function pageThread(events) {
  return threadOf(events.find(({ name }) => name === 'FireAnimationFrame') ?? {});
}

function threadOf({ pid, tid }) {
  return `${pid}/${tid}`;
}

/**
 * Keeps only the outermost spans. Spans nest (a callback runs inside its event), so summing them all would count time
 * twice.
 */
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
