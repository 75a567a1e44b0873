/** Choice of the discipline that manages the queue. */

import { SCRIPT } from '../border/scenario';
import type { DisciplineAbout } from '../run/run-buffer';
import { useScene } from '../scene/scene-store';
import './picker.css';

interface Props {
  disciplines: readonly DisciplineAbout[];
  inForce: Pick<DisciplineAbout, 'id' | 'name'>;
  onSwitch: (aqm: string) => void;
  /** Opens the editor in which the user writes a script. */
  onScript?: () => void;
}

export function DisciplineSwitch({ disciplines, inForce, onSwitch, onScript }: Props) {
  const current = useScene((state) => state.switchingTo) ?? inForce.id;
  const isScript = current === SCRIPT;
  return (
    <label className="discipline-list" title="Queue discipline, with the year of the document that it is taken from">
      <span className="visually-hidden">Queue discipline</span>
      <select
        className="select"
        value={current}
        onChange={({ target }) => (target.value === SCRIPT ? onScript?.() : onSwitch(target.value))}
      >
        {(isScript || onScript !== undefined) && (
          <option value={SCRIPT}>{isScript ? `${inForce.name}, a script` : 'Your own script…'}</option>
        )}
        {disciplines.filter(({ confidence }) => confidence !== 'low').map(optionOf)}
        <optgroup label="Reconstructions: the source leaves gaps">
          {disciplines.filter(({ confidence }) => confidence === 'low').map(optionOf)}
        </optgroup>
      </select>
    </label>
  );
}

const optionOf = ({ id, name, year }: DisciplineAbout) => (
  <option key={id} value={id}>
    {name} ({year})
  </option>
);
