/**
 * The address that the phones of an audience poll open. Pure.
 *
 * - `hall.1.METRIC.LANE/PRESET~path=value~…`: a question about a scene, given as differences from a preset. It is
 * shorter than a link, so the QR code is coarser and readable from further away.
 * - `hall.1.METRIC.LANE/2.…`: a question about a scene given as a link (`2.…`), for scenes that differ from a preset in
 * more than a few settings.
 * - LANE is the id of the discipline. With `LANE,2`, the lane of the question gets the parameters of the preset's
 * second lane. With `LANE,0`, it gets no parameters of its own.
 * - `lesson.1.ID/STEP/hall`: the question of a step of a lesson.
 *
 * The scene has only the question's lane, and no seed, since every phone uses its own seed.
 */

import type { Intervention, Scenario, SettingValue } from '../border/scenario';
import { settingAt, withSetting } from '../scene/edit';

/** The error for an address without a valid question. The message gives the reason. */
export class BadHallAddress extends Error {}

type HallAddress =
  | {
      readonly kind: 'scene';
      readonly metric: string;
      readonly lane: string;
      /**
       * Number of the preset's lane, counted from 1, from which the question's lane takes its parameters. 0: the lane
       * has no parameters of its own. If absent, the preset's first lane with the discipline of `lane` is used, if
       * there is one.
       */
      readonly place?: number;
      readonly scene: string;
    }
  /** Fragment of the address of the lesson's step. */
  | { readonly kind: 'lesson'; readonly lesson: string };

const START = 'hall.1.';
const LESSON_END = '/hall';
/** Longest accepted address: twice the longest link of a scene. */
const MOST_CHARACTERS = 32_000;

export function readHallFragment(fragment: string): HallAddress {
  if (fragment.length > MOST_CHARACTERS)
    throw new BadHallAddress(
      `It has ${fragment.length} characters; the address of an audience poll has at most ${MOST_CHARACTERS}.`,
    );
  if (fragment.startsWith('lesson.') && fragment.endsWith(LESSON_END))
    return { kind: 'lesson', lesson: fragment.slice(0, -LESSON_END.length) };
  if (!fragment.startsWith(START))
    throw new BadHallAddress(
      'It is not the address of an audience poll, or it comes from a newer version of this page.',
    );
  const pattern = /^([a-z0-9_]+)\.([a-z0-9-]+)(?:,(\d{1,2}))?\/(.+)$/s;
  const [, metric, lane, place, scene] = pattern.exec(fragment.slice(START.length)) ?? [];
  if (metric === undefined || lane === undefined || scene === undefined)
    throw new BadHallAddress('A part of the address is missing.');
  return { kind: 'scene', metric, lane, ...(place === undefined ? {} : { place: Number(place) }), scene };
}

/** Address of a poll about a step of a lesson; `lesson` is the fragment of the step. */
export function lessonHallFragment(lesson: string): string {
  return `${lesson}${LESSON_END}`;
}

/**
 * Address of a poll about a scene with one lane, as `laneAlone` returns it. Undefined if too many settings differ from
 * the preset for a short address.
 */
export function hallFragmentOf(metric: string, scene: Scenario, preset: Scenario): string | undefined {
  const aqm = scene.lanes[0]?.aqm ?? '';
  if (!/^[a-z0-9-]+$/.test(preset.id)) return undefined;
  const places = [undefined, ...preset.lanes.flatMap((lane, place) => (lane.aqm === aqm ? [place + 1] : [])), 0];
  const found = places.flatMap((place) => {
    const changes = changesOf(presetWithLane(preset, aqm, place), scene)?.map(writeChange);
    if (changes === undefined || changes.includes(undefined)) return [];
    return [
      hallFragmentStart(metric, place === undefined ? aqm : `${aqm},${place}`) + [preset.id, ...changes].join('~'),
    ];
  });
  return found.reduce((best, next) => (next.length < best.length ? next : best), found[0] ?? '') || undefined;
}

/** Prefix of an address; the link to a scene follows. */
export function hallFragmentStart(metric: string, lane: string): string {
  return `${START}${metric}.${lane}/`;
}

/** True if the scene in an address is a link. Only the engine can decode links. */
export function isLink(scene: string): boolean {
  return /^\d+\./.test(scene);
}

/**
 * The scene that an address describes by its differences from a preset. The engine checks whether the scene is valid.
 */
export function sceneOf(
  { scene, lane, place }: Extract<HallAddress, { kind: 'scene' }>,
  presets: readonly Scenario[],
): Scenario {
  const [id = '', ...changes] = scene.split('~');
  const preset = presets.find((known) => known.id === id);
  if (preset === undefined)
    throw new BadHallAddress(`It names the scene “${id.slice(0, 60)}”, which this version of the page does not have.`);
  return changes.reduce(withChange, presetWithLane(preset, lane, place));
}

/**
 * A scene that contains only one of its lanes and the interventions for this lane. The results of the lane do not
 * change, because lanes do not influence each other.
 */
export function laneAlone(scenario: Scenario, lane: number): Scenario {
  const kept = scenario.lanes.slice(lane, lane + 1);
  const interventions = scenario.interventions.flatMap((change) => {
    const [, place, rest] = /^lanes\.(\d+)\.(.+)$/.exec(change.path) ?? [];
    if (place === undefined) return [change];
    return Number(place) === lane ? [{ ...change, path: `lanes.0.${rest}` }] : [];
  });
  return { ...scenario, lanes: kept, interventions };
}

function presetWithLane(preset: Scenario, aqm: string, place?: number): Scenario {
  const at = place === undefined ? preset.lanes.findIndex((lane) => lane.aqm === aqm) : place - 1;
  if (preset.lanes[at]?.aqm === aqm) return laneAlone(preset, at);
  // The lane gets no parameters of its own: `place` is 0, or the preset has no matching lane. The index
  // `preset.lanes.length` names no lane, so `laneAlone` keeps only the interventions for all lanes.
  return { ...laneAlone(preset, preset.lanes.length), lanes: [{ aqm, params: {} }] };
}

type Change = Omit<Intervention, 'at_s'> & { readonly at_s?: number };

/**
 * Differences between two scenes, except the seed. Undefined if a setting is missing in `scene`, or if the list of
 * interventions of `scene` does not begin with that of `base`.
 */
function changesOf(base: Scenario, scene: Scenario): readonly Change[] | undefined {
  const { interventions: before, ...settingsBefore } = base;
  const { interventions, ...settings } = scene;
  if (before.some((change, place) => JSON.stringify(change) !== JSON.stringify(interventions[place]))) return undefined;
  const changes = differences(settingsBefore, { ...settings, seed: base.seed }, '');
  return changes === undefined ? undefined : [...changes, ...interventions.slice(before.length)];
}

function differences(before: unknown, after: unknown, path: string): readonly Change[] | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isSetting(after)) return [{ path: path.slice(1), value: after }];
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return undefined;
  if (Array.isArray(before) !== Array.isArray(after)) return undefined;
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return undefined;
  if (Object.keys(before).some((name) => !Object.hasOwn(after, name))) return undefined;
  const found = Object.entries(after).map(([name, value]) =>
    differences((before as Record<string, unknown>)[name], value, `${path}.${name}`),
  );
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

function isSetting(value: unknown): value is SettingValue {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

/** Short forms for the beginnings of setting paths, which shorten the address. */
const SHORT: readonly (readonly [path: string, short: string])[] = [
  ['queue.params.', 'q.'],
  ['lanes.0.params.', 'l.'],
  ['bottleneck.', 'b.'],
  ['access.', 'a.'],
];

function shortPath(path: string): string {
  const [whole, short] = SHORT.find(([beginning]) => path.startsWith(beginning)) ?? ['', ''];
  return short + path.slice(whole.length).replace(/^flows\.(\d+)\./, 'f$1.');
}

function wholePath(short: string): string {
  const [whole, beginning] = SHORT.find(([, start]) => short.startsWith(start)) ?? ['', ''];
  return whole + short.slice(beginning.length).replace(/^f(\d+)\./, 'flows.$1.');
}

/**
 * Writes a change as `f0.rate_bps=4e6` or `q.max_th=60@12.5`. Undefined for a change that would need escapes in an
 * address.
 */
function writeChange({ path, value, at_s }: Change): string | undefined {
  const written = typeof value === 'string' ? value : writtenNumber(value);
  if (!/^[\w.-]+$/.test(path) || (typeof value === 'string' && readValue(written) !== value)) return undefined;
  return `${shortPath(path)}=${written}${at_s === undefined ? '' : `@${writtenNumber(at_s)}`}`;
}

function writtenNumber(value: number | boolean): string {
  if (typeof value === 'boolean') return String(value);
  const short = value.toExponential().replace('e+', 'e');
  return short.length < String(value).length ? short : String(value).replace('e+', 'e');
}

/** Parses a value. Undefined if the string is not a value. */
function readValue(text: string): SettingValue | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)) return Number(text);
  return /^[a-z][a-z0-9-]*$/.test(text) ? text : undefined;
}

function withChange(scenario: Scenario, text: string): Scenario {
  const damaged = new BadHallAddress(
    `“${text.slice(0, 60)}” in it is not a setting of the scene: the address was altered.`,
  );
  const [, short, written = '', at] = /^([\w.-]+)=([\w.-]+)(?:@([\d.e-]+))?$/.exec(text) ?? [];
  const value = readValue(written);
  if (short === undefined || value === undefined) throw damaged;
  const path = wholePath(short);
  if (at !== undefined) {
    const change = { at_s: Number(at), path, value };
    return { ...scenario, interventions: [...scenario.interventions, change] };
  }
  const changed = withSetting(scenario, path, value);
  if (settingAt(changed, path) !== value) throw damaged;
  return changed;
}
