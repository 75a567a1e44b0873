/**
 * The results of a question with options, as a table. Each option has the audience's predictions, and the number of
 * runs in which it held: the audience's and this page's.
 */

import type { HallChoice } from '../../core/lesson/hall-question';
import type { Heard } from './hall-room';
import type { HallRun } from './hall-runs';

interface Props {
  readonly choice: HallChoice;
  /** The confirmed answers. */
  readonly answers: readonly Heard[];
  readonly ownRuns: readonly HallRun[];
}

export function HallOptions({ choice, answers, ownRuns }: Props) {
  const predicted = answers.flatMap(({ prediction }) => (prediction === undefined ? [] : [Math.round(prediction)]));
  const came = answers.map(({ run, value }) => run?.value ?? Math.round(value));
  const own = ownRuns.map(({ value }) => value);
  return (
    <table className="hall-options table table--words">
      <thead>
        <tr>
          <th scope="col">Option</th>
          <th scope="col">predicted</th>
          <th scope="col">holds in the audience’s runs</th>
          <th scope="col">in {own.length} seeds of this page</th>
        </tr>
      </thead>
      <tbody>
        {choice.options.map((option, place) => (
          <tr key={option}>
            <th scope="row">{option}</th>
            {[predicted, came, own].map((places, column) => (
              <Share
                // biome-ignore lint/suspicious/noArrayIndexKey: the three columns never change.
                key={column}
                count={places.filter((one) => one === place).length}
                of={places.length}
                isHall={column < 2}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Share({ count, of, isHall }: { readonly count: number; readonly of: number; readonly isHall: boolean }) {
  return (
    <td>
      <svg className="hall-options__bar" aria-hidden="true">
        <rect
          className={isHall ? 'hall-cell' : 'hall-own'}
          x="0"
          y="0"
          height="100%"
          width={`${of === 0 ? 0 : (100 * count) / of}%`}
        />
      </svg>
      {count} of {of}
    </td>
  );
}
