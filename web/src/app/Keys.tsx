/** The sheet of keys, loaded when somebody opens it. */

import { lazy } from 'react';
import { Lazy } from './Lazy';

const KeySheet = lazy(() => import('../views/transport/KeySheet').then((module) => ({ default: module.KeySheet })));

export function Keys(props: { onClose: () => void; onFirstMinute: () => void }) {
  return (
    <Lazy what="The sheet of keys" isQuiet>
      <KeySheet {...props} />
    </Lazy>
  );
}
