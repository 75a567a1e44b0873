/** Menu of named sets of values, such as the defaults of Linux. Choosing a set applies all its values. */

import { useId, useState } from 'react';
import { Select } from '../../ui/Select';
import type { DisciplineAbout } from '../border/border.gen';
import type { Change } from '../scene/scene-store';
import type { Control } from './control-groups';
import { changesTo, setInForce } from './named-sets';

interface Props {
  readonly about: DisciplineAbout;
  /** All parameters of the discipline. */
  readonly controls: readonly Control[];
  readonly onChoose: (changes: readonly Change[]) => Promise<void>;
}

const OWN = { id: '', name: 'custom', isOff: true };

export function NamedSets({ about, controls, onChoose }: Props) {
  const id = useId();
  // The new choice is shown while the engine is still applying it.
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  if (about.param_sets.length === 0) return null;
  const inForce = setInForce(about, controls);
  const shown = chosen === undefined ? inForce : about.param_sets.find((set) => set.id === chosen);
  const choose = (setId: string): void => {
    const set = about.param_sets.find((known) => known.id === setId);
    if (set === undefined) return;
    setChosen(setId);
    void onChoose(changesTo(set, controls)).finally(() => setChosen(undefined));
  };
  return (
    <div className="setting" data-meaning={`${id}meaning`}>
      <div className="row row--tight gap-1 setting__line">
        <label htmlFor={id} className="fixed soft">
          values of
        </label>
        <Select
          id={id}
          className="select grow small setting__choice"
          options={[OWN, ...about.param_sets.map((set) => ({ id: set.id, name: set.name, meaning: set.origin }))]}
          chosen={shown?.id ?? OWN.id}
          describedBy={`${id}meaning`}
          onChoose={choose}
        />
      </div>
      {shown !== undefined && <p className="small faint setting__default">{shown.origin}</p>}
      <p id={`${id}meaning`} className="visually-hidden">
        Loads every value that this source gives. The other settings keep their values.
      </p>
    </div>
  );
}
