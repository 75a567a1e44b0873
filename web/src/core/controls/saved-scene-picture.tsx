/** The picture of the scene for a saved file. */

import type { Colours } from '../../base/palette';
import { Figure } from '../../ui/figure/Figure';
import type { LaneRun } from '../run/lanes';
import type { Drawing } from '../save/drawing';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../save/provenance-of-scene';
import { FIGURE, svgFigure } from '../save/svg-figure';
import type { SceneActions } from '../scene/scene-store';
import { SceneShapes } from './SceneShapes';
import { type SceneParts, sceneDrawing } from './scene-picture';

export async function scenePictureDrawing(
  parts: SceneParts,
  lane: LaneRun,
  actions: Pick<SceneActions, 'linkOf'>,
  colours: Colours,
): Promise<Drawing> {
  const title = sceneTitle();
  const drawing = sceneDrawing(parts, FIGURE);
  return {
    name: fileName(sceneName(), 'scene'),
    provenance: await provenanceOfScene(`${title}: the scene`, [lane], actions),
    ...svgFigure(
      <Figure size={{ width: FIGURE.width, height: drawing.height }}>
        <SceneShapes drawing={drawing} fontSize={FIGURE.fontSize} />
      </Figure>,
      { title, about: 'Senders, links, queue and receivers. Delays are one-way.', colours, height: drawing.height },
    ),
  };
}
