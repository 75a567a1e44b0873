/**
 * The events of the explained lane, newest first. The list can be filtered and collapsed. Choosing a row goes to the
 * time of its event.
 */

import { useEffect, useRef, useState } from 'react';
import { NARROW, useMedia } from '../../ui/use-media';
import { useLesson } from '../lesson/lesson-store';
import { showEvents, useView } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import { focusedLane, type LaneRun } from '../run/lanes';
import { useRun } from '../run/use-run';
import { SaveMenu } from '../save/SaveMenu';
import type { SaveWatch } from '../save/saved-table';
import { type SceneActions, useScene } from '../scene/scene-store';
import { EventFilters, EverythingSwitch } from './EventFilters';
import { EventList } from './EventList';
import { DROPS_AND_MARKS, type EventChoice } from './event-rows';
import './events.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function EventsPanel({ lanes, actions }: Props) {
  const lane = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useRun(lane.run);
  const isPointedAt = useLesson(({ points }) => points.includes('events'));
  const isChosen = useView((state) => state.areEventsOpen);
  const isNarrow = useMedia(NARROW);
  const isOpen = isNarrow || isPointedAt || isChosen;
  const isPlaying = useScene((state) => state.state === 'playing');
  const [asked, setAsked] = useState<EventChoice>(DROPS_AND_MARKS);
  const choice = fitting(asked, lane);
  const saved = (of: readonly LaneRun[]) => async (watch: SaveWatch) =>
    (await import('./saved-events')).eventsTable({ lanes: of, choice, actions }, watch);
  return (
    <section className="stack events" aria-label="Events" data-open={isOpen || undefined}>
      <div className={`row row--tight explain-head${isOpen ? ' row--spread' : ''}`}>
        <h3 className="heading">
          {isNarrow ? (
            'Events'
          ) : (
            <button type="button" className="bare" aria-expanded={isOpen} onClick={() => showEvents(!isChosen)}>
              <span aria-hidden="true">{isOpen ? '▾' : '▸'} </span>
              Events
            </button>
          )}
          {lanes.length > 1 && <span className="visually-hidden"> of {lane.name}</span>}
        </h3>
        {isOpen ? (
          <>
            <EverythingSwitch choice={choice} onChoose={setAsked} />
            <SaveMenu
              title="Events up to now"
              table={
                lanes.length === 1
                  ? saved(lanes)
                  : [
                      { title: lane.name, make: saved([lane]) },
                      { title: 'All lanes', make: saved(lanes) },
                    ]
              }
            />
          </>
        ) : (
          <LossCount lane={lane} />
        )}
      </div>
      {isOpen && (
        <>
          <EventFilters choice={choice} run={lane.run} onChoose={setAsked} />
          <EventList lane={lane} actions={actions} choice={choice} isPlaying={isPlaying} />
        </>
      )}
    </section>
  );
}

/** Number of packets dropped or marked up to the current simulated time. */
function LossCount({ lane }: { readonly lane: LaneRun }) {
  const count = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      onFrame('model', () => {
        const { dropped, marked } = lane.run.latest.scalars;
        const words = marked > 0 ? `${dropped} dropped, ${marked} marked` : `${dropped} dropped`;
        if (count.current !== null && count.current.textContent !== words) count.current.textContent = words;
      }),
    [lane],
  );
  return <span className="small soft" ref={count} />;
}

/** The filter, minus any flow, class or reason that does not occur in the current scene. */
function fitting(choice: EventChoice, { run }: LaneRun): EventChoice {
  const { who, reason } = choice;
  const isKnown =
    who.kind === 'all' ||
    (who.kind === 'class' ? run.facts.classes.includes(who.name) : who.row < run.facts.flows.length);
  const isGiven = reason === undefined || run.about.reasons.includes(reason);
  if (isKnown && isGiven) return choice;
  return { ...choice, who: isKnown ? who : { kind: 'all' }, reason: isGiven ? reason : undefined };
}
