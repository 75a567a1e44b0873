/**
 * Files that somebody opens: a scene, a preset, a bundle of a scene with its results, a recording, or a playlist. An engine of its own reads
 * them, so that whatever a file does to its reader, the scene on the page is not touched. Loaded when there is a file.
 */

import { type EngineClient, EngineLost, SceneRefused } from '../engine/client';
import type { Scenario } from '../scenario/scenario';
import { looksLikeBundle, readBundle } from '../store/bundle';
import { bundleStore } from '../store/bundle-store';
import { type SettingProblem, sceneStore } from '../store/scene-store';
import type { Connect } from './lane-engines';
import type { Recording } from './recording';
import { looksLikeRecording, readRecordingFile, sceneOf } from './recordings';
import { askReaderOfScripts } from './with-scripts';

const MIB = 1024 * 1024;
/** Of the text of a scene or a preset; the command line has the same limit (`engine/src/scenario/limits.rs`). */
export const MOST_BYTES = 4 * MIB;
/** Of a bundle, which holds a result for every flow of every lane. */
export const MOST_BUNDLE_BYTES = 64 * MIB;
/** So much tells which of them it is. */
const HEAD_BYTES = 1000;

interface Means {
  readonly connect: Connect;
  readonly open: (scenario: Scenario, recording?: Recording) => Promise<void>;
  /** Puts a list at hand; a notice says what is wrong with it. */
  readonly takePlaylist: (text: string) => Promise<void>;
}

/** Opens what the file holds. What is wrong with it, in whose place everything stays as it is; nothing if it is open. */
export async function openFile(file: Blob, name: string, means: Means): Promise<readonly SettingProblem[]> {
  if (await looksLikeRecording(file)) {
    const recording = await readRecordingFile(file, name, means.connect);
    if (!('told' in recording)) return recording;
    await means.open(sceneOf(recording), recording);
    bundleStore.setState({ opened: undefined });
    return [];
  }
  const text = await textOf(file);
  if (typeof text !== 'string') return text;
  if (/^[\s\uFEFF]*\{\s*"chokepoint_playlist"/.test(text)) {
    await means.takePlaylist(text);
    const { notice } = sceneStore.getState();
    return notice?.kind === 'bad-playlist' ? notice.problems : [];
  }
  const scenario = await sceneIn(text, means.connect);
  if (!('lanes' in scenario)) return scenario;
  const record = looksLikeBundle(text) ? readBundle(text) : undefined;
  if (record !== undefined && !('lanes' in record)) return record;
  await means.open(scenario);
  bundleStore.setState({ opened: record === undefined ? undefined : { name, record, scenario } });
  return [];
}

/** The text of a file; one that is too large is not even loaded. */
async function textOf(file: Blob): Promise<string | readonly SettingProblem[]> {
  const isBundle = looksLikeBundle(await file.slice(0, HEAD_BYTES).text());
  const most = isBundle ? MOST_BUNDLE_BYTES : MOST_BYTES;
  if (file.size > most) {
    const has = `has ${(file.size / MIB).toFixed(1)} MiB`;
    return wrong(
      `${has}; ${isBundle ? 'a bundle' : 'a scene'} has at most ${most / MIB} MiB, so nothing of it was read`,
    );
  }
  const text = await file.text();
  if (/[\0\uFFFD]/.test(text)) return wrong('is no text in UTF-8: is it the right file?');
  return text;
}

/** The scene of a text, in the engine's judgement, or the engine's words on what is wrong with it. */
async function sceneIn(text: string, connect: Means['connect']): Promise<Scenario | readonly SettingProblem[]> {
  let engine: EngineClient | undefined;
  try {
    engine = await connect();
    const { readScene } = engine;
    return await readScene(text).catch((problem: unknown) =>
      askReaderOfScripts(problem, connect, (reader) => reader.readScene(text)),
    );
  } catch (problem) {
    if (problem instanceof SceneRefused) return problem.problems;
    if (problem instanceof EngineLost) return wrong(`could not be read: ${problem.message}`);
    throw problem;
  } finally {
    engine?.close();
  }
}

function wrong(problem: string): readonly SettingProblem[] {
  return [{ path: 'file', problem }];
}
