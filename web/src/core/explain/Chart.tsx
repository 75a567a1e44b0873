/**
 * The rule as a flow chart: boxes from top to bottom, with the packet's path highlighted. The documentation site
 * renders the chart too, so this file imports no style sheet. Files that import it add `chart.css`.
 */

import type { CSSProperties } from 'react';
import type { DisciplineAbout } from '../run/run-buffer';
import { type ChartRow, endOf, placeOf, type To } from './chart-model';
import { Formula } from './Formula';

interface Props {
  readonly rows: readonly ChartRow[];
  readonly about: DisciplineAbout;
  /** Name of the colour that shows the result of the decision. */
  readonly ink: string;
}

export function Chart({ rows, about, ink }: Props) {
  return (
    <div className="chart" style={{ '--outcome': `var(--${ink})`, '--rows': rows.length } as CSSProperties}>
      <Jumps rows={rows} />
      <ol aria-label={`Flow chart of ${about.name}`}>
        {rows.map((row, place) => (
          <li key={row.number} className="chart__row" data-state={row.state} data-below={below(row, place)}>
            <span className="chart__box" data-question={row.isQuestion}>
              {row.state !== 'idle' && <span className="visually-hidden">{SPOKEN[row.state]}</span>}
              <span>
                <Formula text={row.text} about={about} />
              </span>
            </span>
            {row.isQuestion ? (
              <>
                <Way answer="yes" row={row} place={place} about={about} />
                <Way answer="no" row={row} place={place} about={about} />
              </>
            ) : (
              endOf(row.yes) === undefined && <span className="visually-hidden">{aheadOf(row.yes, place)}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

const SPOKEN = { passed: 'Passed: ', last: 'Decided: ', open: 'Not yet answered: ' } as const;

interface WayProps {
  readonly answer: 'yes' | 'no';
  readonly row: ChartRow;
  readonly place: number;
  readonly about: DisciplineAbout;
}

/**
 * One answer of a decision box, with the line that leaves the box for it. The line leads to the next box, along the
 * left edge to another box, or to an end of the chart on the right or below.
 */
function Way({ answer, row, place, about }: WayProps) {
  const to = row[answer];
  const end = endOf(to);
  const kind =
    end !== undefined
      ? answer === 'no' && endOf(row.yes) !== undefined
        ? 'under'
        : 'end'
      : placeOf(to, place) === place + 1
        ? 'below'
        : 'jump';
  return (
    <span className="chart__way" data-kind={kind} data-answer={answer} data-taken={row.taken.includes(answer)}>
      <span className={kind === 'below' || kind === 'under' ? 'visually-hidden' : 'chart__answer'}>{answer}</span>
      {end === undefined ? (
        <span className="visually-hidden"> {aheadOf(to, place)}</span>
      ) : (
        <span className="chart__end">
          <span>
            <Formula text={end} about={about} />
          </span>
        </span>
      )}
    </span>
  );
}

/** Whether this decision took the line to the box directly below. Undefined if there is no such line. */
function below(row: ChartRow, place: number): 'taken' | 'idle' | undefined {
  const ways = row.isQuestion ? (['yes', 'no'] as const) : (['yes'] as const);
  const way = ways.find((answer) => placeOf(row[answer], place) === place + 1);
  if (way === undefined) return undefined;
  return (row.isQuestion ? row.taken.includes(way) : row.state === 'passed') ? 'taken' : 'idle';
}

function aheadOf(to: To, place: number): string {
  const next = placeOf(to, place);
  return next === undefined ? '' : `go to box ${next + 1}`;
}

/**
 * Vertical centre of a box, as a fraction of its row. The box fills the upper part of the row, the line to the next box
 * the rest.
 */
const MIDDLE = 0.4;

/** Lines that lead to a box other than the next one. Each runs in a channel of its own along the left edge. */
function Jumps({ rows }: Pick<Props, 'rows'>) {
  const jumps = rows.flatMap((row, from) =>
    (['yes', 'no'] as const).flatMap((answer) => {
      const to = placeOf(row[answer], from);
      const isJump = to !== undefined && to !== from + 1 && (row.isQuestion || answer === 'yes');
      const isTaken = row.isQuestion ? row.taken.includes(answer) : row.state !== 'idle';
      return isJump ? [{ from, to, isTaken }] : [];
    }),
  );
  return (
    <svg className="chart__jumps" viewBox={`0 0 3 ${rows.length}`} preserveAspectRatio="none" aria-hidden="true">
      {jumps.map(({ from, to, isTaken }, gutter) => {
        const x = 2.4 - gutter * 0.6;
        // Two arrows to the same box end at slightly different heights, so that both are visible.
        const [top, bottom] = [from + MIDDLE, to + MIDDLE - 0.06 + 0.08 * (gutter % 2)];
        return <path key={`${from} ${to}`} d={`M3 ${top}H${x}V${bottom}H3`} data-taken={isTaken} />;
      })}
    </svg>
  );
}
