/** What happened in the lane at hand: a list to filter, to scroll through and to go to, newest first. */

import { useState } from 'react';
import { useView } from '../page/view-store';
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
  const isPlaying = useScene((state) => state.state === 'playing');
  const [asked, setAsked] = useState<EventChoice>(DROPS_AND_MARKS);
  const choice = fitting(asked, lane);
  const saved = (of: readonly LaneRun[]) => async (watch: SaveWatch) =>
    (await import('./saved-events')).eventsTable({ lanes: of, choice, actions }, watch);
  return (
    <section className="stack events" aria-label="Events">
      <div className="row row--tight row--spread">
        <h3 className="heading">
          Events{lanes.length > 1 && <span className="visually-hidden"> of {lane.name}</span>}
        </h3>
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
      </div>
      <EventFilters choice={choice} run={lane.run} onChoose={setAsked} />
      <EventList lane={lane} actions={actions} choice={choice} isPlaying={isPlaying} />
    </section>
  );
}

/** A filter of the scene before may name a flow, a class or a reason that this one does not have. */
function fitting(choice: EventChoice, { run }: LaneRun): EventChoice {
  const { who, reason } = choice;
  const isKnown =
    who.kind === 'all' ||
    (who.kind === 'class' ? run.facts.classes.includes(who.name) : who.row < run.facts.flows.length);
  const isGiven = reason === undefined || run.about.reasons.includes(reason);
  if (isKnown && isGiven) return choice;
  return { ...choice, who: isKnown ? who : { kind: 'all' }, reason: isGiven ? reason : undefined };
}
