/** Which scene an embed is asked for: the fragment of a link, or a preset with public parameters. Pure. */

import type { ViewInLink } from '../engine/client';
import { withLanes, withSetting } from '../scenario/edit';
import type { Preset, Scenario, SettingValue } from '../scenario/scenario';
import { isHallFragment, isLessonFragment, isPlaylistFragment } from '../session/scene-address';
import { EMBED_WORDS, type Refused, shortened } from '../views/share/embed-address';

/** Of one scene, in place of a link. */
const SCENE_WORDS = ['preset', 'aqm', 'set', 'at'] as const;

export type Wish =
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'preset'; readonly preset: Scenario; readonly scenario: Scenario; readonly view: ViewInLink }
  | { readonly kind: 'refused'; readonly problems: readonly Refused[] };

/** `scene`: a whole address, its fragment with or without `#`, or a query. A fragment counts before a query. */
export function wishOf(scene: string, presets: readonly Preset[]): Wish {
  const hash = scene.indexOf('#');
  const fragment = hash >= 0 ? scene.slice(hash + 1) : /[/?]/.test(scene) ? '' : scene;
  if (fragment !== '') return linkWish(fragment);
  const query = scene.indexOf('?');
  const words = new URLSearchParams(query >= 0 ? scene.slice(query) : '');
  const problems = [...new Set(words.keys())]
    .filter((word) => !EMBED_WORDS.includes(word) && !(SCENE_WORDS as readonly string[]).includes(word))
    .map((word) => ({
      field: shortened(word),
      value: shortened(words.get(word) ?? ''),
      allowed: `a word among ${[...SCENE_WORDS, ...EMBED_WORDS].join(', ')}`,
    }));
  if (problems.length > 0) return { kind: 'refused', problems };
  if (!SCENE_WORDS.some((word) => words.has(word))) return { kind: 'link', fragment: '' };
  return presetWish(words, presets);
}

function linkWish(fragment: string): Wish {
  const isScene = !isLessonFragment(fragment) && !isPlaylistFragment(fragment) && !isHallFragment(fragment);
  // Behind a slash stands where in the catalogue the sender was.
  if (isScene) return { kind: 'link', fragment: fragment.split('/', 1).join('') };
  const problem = {
    field: 'scene',
    value: shortened(fragment),
    allowed: 'a scene; an embed shows no lesson, list or hall',
  };
  return { kind: 'refused', problems: [problem] };
}

function presetWish(words: URLSearchParams, presets: readonly Preset[]): Wish {
  const problems: Refused[] = [];
  const id = words.get('preset') ?? '';
  const preset = presets.find(({ scenario }) => scenario.id === id);
  if (preset === undefined) {
    const allowed = 'the id of a preset, such as choked-model1';
    return { kind: 'refused', problems: [{ field: 'preset', value: shortened(id), allowed }] };
  }
  let { scenario } = preset;
  const aqm = (words.get('aqm') ?? '').split(',').filter((one) => one !== '');
  if (aqm.length > 0)
    scenario = withLanes(
      scenario,
      aqm.map((one) => laneOf(preset.scenario, one)),
    );
  for (const set of words.getAll('set').flatMap((text) => text.split(','))) {
    const at = set.indexOf(':');
    const path = set.slice(0, at);
    const value = at > 0 ? valueIn(set.slice(at + 1)) : undefined;
    if (value === undefined || !hasPlaceFor(scenario, path))
      problems.push({ field: 'set', value: shortened(set), allowed: 'path:value, such as flows.0.rate_bps:3e6' });
    else scenario = withSetting(scenario, path, value);
  }
  const at = words.get('at');
  const at_s = at === null ? undefined : Number(at);
  if (at_s !== undefined && !(at !== '' && at_s >= 0 && at_s <= scenario.duration_s))
    problems.push({ field: 'at', value: shortened(at ?? ''), allowed: `a moment from 0 to ${scenario.duration_s} s` });
  if (problems.length > 0) return { kind: 'refused', problems };
  return { kind: 'preset', preset: preset.scenario, scenario, view: at_s === undefined ? {} : { at_s } };
}

/** A lane of the preset keeps what the preset sets for it. */
function laneOf(preset: Scenario, aqm: string): Scenario['lanes'][number] {
  return preset.lanes.find((lane) => lane.aqm === aqm) ?? { aqm, params: {} };
}

/** Whether there is a place in the scene where a setting of this path can stand. */
export function hasPlaceFor(scenario: Scenario, path: string): boolean {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let place: unknown = scenario;
  for (const step of steps) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return false;
    place = (place as Record<string, unknown>)[step];
  }
  return typeof place === 'object' && place !== null && !Array.isArray(place) && /^[a-z0-9][a-z0-9_]*$/.test(last);
}

function valueIn(text: string): SettingValue | undefined {
  if (text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
