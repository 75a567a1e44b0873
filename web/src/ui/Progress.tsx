/** The progress of a number of runs: a bar, and under it the same in words. */

import type { ReactNode } from 'react';
import './progress.css';

interface Props {
  readonly done: number;
  /** 0: how many there will be is not known yet. */
  readonly total: number;
  /** The unit of the bar, for screen readers. */
  readonly name?: string;
  /** The progress in words. */
  readonly children: ReactNode;
  /** Less important values: the rate, the time that is left. */
  readonly aside?: ReactNode;
}

export function Progress({ done, total, name = 'Runs that are done', children, aside }: Props) {
  return (
    <div className="progress">
      <progress className="progress__bar" max={total || 1} value={total === 0 ? undefined : done} aria-label={name} />
      <p className="row row--spread progress__words">
        {children}
        {aside !== undefined && <span className="soft">{aside}</span>}
      </p>
    </div>
  );
}
