/** The engine of a lane, which runs in a worker, as an `EngineClient`. */

import type { Catalog, Frame } from '../border/border.gen';
import {
  type DecodedLink,
  type Divergence,
  type EngineClient,
  type FoundAt,
  type HistoryPage,
  type MoveOptions,
  type Opened,
  type SceneFacts,
  SceneRefused,
  type Stepped,
  type Stretch,
  type ToldRecording,
} from '../border/client';
import { decodeFrame, decodeHistory } from '../border/decode-block';
import type { LabRequest, Names } from '../border/messages';
import { problemsIn } from '../border/refusal';
import { type Asker, type AskOptions, type Done, EngineLost, Refused } from '../border/rpc';
import type { Scenario } from '../border/scenario';
import type { Checked, ScriptFacts, ScriptProblem, TranslatedScript } from '../border/script';

/** The client of a worker that has loaded its engine. */
export async function connectLab(asker: Asker<LabRequest>, fetched: Promise<Catalog>): Promise<EngineClient> {
  try {
    const catalog = await fetched;
    await asker.ask({ kind: 'names', names: namesIn(catalog) });
    return clientOf(asker, catalog);
  } catch (problem) {
    asker.close();
    throw problem;
  }
}

function namesIn({ disciplines }: Catalog): Names {
  return { disciplines: Object.fromEntries(disciplines.map(({ id, name }) => [id, name])) };
}

function clientOf(asker: Asker<LabRequest>, catalog: Catalog): EngineClient {
  const ask = async (request: LabRequest, options?: AskOptions): Promise<Done> => {
    try {
      return await asker.ask(request, options);
    } catch (problem) {
      throw problem instanceof Refused ? refusalIn(problem.text) : problem;
    }
  };
  const askValue = async <T>(request: LabRequest): Promise<T> => (await ask(request)).value as T;
  const move = (request: LabRequest, { signal, onUnderWay }: MoveOptions = {}): Promise<Done> =>
    ask(request, { signal, ...(onUnderWay ? { onUnfinished: (now_s) => onUnderWay(now_s as number) } : {}) });
  const moveToFrame = async (request: LabRequest, options?: MoveOptions): Promise<Frame> =>
    decoded(await move(request, options));
  const opened = (answer: Done): Opened => ({ facts: answer.value as SceneFacts, frame: decoded(answer) });

  return {
    catalog: async () => catalog,
    record: (bytes) => askValue<number>({ kind: 'record', bytes }),
    readRecording: (bytes) => askValue<ToldRecording>({ kind: 'read-recording', bytes }),
    open: async (scenario, at_s = 0, lane = 0, options = {}) =>
      opened(await move({ kind: 'open', scenario, at_s, lane }, options)),
    advance: async (until_s, budget_ms) =>
      decoded(await ask({ kind: 'advance', until_s, budget_ms, frame: 'always', halts: false })),
    stretch: async (until_s, budget_ms, { halts = false, withFrame = false } = {}) => {
      const frame = withFrame ? 'always' : 'if-there';
      const answer = await ask({ kind: 'advance', until_s, budget_ms, frame, halts });
      const result = answer.value as Omit<Stretch, 'frame'>;
      return { ...result, frame: answer.block === undefined ? undefined : decoded(answer) };
    },
    stepDecision: (options) => moveToFrame({ kind: 'step-decision' }, options),
    change: async (path, value) => opened(await ask({ kind: 'change', path, value })),
    seek: (at_s, options) => moveToFrame({ kind: 'seek', at_s }, options),
    seekDecision: (serial, options) => moveToFrame({ kind: 'seek-decision', serial }, options),
    seekEvent: (event, options) => moveToFrame({ kind: 'seek-event', event }, options),
    step: async (step, direction, options): Promise<Stepped> => {
      const answer = await move({ kind: 'step', step, direction }, options);
      return { found: answer.value as Stepped['found'], frame: decoded(answer) };
    },
    history: async (from_s, until_s, filter, max): Promise<HistoryPage> =>
      historyIn(await ask({ kind: 'history', from_s, until_s, filter, max })),
    divergence: (scenario, first, second, until_s) =>
      askValue<Divergence | 'none' | 'unknown'>({ kind: 'divergence', scenario, lanes: [first, second], until_s }),
    find: async (step, options) => (await move({ kind: 'find', step }, options)).value as FoundAt,
    readScript: (text) => askValue<ScriptFacts | ScriptProblem>({ kind: 'read-script', text }),
    checkScript: async (text, scenes, signal) =>
      ((await ask({ kind: 'check-script', text, scenes }, { signal })).value as Checked | null) ?? undefined,
    translateScript: (text, target) => askValue<TranslatedScript>({ kind: 'translate-script', text, target }),
    facts: () => askValue<SceneFacts>({ kind: 'facts' }),
    result: () => askValue<unknown>({ kind: 'result' }),
    encodeLink: (scenario, preset, view) => askValue<string>({ kind: 'encode-link', scenario, preset, view }),
    decodeLink: (fragment, presets, archive) =>
      askValue<DecodedLink | undefined>({ kind: 'decode-link', fragment, presets, archive }),
    readScene: (text) => askValue<Scenario>({ kind: 'read-scene', text }),
    close: () => asker.close(),
  };
}

function refusalIn(text: string): Error {
  const problems = problemsIn(text);
  return problems === undefined ? new EngineLost(text) : new SceneRefused(problems);
}

function decoded(answer: Done): Frame {
  return decodeFrame(blockOf(answer));
}

function historyIn(answer: Done): HistoryPage {
  const { scalars, happenings, events } = decodeHistory(blockOf(answer));
  const { count, is_whole, ended_s, last_event } = scalars;
  return { rows: { ...happenings, ...events }, count, isWhole: is_whole === 1, ended_s, lastEvent: last_event };
}

function blockOf({ block }: Done): ArrayBuffer {
  if (block === undefined) throw new EngineLost('an answer came without its frame');
  return block;
}
