/** A question's options with their results: for each option its verdict, and the values that were compared. */

import { CLAIM_VERDICTS } from '../../../core/experiment/verdicts';
import type { Answer } from '../../../core/lesson/lesson';
import type { Truth } from '../../../core/lesson/lesson-store';
import { figuresWords, type MeasureNames } from '../../../core/lesson/measured-words';
import { VERDICT_CLASS } from './names';

interface Props {
  readonly answer: Answer & { readonly kind: 'choice' };
  readonly truth: Truth & { readonly kind: 'choice' };
  readonly given: number | undefined;
  readonly names: MeasureNames;
}

export function OptionsTruth({ answer, truth, given, names }: Props) {
  return (
    <ul>
      {answer.options.map((option, place) => {
        const found = truth.options[place];
        if (found === undefined) return null;
        const look = CLAIM_VERDICTS[found.verdict];
        return (
          <li key={option} className="options__one" data-right={truth.right === place || undefined}>
            <p className="options__text">
              {option} {given === place && <span className="badge badge--solid">▲ your answer</span>}
            </p>
            <p className={`strong unbroken ${VERDICT_CLASS[look.colour]}`}>
              <span aria-hidden="true">{look.glyph}</span> {look.word}
            </p>
            {found.figures !== '' && (
              <p className="options__figures small soft breakable">{figuresWords(found.figures, names)}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
