/** The script editor, connected to the page's session. */

import { useMemo } from 'react';
import type { TabProps } from '../../core/session/feature';
import { scriptActions } from '../../core/session/scripts';
import { ScriptPanel } from './ScriptPanel';

export function ScriptOfSession({ actions: session, lanes }: Pick<TabProps, 'actions' | 'lanes'>) {
  const actions = useMemo(() => ({ ...scriptActions(session), seek: (at_s: number) => session.seek(at_s) }), [session]);
  return <ScriptPanel lanes={lanes} actions={actions} />;
}
