/** One lane on the page: title with live numbers, picture, and a description in words. */

import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { ConfidenceBadge } from '../../ui/ConfidenceBadge';
import { Hint } from '../../ui/Hint';
import { Term } from '../../ui/Term';
import { SCRIPT } from '../border/scenario';
import { focusLane, toggleSolo, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import type { Ruler } from '../run/ruler';
import type { SceneActions } from '../scene/scene-store';
import { LaneStage, type Parts } from './lane-stage';
import { laneFacts } from './stage-facts';
import type { Company } from './stage-layout';

/** A name longer than this is shown in a smaller size if the column is narrow [characters]. */
const LONG_NAME = 20;

/** Renders elements on top of the picture of a lane. `ruler` is the current geometry of the ruler. */
export type OnRuler = (lane: LaneRun, ruler: () => Ruler | undefined) => ReactNode;

interface LaneViewProps {
  readonly lane: LaneRun;
  readonly company: Company;
  /** Length of the longest name among all lanes of the scene [characters]. It is 0 with a single lane. */
  readonly nameLength: number;
  readonly actions: Pick<SceneActions, 'goToDecision'>;
  /**
   * True on the full stage: the numbers of the lane have explanations, and a click on the lane's name shows the lane
   * alone. If false, the numbers have no explanations, and a click on the name selects the lane for the explanation of
   * decisions.
   */
  readonly isFull?: boolean;
  /** Content at the end of the title line. */
  readonly beside?: ReactNode;
  /** Renders elements on the ruler below the queue. */
  readonly onRuler?: OnRuler | undefined;
  /** Content below the picture. */
  readonly children: ReactNode;
}

export function LaneView({
  lane,
  company,
  nameLength,
  actions,
  isFull = true,
  beside,
  onRuler,
  children,
}: LaneViewProps) {
  const { index, run } = lane;
  const parts: Parts = {
    ground: useRef(null),
    canvas: useRef(null),
    facts: useRef(null),
    tip: useRef(null),
    spoken: useRef(null),
    description: useRef(null),
  };
  const stage = useMemo(
    () => new LaneStage(run, index, (of, serial) => actions.goToDecision(of, serial)),
    [run, index, actions],
  );
  // The elements in `parts` stay the same as long as the stage exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs never change
  useEffect(() => stage.mount(parts), [stage]);
  // React may have replaced the elements that contain the numbers. The next frame fills the new elements.
  useEffect(() => stage.renewWords());
  useEffect(() => stage.keepCompany(company), [stage, company]);

  const isFocused = useView((state) => state.focusedLane) === index;
  const isOneOfMany = nameLength > 0;
  /** True if the other lanes are hidden. */
  const isAlone = isOneOfMany && company.lanes === 1;
  const name = isOneOfMany ? lane.name : run.about.name;
  const descriptionId = `stage-description-${index}`;
  return (
    <div
      className="column gap-2 stage-lane"
      data-lane={isOneOfMany ? index : undefined}
      data-focused={isOneOfMany && !isAlone && isFocused ? '' : undefined}
    >
      <header className="row stage-title">
        {/* The numbers of all lanes are aligned in columns. */}
        <h2
          data-long={nameLength > LONG_NAME}
          style={isOneOfMany ? ({ '--name-width': `${0.62 * nameLength + 2.2}em` } as CSSProperties) : undefined}
        >
          {isOneOfMany ? (
            <button
              type="button"
              className="bare stage-name"
              aria-pressed={isFull ? isAlone : isFocused}
              title={nameTitle(isFull, isAlone, index)}
              onClick={() => (isFull || isAlone ? toggleSolo(index) : focusLane(index))}
            >
              <span className="stage-swatch" aria-hidden="true">
                {index + 1}
              </span>
              {name}
            </button>
          ) : (
            name
          )}
        </h2>
        {run.about.confidence === 'low' && run.about.id !== SCRIPT && (
          <span className="stage-confidence">
            {isFull ? (
              <Hint note={run.about.confidence_note}>
                <ConfidenceBadge confidence="low" />
              </Hint>
            ) : (
              <ConfidenceBadge confidence="low" />
            )}
          </span>
        )}
        <p className="row soft stage-facts" ref={parts.facts}>
          {laneFacts(run).map(({ id, label, says }) => (
            <span key={id} className={`unbroken stage-fact-${id}`} title={says && `${label}: ${says}`}>
              {isFull ? <Term of={id}>{label}</Term> : label} <b className="clear strong" data-fact={id} />{' '}
              {says !== undefined && <small>{says}</small>}
            </span>
          ))}
        </p>
        {beside}
      </header>
      <div
        className="stage-ground"
        data-keep-clear=""
        ref={parts.ground}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: from here the arrow keys select packets
        tabIndex={0}
        aria-label={`The queue of ${name}. The left and right keys visit waiting packets, the down key visits dropped packets; Enter goes to the drop.`}
        aria-describedby={descriptionId}
        onKeyDown={stage.onKeyDown}
        onFocus={stage.onFocus}
        onBlur={stage.onBlur}
        onClick={stage.onClick}
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={stage.onPointerMove}
        onPointerDown={stage.onPointerDown}
        onPointerLeave={stage.onPointerLeave}
      >
        <canvas className="cover" ref={parts.canvas} />
        <div className="bubble unbroken stage-tip" ref={parts.tip} hidden aria-hidden="true" />
        {onRuler?.(lane, stage.ruler)}
      </div>
      <div className="stage-under">{children}</div>
      <p className="visually-hidden" id={descriptionId} ref={parts.description} aria-live="off" />
      <p className="visually-hidden" ref={parts.spoken} aria-live="polite" />
    </div>
  );
}

function nameTitle(isFull: boolean, isAlone: boolean, index: number): string {
  if (isAlone) return 'Show all lanes';
  return isFull ? `Show this lane alone (key ${index + 1})` : `Explain this lane (press ${index + 1} to show it alone)`;
}
