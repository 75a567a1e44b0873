/** The editor of scripts on the session of the page. */

import { useMemo } from 'react';
import type { LaneRun } from '../../core/run/lanes';
import { scriptActions } from '../../core/session/scripts';
import type { Session } from '../../core/session/session';
import { ScriptPanel } from './ScriptPanel';

export function ScriptOfSession({ session, lanes }: { readonly session: Session; readonly lanes: readonly LaneRun[] }) {
  const actions = useMemo(() => ({ ...scriptActions(session), seek: (at_s: number) => session.seek(at_s) }), [session]);
  return <ScriptPanel lanes={lanes} actions={actions} />;
}
