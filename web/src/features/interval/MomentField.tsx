/** A number field for an end of the interval. It refuses an invalid value and says which values are allowed. */

import { useEffect, useId, useState } from 'react';
import { parseNumber } from '../../base/format';

interface Props {
  readonly label: string;
  readonly value_s: number;
  readonly isAllowed: (value_s: number) => boolean;
  /** Allowed values as a text, such as "from 0 to below 20". */
  readonly allowed: string;
  readonly onChoose: (value_s: number) => void;
}

export function MomentField({ label, value_s, isAllowed, allowed, onChoose }: Props) {
  const id = useId();
  const shown = String(Number(value_s.toFixed(6)));
  const [text, setText] = useState(shown);
  // The value was changed elsewhere, so the text is updated.
  useEffect(() => setText(shown), [shown]);
  const wanted = parseNumber(text);
  const isFine = wanted !== undefined && isAllowed(wanted);
  const choose = (): void => {
    if (wanted === value_s) return;
    if (isFine) onChoose(wanted);
    else setText(shown);
  };
  return (
    <label className="row" htmlFor={id}>
      {label}
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className="field interval__moment figures"
        value={text}
        title={`Seconds ${allowed}`}
        aria-invalid={!isFine}
        onChange={(event) => setText(event.target.value)}
        onBlur={choose}
        onKeyDown={(event) => {
          if (event.key === 'Enter') choose();
        }}
      />
      {!isFine && (
        <span className="wrong small" role="alert">
          {allowed}
        </span>
      )}
    </label>
  );
}
