/** The scene that an embed should show: the fragment of a link, or a query of public parameters. Pure. */

import type { Scenario } from '../core/border/scenario';
import { isHallFragment, isLessonFragment, isLiveFragment, isPlaylistFragment } from '../core/session/fragments';
import { EMBED_WORDS, type Refused, shortened } from '../features/share/embed-address';

export type Wish =
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'refused'; readonly problems: readonly Refused[] };

/**
 * Parses `scene`: a whole address, its fragment with or without `#`, or a query. If an address has a fragment and a
 * query, only the fragment is used.
 */
export function wishOf(scene: string): Wish {
  const hash = scene.indexOf('#');
  const fragment = hash >= 0 ? scene.slice(hash + 1) : /[/?]/.test(scene) ? '' : scene;
  if (fragment !== '') return linkWish(fragment);
  const query = scene.indexOf('?');
  const words = new URLSearchParams(query >= 0 ? scene.slice(query) : '');
  // The embed's own parameters, such as `theme`, describe its view and not a scene.
  for (const word of EMBED_WORDS) words.delete(word);
  return words.size === 0 ? { kind: 'link', fragment: '' } : { kind: 'query', query: `?${words}` };
}

function linkWish(fragment: string): Wish {
  const isOther = [isLessonFragment, isPlaylistFragment, isHallFragment, isLiveFragment].some((is) => is(fragment));
  // The text after a slash is ignored: it names the catalogue page that the sender of the link had open.
  if (!isOther) return { kind: 'link', fragment: fragment.split('/', 1).join('') };
  const problem = {
    field: 'scene',
    value: shortened(fragment),
    allowed: 'a scene; an embed shows no lesson, playlist, audience poll or router',
  };
  return { kind: 'refused', problems: [problem] };
}

/** True if the scene has a setting with this path. */
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
