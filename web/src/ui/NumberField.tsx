/** One of many by its number: where a list of all would hold thousands of entries. */

import { useEffect, useId, useState } from 'react';

/** Longer lists are not written out: a number is asked for instead. */
export const MOST_LISTED = 400;

interface Props {
  /** The numbered thing: "Flow number". */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: number;
  /** Numbers go from 1 to this one. */
  readonly most: number;
  readonly onChoose: (value: number) => void;
}

export function NumberField({ label, isLabelHidden = true, value, most, onChoose }: Props) {
  const id = useId();
  const [text, setText] = useState(String(value));
  // Chosen elsewhere.
  useEffect(() => setText(String(value)), [value]);
  const wanted = Number(text);
  const isFine = Number.isInteger(wanted) && wanted >= 1 && wanted <= most;
  return (
    <>
      <label className={isLabelHidden ? 'visually-hidden' : undefined} htmlFor={id}>
        {label}, 1 to {most.toLocaleString('en')}
      </label>
      <input
        id={id}
        type="number"
        className="field number-field"
        min={1}
        max={most}
        step={1}
        value={text}
        aria-invalid={!isFine}
        onChange={(event) => {
          setText(event.target.value);
          const chosen = Number(event.target.value);
          if (Number.isInteger(chosen) && chosen >= 1 && chosen <= most) onChoose(chosen);
        }}
        onBlur={() => setText(String(value))}
      />
    </>
  );
}
