/** From what an embed is asked for to the fragment of a scene that opens: the engine alone reads and writes links. */

import type { DecodedLink, ViewInLink } from '../engine/client';
import type { Scenario } from '../scenario/scenario';
import type { Wish } from './scene-wish';

interface Links {
  readonly encode: (scenario: Scenario, preset: Scenario, view: ViewInLink) => Promise<string>;
  readonly decode: (fragment: string) => Promise<DecodedLink>;
}

/** Rejects with `SceneRefused` what cannot be opened, before anything is lost. */
export async function fragmentOfWish(wish: Exclude<Wish, { kind: 'refused' }>, links: Links): Promise<string> {
  const fragment = wish.kind === 'link' ? wish.fragment : await links.encode(wish.scenario, wish.preset, wish.view);
  if (fragment !== '') await links.decode(fragment);
  return fragment;
}
