/** A field for choosing an item by its number, used where a list would have thousands of entries. */

import { useEffect, useId, useState } from 'react';

/** Maximum number of items in a list. With more items, the user enters a number instead. */
export const MOST_LISTED = 400;

interface Props {
  /** What is numbered, such as "Flow number". */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: number;
  /** Greatest number. The smallest is 1. */
  readonly most: number;
  readonly onChoose: (value: number) => void;
}

export function NumberField({ label, isLabelHidden = true, value, most, onChoose }: Props) {
  const id = useId();
  const [text, setText] = useState(String(value));
  // The value was changed elsewhere, so the text is updated.
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
