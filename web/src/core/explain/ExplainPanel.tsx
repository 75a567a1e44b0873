/** The column that answers "why": the decision lens above, what happened below; on a narrow screen one at a time. */

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { NARROW, useMedia } from '../../ui/use-media';
import type { LaneRun } from '../run/lanes';
import { DecisionLens } from './DecisionLens';
import './explain.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  /** The list of events. */
  readonly children?: ReactNode;
}

const TABS = ['Decision', 'Events'] as const;

export function ExplainPanel({ lanes, children }: Props) {
  const isNarrow = useMedia(NARROW);
  const [shown, setShown] = useState<(typeof TABS)[number]>('Decision');
  const tabs = useRef<HTMLDivElement>(null);
  const ids = useId();
  const lens = <DecisionLens lanes={lanes} />;
  if (!isNarrow)
    return (
      <div className="explain-column">
        {lens}
        {children}
      </div>
    );

  const other = shown === 'Decision' ? 'Events' : 'Decision';
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    setShown(other);
    tabs.current?.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus();
  };
  return (
    <div className="explain-column">
      <div className="explain-tabs" role="tablist" aria-label="Explanation" ref={tabs} onKeyDown={press}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${ids}-${tab}`}
            data-tab={tab}
            aria-selected={tab === shown}
            aria-controls={`${ids}-${tab}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => setShown(tab)}
          >
            {tab}
          </button>
        ))}
      </div>
      {TABS.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`${ids}-${tab}-panel`}
          className="explain-tab"
          aria-labelledby={`${ids}-${tab}`}
          hidden={tab !== shown}
        >
          {tab === 'Decision' ? lens : children}
        </div>
      ))}
    </div>
  );
}
