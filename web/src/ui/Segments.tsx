/** A choice among a few options, side by side in one frame: radio buttons that look like a switch. */

import { type ReactNode, useId } from 'react';
import './segments.css';

export interface Segment<Id> {
  readonly id: Id;
  readonly name: ReactNode;
  /** Longer description, shown as a tooltip. */
  readonly meaning?: string;
}

interface Props<Id> {
  /** What is chosen, for screen readers only. */
  readonly label: string;
  readonly choices: readonly Segment<Id>[];
  /** Id of the chosen option. Undefined if none is chosen. */
  readonly chosen: Id | undefined;
  readonly onChoose: (id: Id) => void;
  /** CSS class in addition to `segments`. */
  readonly className?: string;
}

export function Segments<Id extends string | number | boolean>(props: Props<Id>) {
  const { label, choices, chosen, onChoose, className = '' } = props;
  const group = useId();
  return (
    <fieldset className={`segments ${className}`.trim()}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ id, name, meaning }) => (
        <label key={String(id)} className="segments__segment" title={meaning}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
