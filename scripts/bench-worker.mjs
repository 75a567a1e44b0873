// Runs the page's own workers in Chromium, without the page: for the speed of experiments and sweeps.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withPage } from './bench-page.mjs';
import { dist } from './build.mjs';
import { Problem } from './commands.mjs';

/**
 * Evaluates a function in a page that shows only the text of an asset, because the lab itself would play a scene in the
 * meantime. The function may call two functions:
 *
 * - `processorSeconds()`: the browser's processor time so far [s];
 * - `startWorker()`: a worker with the package `full`, as `{ worker, ask }`. `ask(request)` returns the answer's value.
 */
export async function besideWorkers(evaluated, given) {
  const files = { address: theAsset('worker', '.js'), module: theAsset('chokepoint_full', '.wasm') };
  return withPage(async (browser, address) => {
    const page = await browser.newPage();
    const session = await browser.newBrowserCDPSession();
    await page.exposeFunction('processorSeconds', async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    });
    await page.goto(`${address}assets/${files.address}`);
    await page.evaluate(defineStartWorker, files);
    return page.evaluate(evaluated, given);
  });
}

function theAsset(start, end) {
  const assets = readdirSync(join(dist, 'assets'));
  const found = assets.filter((name) => name.startsWith(`${start}-`) || name.startsWith(`${start}_`));
  const [name, another] = found.filter((each) => each.endsWith(end));
  if (name === undefined || another !== undefined)
    throw new Problem(`The page has to have one file ${start}…${end}; it has ${another ? 'several' : 'none'}.`);
  return name;
}

/** This function runs in the page. Its requests are those of `web/src/core/border/rpc.ts`. */
async function defineStartWorker({ address, module }) {
  const compiled = await WebAssembly.compileStreaming(fetch(module));
  globalThis.startWorker = async () => {
    const worker = new Worker(address, { type: 'module' });
    const waiting = new Map();
    let number = 0;
    worker.onmessage = ({ data }) => {
      if (data.kind === 'unfinished') {
        worker.postMessage({ number: data.number, next: 'go-on' });
        return;
      }
      const { resolve, reject } = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.kind === 'done') resolve(data.value);
      else reject(new Error(data.reason ?? data.text));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of waiting.values()) reject(new Error(message));
    };
    const ask = (request) =>
      new Promise((resolve, reject) => {
        number += 1;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, request });
      });
    await ask({ kind: 'load', package: 'full', module: compiled });
    return { worker, ask };
  };
}
