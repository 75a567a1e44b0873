/**
 * A sweep as a picture: the choice of what to show, the picture with a mark for the open scene, and the same numbers as
 * a table.
 */

import { useId, useMemo, useRef, useState } from 'react';
import type { Lane, Scenario } from '../../../core/border/scenario';
import { SaveMenu, type SaveMenuProps } from '../../../core/save/SaveMenu';
import { useSize } from '../../../ui/use-size';
import type { SweepLook } from '../sweep-form';
import { LookControls } from './LookControls';
import { pictureNotes } from './point-words';
import { SweepNumbers } from './SweepNumbers';
import { SweepSurface } from './SweepSurface';
import { type DefaultOf, sceneValues } from './scene-place';
import { type SweepNames, type SweepSource, shownSweep } from './shown-sweep';
import { hasPicture } from './sweep-display';
import { theoryOver } from './theory-over';
import { useCalm } from './use-calm';
import './pictures.css';

export interface SweepPicturesProps extends SweepNames {
  readonly rows: SweepSource;
  /** Increases when rows arrive. */
  readonly version: number;
  readonly look: SweepLook;
  readonly onLook: (look: SweepLook) => void;
  /** The open scene with its changes so far. Undefined if no scene is open. */
  readonly scene: Scenario | undefined;
  /** The scene of the sweep and its lanes, in sweep order. The formulas that apply depend on them. */
  readonly swept: { readonly scene: Scenario; readonly lanes: readonly Lane[] } | undefined;
  /** The default of a parameter that the scene does not set. */
  readonly defaultOf?: DefaultOf | undefined;
  readonly openPoint: (point: number, lane: number) => void;
  /** The files that the menu can save. Undefined while the sweep has no rows. */
  readonly files?: Pick<SaveMenuProps, 'drawing' | 'others' | 'table' | 'json'> | undefined;
}

/**
 * Shortest times between two updates of the picture while rows arrive [ms]. `RARELY_MS` is for a picture with more than
 * `MANY_CELLS` cells, which takes long to make.
 */
const OFTEN_MS = 150;
const RARELY_MS = 700;
const MANY_CELLS = 4000;

export function SweepPictures(props: SweepPicturesProps) {
  const { rows, version, look, onLook, scene, swept, defaultOf, openPoint, files } = props;
  const { settingName, laneName, lanePlaces } = props;
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const [isTable, setTable] = useState(false);
  const ids = useId();
  const { facts } = rows;
  const drawn = useCalm(version, facts.points * facts.lanes.length > MANY_CELLS ? RARELY_MS : OFTEN_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when new rows arrive.
  const shown = useMemo(
    () => shownSweep(rows, look, { settingName, laneName, lanePlaces }),
    [rows, drawn, look, settingName, laneName, lanePlaces],
  );
  const theory = useMemo(
    () => (shown === undefined || swept === undefined ? [] : theoryOver(shown, { ...swept, defaultOf })),
    [shown, swept, defaultOf],
  );
  if (shown === undefined) return <p className="soft small">No quantity is measured.</p>;
  return (
    <figure className="sweep-pictures column gap-1" aria-labelledby={`${ids}-title`}>
      <figcaption className="sweep-pictures__head row row--tight gap-3">
        <h3 id={`${ids}-title`} className="visually-hidden">
          {shown.title}
        </h3>
        <LookControls
          facts={facts}
          look={look}
          onLook={onLook}
          laneNames={facts.lanes.map((name, lane) => laneName?.(lane) ?? name)}
        />
        <span className="fixed push">
          <SaveMenu title="Sweep" ways={[{ name: 'As a table', isOn: isTable, set: setTable }]} {...files} />
        </span>
      </figcaption>
      <div className="sweep-pictures__body">
        <div ref={surface} className="cover small">
          {!hasPicture(facts) ? (
            <p className="soft small">
              A picture shows one or two settings; this sweep has {facts.axes.length}. The table shows all of it.
            </p>
          ) : (
            size !== undefined && (
              <SweepSurface
                shown={shown}
                theory={theory}
                size={size}
                values={scene === undefined ? [] : sceneValues(scene, shown.axes, defaultOf)}
                openPoint={openPoint}
              />
            )
          )}
        </div>
        {isTable && <SweepNumbers shown={shown} />}
      </div>
      <p className="soft small">{pictureNotes(shown, theory)}</p>
    </figure>
  );
}
