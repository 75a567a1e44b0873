/** A question whose answer is one of a few statements. */

import { useId } from 'react';
import type { Answer } from '../../../core/lesson/lesson';

interface Props {
  readonly answer: Answer & { readonly kind: 'choice' };
  /** Id of the element with the text of the question. */
  readonly question: string;
  readonly value: number | undefined;
  /** True once the result is revealed. The answer can then no longer change. */
  readonly isFixed: boolean;
  readonly onChange: (value: number) => void;
}

export function ChoiceQuestion({ answer, question, value, isFixed, onChange }: Props) {
  const name = useId();
  return (
    <div className="stack" role="radiogroup" aria-labelledby={question}>
      {answer.options.map((option, place) => (
        <label key={option} className="ask__option row row--tight gap-3">
          <input
            type="radio"
            className="fixed"
            name={name}
            checked={value === place}
            disabled={isFixed}
            onChange={() => onChange(place)}
          />
          {option}
        </label>
      ))}
    </div>
  );
}
