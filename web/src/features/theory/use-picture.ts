/** The displayed picture, chosen by the user or by the scene, with the values that the user has set. */

import { useMemo } from 'react';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import type { Elsewhere, Knob, Picture, PictureDefinition, Settings } from './picture';
import { PICTURES, pictureFor } from './pictures';
import { useTheorySettings } from './theory-settings';
import { useArrivals } from './use-arrivals';
import { useSceneValues } from './use-scene-values';

export interface ShownPicture {
  readonly definition: PictureDefinition;
  readonly picture: Picture;
  readonly knobs: readonly Knob[];
  readonly settings: Settings;
  /** True if any value was changed. */
  readonly isChanged: boolean;
  /**
   * Key under which the settings of the theory panel hold the user's value of a quantity. `id` is the quantity's id in
   * this picture.
   */
  readonly keyOf: (id: string) => string;
}

/** Through `actions`, pictures of the arriving traffic count the arrivals. Other pictures do not use it. */
export function usePicture(
  lanes: readonly LaneRun[],
  elsewhere: readonly Elsewhere[],
  actions: Pick<SceneActions, 'connectAnother'>,
): ShownPicture {
  const { picture: chosen, values } = useTheorySettings();
  const ofPreset = useScene(({ preset }) => preset?.theory?.picture);
  const first = lanes[0];
  const wanted = chosen ?? pictureFor(ofPreset, first?.run.facts.aqm ?? '');
  const definition = PICTURES.find(({ id }) => id === wanted) ?? (PICTURES[0] as PictureDefinition);
  const traffic = useArrivals(definition.isOfTraffic === true, actions);
  const scene = useSceneValues(lanes, elsewhere, traffic);
  const knobs = definition.knobs(scene);
  const keyOf = (id: string): string => `${definition.id}.${id}`;
  const settings: Settings = (id) => {
    const knob = knobs.find((candidate) => candidate.id === id);
    const value = values[keyOf(id)] ?? knob?.scene ?? Number.NaN;
    return knob === undefined ? value : Math.max(knob.min, Math.min(knob.max, value));
  };
  const isChanged = knobs.some(({ id }) => values[keyOf(id)] !== undefined);
  // Computing the curves takes some milliseconds, so they are computed only when a setting or the run has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings follow from values and scene.
  const picture = useMemo(() => definition.make(settings, scene), [definition, scene, values]);
  return { definition, picture, knobs, settings, isChanged, keyOf };
}
