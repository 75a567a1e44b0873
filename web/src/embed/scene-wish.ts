/** Which scene an embed is asked for: the fragment of a link, or a preset with public parameters. Pure. */

import type { Catalog } from '../engine/catalog';
import type { ViewInLink } from '../engine/client';
import type { Preset, Scenario } from '../scenario/scenario';
import { FIRST_SCENE } from '../session/first-scene';
import { readParameters } from '../session/public-parameters';
import { isHallFragment, isLessonFragment, isPlaylistFragment } from '../session/scene-address';
import { changesAskedFor } from '../session/scene-of-parameters';
import { EMBED_WORDS, type Refused, shortened } from '../views/share/embed-address';

export type Wish =
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'preset'; readonly preset: Scenario; readonly scenario: Scenario; readonly view: ViewInLink }
  | { readonly kind: 'refused'; readonly problems: readonly Refused[] };

/** `scene`: a whole address, its fragment with or without `#`, or a query. A fragment counts before a query. */
export function wishOf(scene: string, presets: readonly Preset[], catalog: Catalog): Wish {
  const hash = scene.indexOf('#');
  const fragment = hash >= 0 ? scene.slice(hash + 1) : /[/?]/.test(scene) ? '' : scene;
  if (fragment !== '') return linkWish(fragment);
  const query = scene.indexOf('?');
  const words = new URLSearchParams(query >= 0 ? scene.slice(query) : '');
  // How it is shown says the embed's own reader.
  for (const word of EMBED_WORDS) words.delete(word);
  return words.size === 0 ? { kind: 'link', fragment: '' } : presetWish(`?${words}`, presets, catalog);
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

function presetWish(search: string, presets: readonly Preset[], catalog: Catalog): Wish {
  const { asked, problems } = readParameters(search);
  const known = (id: string): Preset | undefined => presets.find(({ scenario }) => scenario.id === id);
  const base = known(asked.preset ?? FIRST_SCENE.preset)?.scenario;
  if (base === undefined) {
    const allowed = 'the id of a preset, such as choked-model1';
    return { kind: 'refused', problems: [{ field: 'preset', value: shortened(asked.preset ?? ''), allowed }] };
  }
  const { changes, problems: wrong } = changesAskedFor(base, asked, catalog);
  const scenario = changes.reduce((changed, { change }) => change(changed), base);
  const { at_s } = asked;
  const late =
    at_s !== undefined && at_s > scenario.duration_s
      ? [{ field: 'at', value: String(at_s), allowed: `a moment from 0 to ${scenario.duration_s} s` }]
      : [];
  const refused = [...problems, ...wrong].map(({ path, problem }) => ({ field: path, value: '', allowed: problem }));
  if (refused.length + late.length > 0) return { kind: 'refused', problems: [...refused, ...late] };
  return { kind: 'preset', preset: base, scenario, view: at_s === undefined ? {} : { at_s } };
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
