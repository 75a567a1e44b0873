/**
 * Recordings of real packets from a file, from a preset, or live from the router that serves the page. The recorded
 * packets arrive in the first lane. The second lane simulates the same scene. Loaded on demand.
 */

import { problemText } from '../../base/problem-text';
import { type EngineClient, EngineLost, SceneRefused } from '../border/client';
import type { Preset, Scenario } from '../border/scenario';
import { DEFAULT_PACE } from '../run/playback';
import { withLanes } from '../scene/edit';
import type { SettingProblem } from '../scene/scene-store';
import type { Connect } from './lane-engines';
import type { Opening } from './opening';
import { fileProblem, readWithEngine } from './read-file';
import type { Recording } from './recording';
import type { SceneRun } from './scene-run';

const MAGIC = 'CHOKEREC';
const MIB = 1024 * 1024;
/** Largest recording [bytes]. An hour of a busy 10 Mb/s link takes half of this size. */
const MOST_RECORDING_BYTES = 64 * MIB;

/** URLs of the presets' recordings in this build, by file name. The single-file build has none. */
const files = import.meta.glob<string>('../../../../presets/recordings/*.chokerec', {
  query: '?url&no-inline',
  import: 'default',
});

/** True if a file begins with the signature of a recording. */
export async function looksLikeRecording(file: Blob): Promise<boolean> {
  return (await file.slice(0, MAGIC.length).text()) === MAGIC;
}

/** Recording of a preset. Rejects with `SceneRefused` if the recording cannot be loaded. */
export async function recordingOfPreset(preset: Preset, engine: EngineClient): Promise<Recording> {
  const name = preset.recording ?? '';
  const address = Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1];
  try {
    const url = await address?.();
    if (url === undefined) throw new Error('this build does not contain it');
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    return await read(new Uint8Array(await answer.arrayBuffer()), preset.scenario.title, engine);
  } catch (problem) {
    if (problem instanceof SceneRefused || problem instanceof EngineLost) throw problem;
    const reason = problemText(problem);
    throw new SceneRefused([{ path: 'recording', problem: `${name} could not be loaded: ${reason}` }]);
  }
}

/** Parses the recording in a file with a separate engine. Returns the recording, or its problem. */
export async function readRecordingFile(
  file: Blob,
  name: string,
  connect: Connect,
): Promise<Recording | readonly SettingProblem[]> {
  if (file.size > MOST_RECORDING_BYTES) {
    const most = MOST_RECORDING_BYTES / MIB;
    return fileProblem(`has ${(file.size / MIB).toFixed(1)} MiB; a recording has at most ${most} MiB`);
  }
  return readWithEngine(connect, async (engine) => read(new Uint8Array(await file.arrayBuffer()), name, engine));
}

async function read(bytes: Uint8Array, name: string, engine: EngineClient): Promise<Recording> {
  const description = await engine.readRecording(bytes);
  return { name, description, pieces: [bytes], known_s: description.known_until_s, live: 'no' };
}

/** Opens live packets from the router that serves the page. Throws `SceneRefused` if there is no router. */
export async function parseLive(fragment: string, run: SceneRun): Promise<Opening> {
  const given = new AbortController();
  const pieces = piecesOf(fragment.slice('live.'.length), given.signal);
  try {
    const recording = await untilScene(pieces, run);
    return {
      ...recorded(recording),
      at_s: recording.known_s,
      names: fragment,
      brings: (isOpened) => {
        if (isOpened) void follow(recording, pieces, run, given);
        else given.abort();
      },
    };
  } catch (problem) {
    given.abort();
    throw problem;
  }
}

/** The `Opening` that plays a recording from its start. */
export function recorded(recording: Recording): Opening {
  return {
    scenario: sceneOf(recording),
    preset: undefined,
    recording,
    at_s: 0,
    pace: DEFAULT_PACE,
    plays: true,
    view: 'own',
    scripts: 'ask',
  };
}

/** Receives a live recording until it ends or another scene is opened. */
async function follow(
  recording: Recording,
  pieces: AsyncGenerator<Uint8Array>,
  run: SceneRun,
  given: AbortController,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (run.recording !== recording) return given.abort();
      recording.pieces.push(piece);
      await run.recordMore();
    }
  } catch {
    // The router has stopped. The packets received so far are kept.
  }
  recording.live = 'over';
  if (run.recording === recording) await run.recordMore();
}

async function* piecesOf(token: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(`live?token=${encodeURIComponent(token)}`, { signal, cache: 'no-store' });
  } catch {
    throw refused('no router answers at this address; check that it is still running');
  }
  if (answer.status === 403)
    throw refused('the router does not accept the token in this address; use the token that it printed');
  if (!answer.ok || answer.body === null)
    throw refused('the server of this page is not a router, or its run has ended');
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Receives bytes until the scene is known. */
async function untilScene(pieces: AsyncGenerator<Uint8Array>, run: SceneRun): Promise<Recording> {
  const begun: Uint8Array[] = [];
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    begun.push(next.value);
    const bytes = new Uint8Array(await new Blob(begun as Uint8Array<ArrayBuffer>[]).arrayBuffer());
    const recording = await run.askAbout((engine) => read(bytes, 'this machine', engine)).catch(() => undefined);
    if (recording !== undefined) return { ...recording, live: 'yes' };
  }
  throw refused('the router ended before it sent its scene');
}

function refused(problem: string): SceneRefused {
  return new SceneRefused([{ path: 'live', problem }]);
}

/** Scene of a recording up to its end. It has the recorded lane and a simulated lane. */
function sceneOf({ description, live }: Recording): Scenario {
  const { scenario, lane, end, known_until_s } = description;
  const recorded = scenario.lanes[lane];
  if (recorded === undefined) throw new SceneRefused([{ path: 'lane', problem: `the scene has no lane ${lane + 1}` }]);
  const duration_s = end === null && live === 'no' ? Math.max(0.001, known_until_s) : scenario.duration_s;
  return withLanes({ ...scenario, duration_s }, [recorded, recorded]);
}
