/**
 * Reads files: a scene, a preset, a bundle, a recording, or a file of a feature. A separate engine reads them, so the
 * scene on the page is not affected. Loaded on demand.
 */

import { looksLikeBundle, readBundle } from '../save/bundle';
import { type BundleState, bundleStore } from '../save/bundle-store';
import type { SettingProblem } from '../scene/scene-store';
import type { FeatureBinary, Inside } from './feature';
import type { Connect } from './lane-engines';
import type { Opening } from './opening';
import type { AddressParser } from './parse-address';
import { fileProblem, readWithEngine } from './read-file';
import { looksLikeRecording, readRecordingFile, recorded } from './recordings';
import { askFullEngine } from './with-full';

const MIB = 1024 * 1024;
/**
 * Largest scene or preset [bytes]. The command line has the same limit (`crates/core/engine/src/scenario/limits.rs`).
 */
const MOST_BYTES = 4 * MIB;
/** Largest bundle [bytes]. A bundle has a result for every flow in every lane. */
const MOST_BUNDLE_BYTES = 64 * MIB;
/** Number of first bytes of a file that are read to identify its kind. */
const HEAD_BYTES = 1000;
/** Number of bytes at the start of a binary file in which its signature lies. */
const MAGIC_BYTES = 8;

interface Means {
  readonly connect: Connect;
  readonly parser: AddressParser;
}

export type ParsedFile =
  | { readonly kind: 'scene'; readonly opening: Opening }
  | { readonly kind: 'of a feature'; readonly take: (inside: Inside) => Promise<readonly SettingProblem[]> }
  /** Problems of the file. No scene opens. */
  | { readonly kind: 'problems'; readonly problems: readonly SettingProblem[] };

export async function parseFile(file: Blob, name: string, { connect, parser }: Means): Promise<ParsedFile> {
  if (await looksLikeRecording(file)) {
    const recording = await readRecordingFile(file, name, connect);
    if (!('description' in recording)) return { kind: 'problems', problems: recording };
    return { kind: 'scene', opening: { ...recorded(recording), brings: keepBundle(undefined) } };
  }
  const binary = await binaryOf(file, parser);
  if (binary !== undefined) return { kind: 'of a feature', take: (inside) => binary.take(file, name, inside) };
  const text = await textOf(file);
  if (typeof text !== 'string') return { kind: 'problems', problems: text };
  const other = parser.features.find((feature) => feature.file?.holds(text))?.file;
  if (other !== undefined) return { kind: 'of a feature', take: (inside) => other.take(text, inside) };
  const scenario = await readWithEngine(connect, ({ readScene }) =>
    readScene(text).catch((problem: unknown) => askFullEngine(problem, connect, (full) => full.readScene(text))),
  );
  if (!('lanes' in scenario)) return { kind: 'problems', problems: scenario };
  const record = looksLikeBundle(text) ? readBundle(text) : undefined;
  if (record !== undefined && !('lanes' in record)) return { kind: 'problems', problems: record };
  const bundle = record === undefined ? undefined : { name, record, scenario };
  return { kind: 'scene', opening: { ...parser.scene(scenario), brings: keepBundle(bundle) } };
}

/** The feature that opens a binary file: its files begin with the same signature as this file. */
async function binaryOf(file: Blob, { features }: AddressParser): Promise<FeatureBinary | undefined> {
  const head = await file.slice(0, MAGIC_BYTES).text();
  return features.map((feature) => feature.file?.binary).find((one) => one !== undefined && head.startsWith(one.magic));
}

/** Stores the results of a bundle, so that they can be compared with a later run. */
function keepBundle(opened: BundleState['opened']): Opening['brings'] {
  return (isOpened) => {
    if (isOpened) bundleStore.setState({ opened });
  };
}

/** Text of a file. A file that is too large is not loaded. */
async function textOf(file: Blob): Promise<string | readonly SettingProblem[]> {
  const isBundle = looksLikeBundle(await file.slice(0, HEAD_BYTES).text());
  const most = isBundle ? MOST_BUNDLE_BYTES : MOST_BYTES;
  if (file.size > most) {
    const has = `has ${(file.size / MIB).toFixed(1)} MiB`;
    return fileProblem(
      `${has}; ${isBundle ? 'a bundle' : 'a scene'} has at most ${most / MIB} MiB, so nothing of it was read`,
    );
  }
  const text = await file.text();
  if (/[\0\uFFFD]/.test(text)) return fileProblem('is not UTF-8 text; choose a scene, a lesson or a recording');
  return text;
}
