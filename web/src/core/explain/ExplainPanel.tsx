/**
 * The column that explains a decision in Lab: explanation, listing and events. A narrow screen shows one of them at a
 * time.
 */

import { type ReactNode, useId, useState } from 'react';
import { panelNames, Tabs } from '../../ui/Tabs';
import { NARROW, useMedia } from '../../ui/use-media';
import { showListing, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import { Algorithm } from './Algorithm';
import { Why } from './Why';
import './explain.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** The list of events, shown below the code. */
  readonly children?: ReactNode;
}

const TABS = [
  { id: 'decision', name: 'Decision' },
  { id: 'events', name: 'Events' },
] as const;

export function ExplainPanel({ lanes, children }: Props) {
  const isNarrow = useMedia(NARROW);
  const [shown, setShown] = useState<(typeof TABS)[number]['id']>('decision');
  const isListing = useView((state) => state.isListing);
  const ids = useId();
  const lens = (
    <>
      <Why lanes={lanes} />
      <Algorithm lanes={lanes} isListing={isListing}>
        <button type="button" className="bare link" onClick={() => showListing(!isListing)}>
          {isListing ? 'As in the paper' : 'All details'}
        </button>
      </Algorithm>
    </>
  );
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
