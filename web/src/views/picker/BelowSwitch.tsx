/** What stands below the queue: the live plots, or the paper beside the run. */

import { useId } from 'react';
import { showBelow, useView, type ViewState } from '../../store/view-store';
import './picker.css';

const CHOICES: readonly { readonly id: ViewState['below']; readonly name: string; readonly meaning: string }[] = [
  { id: 'plots', name: 'Plots', meaning: 'What happens over time' },
  { id: 'paper', name: 'Paper', meaning: 'What the paper says beside what comes out here (v)' },
];

export function BelowSwitch() {
  const below = useView((state) => state.below);
  const group = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Below the queue</legend>
      {CHOICES.map(({ id, name, meaning }) => (
        <label key={id} className="segments__segment" title={meaning}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            value={id}
            checked={id === below}
            onChange={() => showBelow(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
