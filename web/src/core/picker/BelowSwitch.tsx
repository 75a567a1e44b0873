/** Which panel is shown below the queue. */

import { useId } from 'react';
import { showBelow, useView } from '../page/view-store';
import './picker.css';

export interface TabChoice {
  readonly id: string;
  /** Undefined: it belongs to the plots. */
  readonly name?: string;
  readonly meaning?: string;
}

const PLOTS: TabChoice = { id: 'plots', name: 'Plots', meaning: 'What happens over time' };

interface Props {
  readonly tabs: readonly TabChoice[];
  /** Id of one that has a place of its own on a narrow screen. */
  readonly without?: string;
}

export function BelowSwitch({ tabs, without }: Props) {
  const below = useView((state) => state.below);
  const group = useId();
  const choices = [PLOTS, ...tabs].filter(({ id, name }) => id !== without && name !== undefined);
  const shown = choices.some(({ id }) => id === below) ? below : PLOTS.id;
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Below the queue</legend>
      {choices.map(({ id, name, meaning }) => (
        <label key={id} className="segments__segment" title={meaning}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            value={id}
            checked={id === shown}
            onChange={() => showBelow(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
