/** The editor of scripts on the session of the page. */

import { useMemo } from 'react';
import type { LaneRun } from '../run/lanes';
import { scriptActions } from '../session/scripts';
import type { Session } from '../session/session';
import { ScriptPanel } from '../views/script/ScriptPanel';

export function ScriptOfSession({ session, lanes }: { readonly session: Session; readonly lanes: readonly LaneRun[] }) {
  const actions = useMemo(() => ({ ...scriptActions(session), seek: (at_s: number) => session.seek(at_s) }), [session]);
  return <ScriptPanel lanes={lanes} actions={actions} />;
}
