/**
 * A bundle: a scene with its results, so that another user can run the scene again and compare every number. The
 * command line writes and reads the same files (`crates/apps/cli/src/bundle.rs`). Pure.
 */

import type { Scenario } from '../border/scenario';
import type { SettingProblem } from '../scene/scene-store';

export interface Bundle {
  readonly chokepoint_bundle: 1;
  /** Link to the scene. Null if the scene cannot be written as a link. */
  readonly link: string | null;
  readonly engine_version: string;
  /**
   * Version of the results: an engine that computes or measures anything differently has another version. Under the
   * same version, a scene gives the same results.
   */
  readonly numbers: number;
  readonly seed: number;
  readonly scenario: Scenario;
  readonly lanes: readonly BundledLane[];
  /** Hash of the results in the order of the lanes. Null if the page could not compute it. */
  readonly results_hash: string | null;
}

interface BundledLane {
  readonly aqm: string;
  /** The output of `chokepoint run --json`. */
  readonly result: unknown;
}

/** A bundle without its scene. */
export type BundleRecord = Omit<Bundle, 'scenario'>;

const BUNDLE_VERSION = 1;
/** Maximum nesting depth that is accepted. Results have five levels. Much deeper values could overflow the stack. */
const DEEPEST = 32;

/** True if text looks like a bundle. Programs that write bundles write the schema first. */
export function looksLikeBundle(text: string): boolean {
  return text.slice(0, 1000).includes('"chokepoint_bundle"');
}

/** Parses the results in a bundle. The engine has already parsed the scene in it. */
export function readBundle(text: string): BundleRecord | readonly SettingProblem[] {
  const content = record(JSON.parse(text.replace(/^\uFEFF/, '')));
  const { chokepoint_bundle: version, link, engine_version, numbers, seed, lanes, results_hash } = content;
  const wrong = (path: string, value: unknown, allowed: string): readonly SettingProblem[] => [
    { path, problem: `is ${quoted(value)}, not ${allowed}` },
  ];
  if (version !== BUNDLE_VERSION)
    return wrong('chokepoint_bundle', version, `${BUNDLE_VERSION}, which this page reads`);
  if (typeof engine_version !== 'string') return wrong('engine_version', engine_version, 'a string');
  if (!isWhole(numbers)) return wrong('numbers', numbers, 'a whole number');
  if (!isWhole(seed)) return wrong('seed', seed, 'a whole number');
  if (!Array.isArray(lanes)) return wrong('lanes', lanes, 'a list');
  const read: BundledLane[] = [];
  for (const [place, lane] of lanes.entries()) {
    const { aqm, result } = record(lane);
    if (typeof aqm !== 'string') return wrong(`lanes.${place}.aqm`, aqm, 'a string');
    if (typeof result !== 'object' || result === null) return wrong(`lanes.${place}.result`, result, 'an object');
    read.push({ aqm, result });
  }
  return {
    chokepoint_bundle: BUNDLE_VERSION,
    link: typeof link === 'string' ? link : null,
    engine_version,
    numbers,
    seed,
    lanes: read,
    results_hash: typeof results_hash === 'string' ? results_hash : null,
  };
}

export function bundleText(bundle: Bundle): string {
  return `${JSON.stringify(bundle, undefined, 1)}\n`;
}

/** A value that differs between the file and the new run. */
interface Difference {
  readonly path: string;
  /** The value in the file, shortened, and the value computed here. */
  readonly inFile: string;
  readonly here: string;
}

export interface Comparison {
  /** Number of values that were compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Fields of a result that are not compared: its engine and its computing time. */
const NOT_COMPARED: readonly string[] = ['engine', 'cost.wall_s'];

/** Compares the values of a file with those computed here. Values that are missing in the file are not compared. */
export function compareResults(inFile: unknown, here: unknown): Comparison {
  const differences: Difference[] = [];
  let compared = 0;
  const differ = (path: string, one: unknown, other: unknown): void => {
    differences.push({ path, inFile: quoted(one), here: quoted(other) });
  };
  const walk = (path: string, one: unknown, other: unknown): void => {
    if (NOT_COMPARED.includes(path)) return;
    const below = (step: string): string => (path === '' ? step : `${path}.${step}`);
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) differ(below('length'), one.length, other.length);
      else for (const [place, item] of one.entries()) walk(below(String(place)), item, other[place]);
    } else if (isRecord(one) && isRecord(other)) {
      for (const [key, value] of Object.entries(one))
        walk(below(key), value, Object.hasOwn(other, key) ? other[key] : undefined);
    } else {
      compared += 1;
      if (one !== other) differ(path, one, other);
    }
  };
  walk('', inFile, here);
  return { compared, differences };
}

/** A result without the fields that may differ between runs of the same scene. */
export function timeless(result: unknown): unknown {
  if (!isRecord(result) || !isRecord(result.cost)) return result;
  return { ...result, cost: { ...result.cost, wall_s: null } };
}

/**
 * Hash of the results: SHA-256 of their list in the canonical form of RFC 8785, so that other programs can compute it.
 * Undefined on a page without HTTPS, because browsers offer hash functions only with HTTPS.
 */
export async function hashOfResults(results: readonly unknown[]): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const bytes = new TextEncoder().encode(canonical(results.map(timeless)));
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Canonical JSON (RFC 8785): no spaces, names sorted by UTF-16 code units, numbers and strings as JavaScript serializes
 * them.
 */
export function canonical(value: unknown, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError(`it is nested more than ${DEEPEST} levels deep`);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`).join(',')}}`;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const LONGEST_QUOTED = 60;

/** A value for a message. A large value is only described. */
function quoted(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'null';
  return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
}
