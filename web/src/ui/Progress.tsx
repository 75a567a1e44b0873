/** The progress of several runs: a bar, and below it the same progress in words. */

import type { ReactNode } from 'react';
import './progress.css';

interface Props {
  readonly done: number;
  /** Number of runs, or 0 while unknown. */
  readonly total: number;
  /** What is counted, for screen readers. */
  readonly name?: string;
  /** The progress in words. */
  readonly children: ReactNode;
  /** Less important values, such as the rate or the remaining time. */
  readonly aside?: ReactNode;
}

export function Progress({ done, total, name = 'Finished runs', children, aside }: Props) {
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
