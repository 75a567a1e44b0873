/** The scene's formulas as interactive pictures, one at a time, beside measurements of the run. */

import type { LaneRun } from '../../core/run/lanes';
import { SaveMenu } from '../../core/save/SaveMenu';
import type { SceneActions } from '../../core/scene/scene-store';
import { Knobs } from './Knobs';
import { PictureFigure } from './PictureFigure';
import { variable } from './PictureMarks';
import type { Comparison, Elsewhere } from './picture';
import { PICTURES } from './pictures';
import { choosePicture, resetTheory, setTheoryValue } from './theory-settings';
import './theory.css';
import { usePicture } from './use-picture';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'linkOf' | 'connectAnother'>;
  /** Values that the page's run did not compute, such as published ones. Each names the picture that shows it. */
  readonly elsewhere?: readonly Elsewhere[];
}

const NOTHING: readonly Elsewhere[] = [];

export function TheoryPanel({ lanes, actions, elsewhere = NOTHING }: Props) {
  const shown = usePicture(lanes, elsewhere, actions);
  const { definition, picture, knobs, settings, isChanged, keyOf } = shown;
  return (
    <section className="theory column gap-2" aria-label="Theory">
      <h2 className="visually-hidden">Theory</h2>
      <fieldset className="theory__choice row gap-1">
        <legend className="visually-hidden">Formula</legend>
        {PICTURES.map(({ id, short }) => (
          <label key={id} className="row row--tight soft">
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
        <PictureFigure
          key={definition.id}
          title={definition.title}
          picture={picture}
          save={
            <SaveMenu
              title={definition.title}
              drawing={async (colours) => (await savedPicture()).pictureDrawing(shown, lanes, actions, colours)}
              table={async () => (await savedPicture()).pictureTable(shown, lanes, actions)}
            />
          }
        />
        <div className="theory__side column gap-3 scrolls scrolls--down">
          <p className="theory__sees large">{picture.sees}</p>
          <Knobs
            knobs={knobs}
            settings={settings}
            isChanged={isChanged}
            onChange={(id, value) => setTheoryValue(keyOf(id), value)}
            onReset={() => resetTheory(`${definition.id}.`)}
          />
          <Comparisons compared={picture.compared} rows={picture.comparisons} />
          <details className="theory__formula soft small">
            <summary>Formula and source</summary>
            {definition.formula.map((line) => (
              <code key={line} className="clear breakable">
                {line}
              </code>
            ))}
            <p>{definition.source}</p>
          </details>
        </div>
      </div>
    </section>
  );
}

const savedPicture = () => import('./saved-picture');

/** Measurements of the run beside the formula's values. */
export function Comparisons({ compared, rows }: { readonly compared: string; readonly rows: readonly Comparison[] }) {
  if (rows.length === 0) return <p className="soft small">{compared}</p>;
  return (
    <table className="theory__comparisons figures">
      <caption className="soft small">{compared}</caption>
      <thead className="soft small">
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
