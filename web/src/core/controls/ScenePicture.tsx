/** The scene as a picture. Its labels are buttons that lead to the settings. */

import { useRef } from 'react';
import { Figure } from '../../ui/figure/Figure';
import { useSize } from '../../ui/use-size';
import type { RunBuffer } from '../run/run-buffer';
import { SaveMenu } from '../save/SaveMenu';
import type { SceneActions } from '../scene/scene-store';
import type { ControlGroup, LaneScope } from './control-groups';
import { SceneShapes } from './SceneShapes';
import { sceneDrawing, sceneParts } from './scene-picture';

export interface ScenePictureProps {
  readonly run: RunBuffer;
  readonly scope: LaneScope;
  readonly groups: readonly ControlGroup[];
  readonly actions: Pick<SceneActions, 'linkOf'>;
  /** Shows the setting with this path in the panel. */
  readonly onShow: (path: string) => void;
}

export function ScenePicture({ run, scope, groups, actions, onShow }: ScenePictureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const { catalog, about, facts } = run;
  const parts = sceneParts(catalog, about, facts, groups);
  const drawing = size === undefined || size.width < 40 ? undefined : sceneDrawing(parts, size);
  return (
    <div className="stack gap-1 small">
      <div className="scene-picture" ref={surface}>
        {size !== undefined && drawing !== undefined && (
          <>
            <Figure size={{ width: size.width, height: drawing.height }} label={parts.sentence}>
              <SceneShapes drawing={drawing} fontSize={size.fontSize} />
            </Figure>
            {drawing.parts.map(({ key, to, lines, x, y, width, height }) =>
              to === undefined ? null : (
                <button
                  key={key}
                  type="button"
                  className="scene-picture__to"
                  style={{ left: x, top: y, width, height }}
                  aria-label={`${lines.join(', ')}: change ${to.spec.name}`}
                  title={`Change ${to.spec.name}`}
                  onClick={() => onShow(to.path)}
                />
              ),
            )}
          </>
        )}
      </div>
      <div className="row row--tight">
        <p className="grow faint">
          {facts.scenario.lanes.length > 1 && `Lane ${scope.lane + 1} of ${facts.scenario.lanes.length}. `}
          {facts.is_driven && 'This lane’s packets come from a recording. '}
          Delays are one-way. Select a label to change its setting.
        </p>
        <SaveMenu
          title="Diagram of the scene"
          drawing={async (colours) =>
            (await import('./saved-scene-picture')).scenePictureDrawing(
              parts,
              { index: scope.lane, name: about.name, run },
              actions,
              colours,
            )
          }
        />
      </div>
    </div>
  );
}
