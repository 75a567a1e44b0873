/** The column that answers "why": the decision lens above, what happened below; on a narrow screen one at a time. */

import { type ReactNode, useId, useState } from 'react';
import { panelNames, Tabs } from '../../ui/Tabs';
import { NARROW, useMedia } from '../../ui/use-media';
import type { LaneRun } from '../run/lanes';
import { DecisionLens } from './DecisionLens';
import './explain.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** The list of events. */
  readonly children?: ReactNode;
}

const TABS = [
  { id: 'decision', name: 'Decision' },
  { id: 'events', name: 'Events' },
] as const;

export function ExplainPanel({ lanes, children }: Props) {
  const isNarrow = useMedia(NARROW);
  const [shown, setShown] = useState<(typeof TABS)[number]['id']>('decision');
  const ids = useId();
  const lens = <DecisionLens lanes={lanes} />;
  if (!isNarrow)
    return (
      <div className="explain-column">
        {lens}
        {children}
      </div>
    );

  return (
    <div className="explain-column">
      <Tabs className="explain-tabs" label="Explanation" tabs={TABS} {...{ ids, shown }} onShow={setShown} />
      {TABS.map(({ id }) => (
        <div key={id} {...panelNames(ids, id)} className="explain-tab" hidden={id !== shown}>
          {id === 'decision' ? lens : children}
        </div>
      ))}
    </div>
  );
}
