/** The formulas behind the scene as pictures to play with: one at a time, beside what the run measures. */

import { useMemo } from 'react';
import type { LaneRun } from '../../run/lanes';
import { useScene } from '../../store/scene-store';
import { choosePicture, resetTheory, setTheoryValue, useView } from '../../store/view-store';
import { Knobs } from './Knobs';
import { PictureFigure, variable } from './PictureFigure';
import type { Comparison, Elsewhere, PictureDefinition, Settings } from './picture';
import { PICTURES, pictureFor } from './pictures';
import './theory.css';
import { useSceneValues } from './use-scene-values';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** Values from elsewhere that belong to a picture. */
  readonly elsewhere?: readonly Elsewhere[];
}

const NOTHING: readonly Elsewhere[] = [];

export function TheoryPanel({ lanes, elsewhere = NOTHING }: Props) {
  const scene = useSceneValues(lanes, elsewhere);
  const { picture: chosen, values } = useView((state) => state.theory);
  const ofPreset = useScene(({ preset }) => preset?.theory?.picture);
  const first = lanes[0];
  const wanted = chosen ?? pictureFor(ofPreset, first?.run.facts.aqm ?? '');
  const definition = PICTURES.find(({ id }) => id === wanted) ?? (PICTURES[0] as PictureDefinition);
  const knobs = definition.knobs(scene);
  const keyOf = (id: string): string => `${definition.id}.${id}`;
  const settings: Settings = (id) => {
    const knob = knobs.find((candidate) => candidate.id === id);
    const value = values[keyOf(id)] ?? knob?.scene ?? Number.NaN;
    return knob === undefined ? value : Math.max(knob.min, Math.min(knob.max, value));
  };
  const isChanged = knobs.some(({ id }) => values[keyOf(id)] !== undefined);
  // The curves cost some milliseconds: they are made anew when a knob or the run has moved, not for a cursor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings follow from values and scene.
  const picture = useMemo(() => definition.make(settings, scene), [definition, scene, values]);

  return (
    <section className="theory" aria-label="Theory">
      <h2 className="visually-hidden">Theory</h2>
      <fieldset className="theory__choice">
        <legend className="visually-hidden">Formula</legend>
        {PICTURES.map(({ id, short }) => (
          <label key={id}>
            <input
              type="radio"
              className="visually-hidden"
              name="theory-picture"
              checked={id === definition.id}
              onChange={() => choosePicture(id)}
            />
            {short}
          </label>
        ))}
      </fieldset>
      <div className="theory__content">
        <PictureFigure key={definition.id} title={definition.title} picture={picture} />
        <div className="theory__side">
          <p className="theory__sees">{picture.sees}</p>
          <Knobs
            knobs={knobs}
            settings={settings}
            isChanged={isChanged}
            onChange={(id, value) => setTheoryValue(keyOf(id), value)}
            onReset={() => resetTheory(`${definition.id}.`)}
          />
          <Comparisons compared={picture.compared} rows={picture.comparisons} />
          <details className="theory__formula">
            <summary>Formula and source</summary>
            {definition.formula.map((line) => (
              <code key={line}>{line}</code>
            ))}
            <p>{definition.source}</p>
          </details>
        </div>
      </div>
    </section>
  );
}

/** What the run measures beside what the formula says. */
function Comparisons({ compared, rows }: { readonly compared: string; readonly rows: readonly Comparison[] }) {
  if (rows.length === 0) return <p className="theory__compared">{compared}</p>;
  return (
    <table className="theory__comparisons">
      <caption>{compared}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Lane</span>
          </th>
          <th scope="col">this run</th>
          <th scope="col">formula</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, colour, measured, formula }) => (
          <tr key={key}>
            <th scope="row" style={{ color: variable(colour) }}>
              {name}
            </th>
            <td>{measured}</td>
            <td>{formula}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
