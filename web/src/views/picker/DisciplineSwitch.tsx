/** Which discipline manages the queue: side by side while there are few and room, else one list. */

import { useId } from 'react';
import { NARROW, useMedia } from '../../base/use-media';
import type { DisciplineAbout } from '../../run/run-buffer';
import { useScene } from '../../store/scene-store';
import './picker.css';

const MOST_SIDE_BY_SIDE = 6;

interface Props {
  disciplines: readonly DisciplineAbout[];
  inForce: string;
  /** One list even where there is room for more. */
  isList?: boolean;
  onSwitch: (aqm: string) => void;
}

export function DisciplineSwitch({ disciplines, inForce, isList = false, onSwitch }: Props) {
  const current = useScene((state) => state.switchingTo) ?? inForce;
  const isNarrow = useMedia(`${NARROW}, (max-width: 1180px)`);
  const group = useId();
  if (isList || isNarrow || disciplines.length > MOST_SIDE_BY_SIDE)
    return (
      <label className="discipline-list">
        <span className="visually-hidden">Queue discipline</span>
        <select className="select" value={current} onChange={(event) => onSwitch(event.target.value)}>
          {disciplines.map(({ id, name, year, confidence }) => (
            <option key={id} value={id}>
              {name} ({year}){confidence === 'low' && ' · reconstruction'}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Queue discipline</legend>
      {disciplines.map(({ id, name, idea }) => (
        <label key={id} className="segments__segment" title={idea}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            value={id}
            checked={id === current}
            onChange={() => onSwitch(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
