/** How far a number of runs has come: a bar, and under it the same in words. */

import type { ReactNode } from 'react';
import './progress.css';

interface Props {
  readonly done: number;
  /** 0: how many there will be is not known yet. */
  readonly total: number;
  /** What the bar counts, for those who do not see it. */
  readonly name?: string;
  /** How far it is, in words. */
  readonly children: ReactNode;
  /** What is less important: the rate, the time that is left. */
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
