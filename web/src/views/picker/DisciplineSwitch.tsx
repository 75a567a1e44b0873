/** Which discipline manages the queue. */

import type { DisciplineAbout } from '../../run/run-buffer';
import { useScene } from '../../store/scene-store';
import './picker.css';

interface Props {
  disciplines: readonly DisciplineAbout[];
  inForce: string;
  onSwitch: (aqm: string) => void;
}

export function DisciplineSwitch({ disciplines, inForce, onSwitch }: Props) {
  const current = useScene((state) => state.switchingTo) ?? inForce;
  return (
    <label className="discipline-list" title="Queue discipline, with the year of the document that it is taken from">
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
}
