/**
 * A question whose answer is one value on a scale. Until the user moves the thumb, it is only an outline without a
 * value, because a value would look like a hint.
 */

import { useId } from 'react';
import { formatValue } from '../../../base/format';
import type { Answer } from '../../../core/lesson/lesson';
import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import { sliderStep } from '../judge';
import { rounded } from './curve-axes';

interface Props {
  readonly answer: Answer & { readonly kind: 'slider' };
  /** Id of the element with the text of the question. */
  readonly question: string;
  readonly value: number | undefined;
  /** True once the result is revealed. The answer can then no longer change. */
  readonly isFixed: boolean;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
  readonly onChange: (value: number) => void;
}

export function SliderQuestion({ answer, question, value, isFixed, catalog, onChange }: Props) {
  const id = useId();
  const { from, to, unit } = answer;
  const middle = rounded(answer, (from + to) / 2);
  const shown = value ?? middle;
  const words = value === undefined ? 'not yet answered' : formatValue(value, unit, 3);
  return (
    <div className="ask__slider" data-open={value === undefined || undefined}>
      <p className="ask__measure row row--spread soft">
        <label htmlFor={id}>
          {answer.name_of_metric} under {disciplineName(catalog, answer.lane)}
        </label>
        <output htmlFor={id} className="ask__value strong">
          {value === undefined ? '?' : words}
        </output>
      </p>
      <input
        id={id}
        type="range"
        className="slider"
        min={from}
        max={to}
        step={sliderStep(answer)}
        value={shown}
        disabled={isFixed}
        aria-describedby={question}
        aria-valuetext={words}
        style={
          { '--fill': `${value === undefined ? 0 : (100 * (shown - from)) / (to - from)}%` } as React.CSSProperties
        }
        onChange={(event) => onChange(rounded(answer, Number(event.target.value)))}
        // The thumb starts in the middle, so a press there changes no value and causes no `change` event. Such a press
        // must still choose the middle value.
        onPointerUp={() => value === undefined && onChange(middle)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && value === undefined) onChange(middle);
        }}
      />
      <p className="row row--tight row--spread small soft" aria-hidden="true">
        <span>{formatValue(from, unit, 3)}</span>
        <span>{formatValue(to, unit, 3)}</span>
      </p>
    </div>
  );
}
