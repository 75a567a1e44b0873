/**
 * The introduction: labels on the queue, the latest events in plain words, the greedy flow's rate before and after the
 * queue, and two things to try. Its text is beside the stage or over empty parts of it, and covers no control.
 */

import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { formatMegabits } from '../../base/format';
import { reasonInk } from '../../base/palette';
import { showLessons } from '../../core/lesson/lesson-list-store';
import { onFrame } from '../../core/run/frame-loop';
import { DEFAULT_PACE, PACES } from '../../core/run/playback';
import type { RunBuffer } from '../../core/run/run-buffer';
import { useRun } from '../../core/run/use-run';
import { type SceneActions, sceneStore, useScene } from '../../core/scene/scene-store';
import { FIRST_SCENE } from '../../core/session/first-scene';
import { useLeaveByUse } from './leave-by-use';
import { QueueNotes } from './QueueNotes';
import { type Happening, happeningOf } from './what-happened';
import './first-minute.css';

type Actions = Pick<SceneActions, 'change' | 'switchDiscipline' | 'setPace' | 'togglePlay' | 'openPreset'>;

interface Props {
  readonly run: RunBuffer;
  readonly actions: Actions;
}

/**
 * Path of the greedy flow's rate in the scene. The greedy flow, which does not slow down, is the scene's first flow.
 */
const RATE = 'flows.0.rate_bps';
const MODEL_1 = 'choked-model1';

export function FirstMinute({ run, actions }: Props) {
  useLeaveByUse();
  useRun(run);
  const lesson = useScene((state) => state.preset?.lesson);
  const { scenario, aqm } = run.facts;
  const usual = scenario.flows[0]?.rate_bps ?? 0;
  const changed = scenario.interventions.findLast(({ path }) => path === RATE)?.value;
  const sends = typeof changed === 'number' ? changed : usual;
  const isFaster = sends > usual;
  /** The bars end at twice the usual rate, so that doubling the rate with the button does not change the scale. */
  const most = Math.max(sends, 2 * usual);
  const isRed = aqm === 'red';
  /** The greedy flow's throughput just before the user's last action [bit/s]. */
  const [before, setBefore] = useState<number>();
  /** The time of the last change of the greedy flow's rate, and the bytes that each flow had received by this time. */
  const [change, setChange] = useState<Change>();

  /** Makes a change and plays at the default speed, since its effect takes some simulated seconds to appear. */
  const tryIt = (act: () => void): void => {
    setBefore(run.latest.flows.recent_bps[0]);
    act();
    actions.setPace(DEFAULT_PACE);
    if (sceneStore.getState().state !== 'playing') actions.togglePlay();
  };

  return (
    <section className="first-minute stack gap-4" aria-label="The first minute">
      <QueueNotes run={run} />
      <div className="first-minute__report">
        <WhatHappened run={run} lesson={isRed ? LESSON_OF_RED : lesson} />
        <Shares {...{ run, sends, most, before, change }} />
      </div>
      <div className="first-minute__tries row gap-3">
        <button
          type="button"
          className="button button--accent first-minute__try"
          onClick={() =>
            tryIt(() => {
              const { scalars, flows } = run.latest;
              setChange({ at_s: scalars.now_s, received_bytes: Float64Array.from(flows.received_bytes) });
              void actions.change(RATE, isFaster ? usual : 2 * usual);
            })
          }
        >
          {isFaster ? 'Slow the greedy flow down again' : 'Make the greedy flow twice as fast'}
        </button>
        <button
          type="button"
          className="button first-minute__try"
          onClick={() =>
            tryIt(() => {
              // The new discipline is simulated from the start of the scene. The byte counts stored at the last change
              // belong to the previous discipline's run, so they are discarded.
              setChange(undefined);
              actions.switchDiscipline(isRed ? 'choke' : 'red');
            })
          }
        >
          {isRed ? 'Let CHOKe decide again' : 'Let plain RED decide instead'}
        </button>
        <button type="button" className="button first-minute__try" onClick={() => actions.openPreset(MODEL_1)}>
          The thesis’s Model 1
        </button>
        <button type="button" className="button button--quiet first-minute__try" onClick={showLessons}>
          Learn it in a lesson
        </button>
        <PaceBack onPace={actions.setPace.bind(actions)} />
      </div>
    </section>
  );
}

const LESSON_OF_RED =
  'RED looks at the queue’s length, not at its flows: the flow that does not slow down takes the link.';

/** A button that returns to the initial speed, at which single decisions can be seen. */
function PaceBack({ onPace }: { onPace: (pace: number) => void }) {
  const pace = useScene((state) => state.pace);
  if (pace === FIRST_SCENE.pace) return null;
  return (
    <button type="button" className="button button--quiet first-minute__try" onClick={() => onPace(FIRST_SCENE.pace)}>
      Packet by packet again
    </button>
  );
}

/**
 * Shows the last decision while the speed is low enough to read it, otherwise the totals. The frame loop writes the
 * text.
 */
function WhatHappened({ run, lesson }: { run: RunBuffer; lesson: string | undefined }) {
  const root = useRef<HTMLDivElement>(null);
  const what = useRef<HTMLParagraphElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    let shown: unknown;
    return onFrame('paint', () => {
      const { state, pace } = sceneStore.getState();
      const isFollowed = state !== 'playing' || PACES[pace]?.pace.kind === 'decisions';
      const { decision } = run;
      const now = isFollowed ? decision : undefined;
      if (now === shown || root.current === null || what.current === null || why.current === null) return;
      shown = now;
      const happening = now === undefined ? undefined : happeningOf(now, run.isUnresponsive(now.flow), run.catalog);
      if (happening === undefined) root.current.style.removeProperty('--family');
      else root.current.style.setProperty('--family', `var(--${inkOf(happening.family)})`);
      what.current.textContent =
        happening === undefined ? 'Too fast to follow each packet' : `${SIGNS[happening.family]} ${happening.what}`;
      why.current.textContent = happening?.why ?? 'The bars show the effect of all decisions.';
    });
  }, [run]);
  return (
    <div className="happening stack gap-1" ref={root}>
      <p className="happening__what kept-line" ref={what} />
      <p className="happening__why soft" ref={why} />
      <p className="happening__lesson">{lesson}</p>
    </div>
  );
}

/** Legend glyphs, so that colour is not the only cue. */
const SIGNS = { admitted: '→', match: '✕', early: '◇', forced: '▲', overflow: '▬', penalty: '✕', mark: '⚑' } as const;

/** The colour of an event. An admitted packet has the colour of responsive flows. */
function inkOf(family: Happening['family']): string {
  return family === 'admitted' ? 'responsive' : reasonInk(family);
}

const ORANGE = { '--of': 'var(--unresponsive)' } as CSSProperties;
const BLUE = { '--of': 'var(--responsive)' } as CSSProperties;

interface SharesProps {
  readonly run: RunBuffer;
  readonly sends: number;
  /** Rate at the full length of the bars [bit/s]. */
  readonly most: number;
  readonly before: number | undefined;
  readonly change: Change | undefined;
}

interface Change {
  readonly at_s: number;
  readonly received_bytes: Float64Array;
}

/** The time over which the throughput is averaged [s]. */
const WINDOW_S = 10;
/** Shortest time over which a mean is shown [s]. */
const LEAST_S = 0.5;

/**
 * Rates as bars on one scale: the rate at which the greedy flow sends, its rate on the link, and another flow's rate on
 * the link.
 */
function Shares({ run, sends, most, before, change }: SharesProps) {
  const { flows } = run.facts;
  const fair = run.facts.scenario.bottleneck.capacity_bps / flows.length;
  const gets = useRef<HTMLDivElement>(null);
  const others = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = -1;
    return onFrame('paint', () => {
      if (run.version === shown) return;
      shown = run.version;
      const { scalars, flows: now } = run.latest;
      const since_s = change === undefined ? WINDOW_S : scalars.now_s - change.at_s;
      const isSinceChange = change !== undefined && since_s >= LEAST_S && since_s < WINDOW_S;
      const rate = (row: number): number =>
        isSinceChange
          ? (8 * ((now.received_bytes[row] ?? 0) - (change.received_bytes[row] ?? 0))) / since_s
          : (now.recent_bps[row] ?? 0);
      let rest = 0;
      for (let row = 1; row < now.recent_bps.length; row += 1) rest += rate(row);
      write(gets, rate(0), most);
      write(others, rest / Math.max(1, now.recent_bps.length - 1), most);
      if (over.current !== null)
        over.current.textContent = isSinceChange ? 'mean since the change' : `mean of the last ${WINDOW_S} s`;
    });
  }, [run, most, change]);
  return (
    <div
      className="shares"
      ref={(list) => {
        list?.style.setProperty('--fair', `${(100 * fair) / most}%`);
        list?.style.setProperty('--sent', `${(100 * sends) / most}%`);
      }}
    >
      <dl>
        <div className="shares__row" style={ORANGE}>
          <dt>
            The orange flow <span aria-hidden="true">◆</span> sends
          </dt>
          <dd className="shares__all">
            <Track />
            <span className="shares__value strong unbroken">{formatMegabits(sends, 2)}</span>
          </dd>
        </div>
        <div className="shares__row" style={ORANGE}>
          <dt>
            and gets through
            {before !== undefined && <span className="soft"> · was {formatMegabits(before, 2)}</span>}
          </dt>
          <dd ref={gets}>
            <Track />
            <span className="shares__value strong unbroken" />
          </dd>
        </div>
        <div className="shares__row" style={BLUE}>
          <dt>A blue flow gets, on average</dt>
          <dd ref={others}>
            <Track />
            <span className="shares__value strong unbroken" />
          </dd>
        </div>
      </dl>
      <p className="body soft">
        Through the link, <span ref={over}>mean of the last {WINDOW_S} s</span>. Dashed: the fair share,{' '}
        {formatMegabits(fair, 2)}.
      </p>
    </div>
  );
}

function Track() {
  return (
    <span className="shares__track" aria-hidden="true">
      <span className="shares__bar" />
    </span>
  );
}

function write(row: RefObject<HTMLDivElement | null>, rate_bps: number, most_bps: number): void {
  const value = row.current?.querySelector('.shares__value');
  if (row.current === null || value === null || value === undefined) return;
  row.current.style.setProperty('--part', `${Math.min(100, (100 * rate_bps) / most_bps).toFixed(1)}%`);
  value.textContent = formatMegabits(rate_bps, 2);
}
