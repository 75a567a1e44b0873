/** Choice of the discipline that manages the queue. */

import { type Option, Select } from '../../ui/Select';
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
  const script = { id: SCRIPT, name: isScript ? `${inForce.name}, a script` : 'Your own script…' };
  const published = disciplines.map(optionOf);
  return (
    <label className="discipline-list" title="Queue discipline, with the year of its source">
      <span className="visually-hidden">Queue discipline</span>
      <Select
        options={isScript || onScript !== undefined ? [script, ...published] : published}
        chosen={current}
        onChoose={(id) => (id === SCRIPT ? onScript?.() : onSwitch(id))}
      />
    </label>
  );
}

function optionOf({ id, name, year, confidence }: DisciplineAbout): Option<string> {
  const group = confidence === 'low' ? 'Reconstructions: the source leaves gaps' : undefined;
  return { id, name: `${name} (${year})`, group };
}
