/** The engine behind a worker. The only file that starts one. */

import type { Catalog } from './catalog';
import type { DecodedLink, Divergence, EngineClient, HistoryPage, Opened, SceneFacts, Stepped } from './client';
import { EngineLost, SceneRefused } from './client';
import { decodeFrame } from './decode-frame';
import { decodeHistory } from './decode-history';
import type { Frame } from './frame';
import type { Answer, Names, Numbered, Request } from './messages';

interface Waiting {
  readonly resolve: (answer: Answer & { kind: 'done' }) => void;
  readonly reject: (reason: Error) => void;
}

/** Starts a worker and waits until the engine in it answers. */
export async function connectWorker(): Promise<EngineClient> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const { client, load } = clientOf(worker);
  try {
    const [module, catalog] = await Promise.all([compiledEngine(), fetchedCatalog()]);
    await load(module, namesIn(catalog));
    return client;
  } catch (problem) {
    client.close();
    throw problem;
  }
}

/** The engine, compiled once: every lane has a worker of its own, and none of them compiles or fetches it again. */
const compiledEngine = once(async () =>
  // Not while it streams in: some hosts do not say that it is WebAssembly, and browsers insist on that then.
  WebAssembly.compile(await (await fetched(new URL('./pkg/chokepoint_wasm_bg.wasm', import.meta.url))).arrayBuffer()),
);

/** What the engine tells about itself: texts, so they need not be compiled. */
const fetchedCatalog = once(
  async () => (await (await fetched(new URL('./pkg/catalog.json', import.meta.url))).json()) as Catalog,
);

/** Loads something when it is first asked for, and again only if that failed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((problem: unknown) => {
      loaded = undefined;
      throw new EngineLost(`it could not be loaded: ${problem instanceof Error ? problem.message : String(problem)}`);
    });
    return loaded;
  };
}

async function fetched(address: URL): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

function namesIn({ disciplines, reasons }: Catalog): Names {
  return {
    disciplines: Object.fromEntries(disciplines.map(({ id, name }) => [id, name])),
    reasons: reasons.map(({ id }) => id),
  };
}

interface Connection {
  readonly client: EngineClient;
  /** To be called first. */
  readonly load: (module: WebAssembly.Module, names: Names) => Promise<unknown>;
}

function clientOf(worker: Worker): Connection {
  const waiting = new Map<number, Waiting>();
  let lastNumber = 0;
  let lost: EngineLost | undefined;

  const lose = (reason: string) => {
    lost ??= new EngineLost(reason);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
    worker.terminate();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    lose(event.message || 'the worker could not be started');
  };
  worker.onmessageerror = () => lose('an answer of the worker could not be read');
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.kind === 'done') asked?.resolve(data);
    else if (data.kind === 'refused') asked?.reject(new SceneRefused(data.problems));
    else {
      asked?.reject(new EngineLost(data.reason));
      lose(data.reason);
    }
  };

  const ask = (request: Request): Promise<Answer & { kind: 'done' }> => {
    if (lost) return Promise.reject(lost);
    lastNumber += 1;
    const numbered: Numbered = { number: lastNumber, request };
    return new Promise((resolve, reject) => {
      waiting.set(numbered.number, { resolve, reject });
      worker.postMessage(numbered);
    });
  };
  const askValue = async <T>(request: Request): Promise<T> => (await ask(request)).value as T;
  const askFrame = async (request: Request): Promise<Frame> => decoded(await ask(request));
  const askOpened = async (request: Request): Promise<Opened> => {
    const answer = await ask(request);
    return { facts: answer.value as SceneFacts, frame: decoded(answer) };
  };

  const client: EngineClient = {
    catalog: fetchedCatalog,
    open: (scenario, at_s = 0, lane = 0) => askOpened({ kind: 'open', scenario, at_s, lane }),
    advance: (until_s, budget_ms) => askFrame({ kind: 'advance', until_s, budget_ms }),
    stepDecision: () => askFrame({ kind: 'step-decision' }),
    change: (path, value) => askOpened({ kind: 'change', path, value }),
    seek: (at_s) => askFrame({ kind: 'seek', at_s }),
    seekDecision: (serial) => askFrame({ kind: 'seek-decision', serial }),
    seekEvent: (event) => askFrame({ kind: 'seek-event', event }),
    step: async (step, direction): Promise<Stepped> => {
      const answer = await ask({ kind: 'step', step, direction });
      return { found: answer.value as Stepped['found'], frame: decoded(answer) };
    },
    history: async (from_s, until_s, filter, max) =>
      historyIn(await ask({ kind: 'history', from_s, until_s, filter, max })),
    divergence: (scenario, first, second, until_s) =>
      askValue<Divergence | 'none' | 'unknown'>({ kind: 'divergence', scenario, lanes: [first, second], until_s }),
    facts: () => askValue<SceneFacts>({ kind: 'facts' }),
    result: () => askValue<unknown>({ kind: 'result' }),
    encodeLink: (scenario, preset, view) => askValue<string>({ kind: 'encode-link', scenario, preset, view }),
    decodeLink: (fragment, presets) => askValue<DecodedLink>({ kind: 'decode-link', fragment, presets }),
    close: () => lose('the engine was closed'),
  };
  return { client, load: (module, names) => ask({ kind: 'load', module, names }) };
}

function decoded({ block }: Answer & { kind: 'done' }): Frame {
  if (!block) throw new EngineLost('an answer came without its frame');
  return decodeFrame(block);
}

function historyIn({ block }: Answer & { kind: 'done' }): HistoryPage {
  if (!block) throw new EngineLost('an answer came without its list');
  const { scalars, happenings } = decodeHistory(block);
  const { count, is_whole, ended_s, last_event } = scalars;
  return { rows: happenings, count, isWhole: is_whole === 1, ended_s, lastEvent: last_event };
}
