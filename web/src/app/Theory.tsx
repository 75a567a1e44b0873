/** The formulas below the queue, loaded when somebody asks for them. */

import { lazy } from 'react';
import { Lazy } from './Lazy';
import type { TheoryProps } from './TheoryOfScene';

const TheoryOfScene = lazy(() => import('./TheoryOfScene').then((module) => ({ default: module.TheoryOfScene })));

export function Theory(props: TheoryProps) {
  return (
    <Lazy what="The theory">
      <TheoryOfScene {...props} />
    </Lazy>
  );
}
