/**
 * A number with its unit. It takes effect when the user presses Enter or leaves the field. Text that is not a valid
 * number is reported and has no effect.
 */

import { useId, useState } from 'react';
import { formatNumber, parseNumber, type UnitScale } from '../../base/format';
import { DraftField } from '../../ui/DraftField';

interface Props {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: number;
  readonly isWhole: boolean;
  /** The unit in which the number is shown and typed. */
  readonly scale: UnitScale;
  readonly min: number;
  readonly max: number;
  readonly problem?: string | undefined;
  readonly onChange: (value: number) => void;
}

const PLAIN: UnitScale = { factor: 1, name: '' };

export function NumberEntry({
  label,
  isLabelHidden = false,
  value,
  isWhole,
  scale,
  min,
  max,
  problem,
  onChange,
}: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const shown = (number: number): string => formatNumber(number / scale.factor, isWhole ? 16 : 6);
  const typed = draft === undefined ? value : numberOf(draft, scale);
  const wrong =
    typed === undefined
      ? 'is not a number'
      : isWhole && !Number.isInteger(typed)
        ? 'is not a whole number'
        : typed < min || typed > max
          ? `is outside ${shown(min)} to ${shown(max)}${scale.name === '' ? '' : ` ${scale.name}`}`
          : undefined;
  const message = wrong === undefined ? problem : `${draft ?? shown(value)} ${wrong}`;
  const commit = (): void => {
    // An invalid entry stays in the field until it is corrected.
    if (draft === undefined || wrong !== undefined || typed === undefined) return;
    setDraft(undefined);
    if (typed !== value) onChange(typed);
  };
  return (
    <span className="number-entry row">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : 'soft'}>
        {label}
      </label>
      <DraftField
        {...{ id, draft }}
        className="field number-entry__field"
        inForce={shown(value)}
        isWrong={message !== undefined}
        describedBy={message === undefined ? undefined : `${id}problem`}
        least={3}
        onDraft={setDraft}
        onCommit={commit}
      />
      {message !== undefined && (
        <span className="sweep__problem" id={`${id}problem`}>
          {message}
        </span>
      )}
    </span>
  );
}

export function WholeEntry(props: Omit<Props, 'isWhole' | 'scale'>) {
  return <NumberEntry {...props} isWhole={true} scale={PLAIN} />;
}

/**
 * The number for a typed text. 2.1 Mb/s becomes exactly 2,100,000 bit/s, although the product of the two floats may
 * differ.
 */
export function numberOf(text: string, { factor }: UnitScale): number | undefined {
  const typed = parseNumber(text);
  return typed === undefined ? undefined : Number((typed * factor).toPrecision(15));
}
