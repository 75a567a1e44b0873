/** The live plots: one shared time axis, one shared cursor. React draws the frame; the frame loop fills it. */

import {
  lazy,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { TableButton } from '../../base/TableButton';
import { onFrame } from '../../run/frame-loop';
import type { LaneRun } from '../../run/lanes';
import type { SceneActions } from '../../store/scene-store';
import { focusLane, setCursor, setHoveredFlow, showBelow, useView, viewStore } from '../../store/view-store';
import { MANY_FLOWS } from './flow-places';
import { flowAt } from './flows-plot';
import { drawsCandidates, partAt, partsOf } from './hits-plot';
import { interventionNear, interventionWords } from './interventions';
import { PlotBoard } from './plot-board';
import { type PlotSource, xToTime } from './plot-display';
import { CutKey, GhostKey, ReferenceKey } from './plot-keys';
import { type PlotLanes, plotLanes } from './plot-lanes';
import type { PlotId } from './plot-table';
import { kindsShown, type PublishedMark } from './published';
import './plots.css';
import { nextValue } from './slider-keys';
import { throughputUnit } from './throughput-plot';
import { followsWindows } from './windows-plot';

const TableOfPlot = lazy(() => import('./TableOfPlot').then((module) => ({ default: module.TableOfPlot })));

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  /** Values from elsewhere that hold for the open scene. */
  readonly published?: readonly PublishedMark[] | undefined;
}

export function PlotsPanel({ lanes, actions, published }: Props) {
  useCoarse(lanes);
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const [board] = useState(() => makeBoard(lanes));
  board.published = published;
  board.showLanes(lanes);
  const [isLogarithmic, setLogarithmic] = useState(true);
  board.isLogarithmic = isLogarithmic;

  useEffect(() => {
    const leaveModel = onFrame('model', board.model);
    const leavePaint = onFrame('paint', board.paint);
    let isThere = true;
    document.fonts.ready.then(() => {
      if (isThere) board.refreshType();
    });
    return () => {
      isThere = false;
      leaveModel();
      leavePaint();
    };
  }, [board]);

  const shown = plotLanes(lanes, soloLane, focused, published);
  if (shown === undefined) return null;
  const { source } = shown.focus;
  const unit = throughputUnit(source);
  const count = source.facts.flows.length;
  const measured_s = source.facts.scenario.measured_from_s;
  const since = measured_s > 0 ? `since ${measured_s} s` : 'since the start';
  const canMark =
    source.facts.params.ecn !== false &&
    source.about.reasons.some((id) => source.catalog.reasons.find((reason) => reason.id === id)?.is_mark);
  const draws = shown.all.some((lane) => drawsCandidates(lane.source));
  const hasWindows = followsWindows(source);
  const common = { board, actions, lanes: shown };
  return (
    <section className="plots" aria-label="Plots" data-draws={draws} data-windows={hasWindows}>
      <h2 className="visually-hidden">Plots</h2>
      {hasWindows && (
        <PlotFigure
          {...common}
          id="windows"
          title="Congestion windows"
          unit="packets"
          help="How many packets a TCP flow lets be on their way. Dashed: its slow-start threshold."
        >
          <CutKey />
          {!shown.isSingle && <LaneChoice lanes={shown} />}
        </PlotFigure>
      )}
      <PlotFigure
        {...common}
        id="throughput"
        title={shown.isSingle ? 'Throughput by class' : 'Throughput'}
        unit={shown.isSingle ? unit : `${unit} · ${boldClass(source)}`}
        help="Moving mean of what leaves the bottleneck, per class. Dashed: the fair share."
        overlay={source.ghost === undefined ? undefined : <GhostKey onDismiss={() => actions.dismissGhost()} />}
      >
        <button
          type="button"
          className="small-button"
          aria-pressed={isLogarithmic}
          title="Logarithmic axis: shows the fair share and the whole link in one picture"
          onClick={() => setLogarithmic(!isLogarithmic)}
        >
          log<span className="visually-hidden">arithmic scale</span>
        </button>
      </PlotFigure>
      <PlotFigure
        {...common}
        id="fairness"
        title="Jain fairness"
        unit="0–1"
        help={`Jain's fairness index over the flows, ${since}. 1: all flows get the same.`}
      >
        <ReferenceKey kinds={kindsShown(shown)} />
      </PlotFigure>
      <PlotFigure
        {...common}
        id="queue"
        title="Queue"
        unit={shown.isSingle ? 'pkt' : 'avg pkt'}
        help="Bold: the discipline's own average. Thin: what waits. Dashed: thresholds."
      >
        <button
          type="button"
          className="small-button"
          title="How queue length and waiting time are distributed"
          onClick={() => showBelow('distributions')}
        >
          <BarsIcon />
          <span className="visually-hidden">distribution</span>
        </button>
      </PlotFigure>
      <PlotFigure
        {...common}
        id="drops"
        title={canMark ? 'Drops and marks by reason' : 'Drops by reason'}
        unit="packets/s"
        help="How many packets die a second, and why."
      >
        {!shown.isSingle && <LaneChoice lanes={shown} />}
      </PlotFigure>
      <PlotFigure
        {...common}
        id="flows"
        title="Throughput per flow"
        unit={`${unit} ${since}`}
        help={`${count < MANY_FLOWS ? 'One dot a flow' : 'A dot stands for several flows'}, ${count} in all. Dashed: the fair share. Triangles are beyond the axis.`}
      />
      {draws && (
        <PlotFigure
          {...common}
          id="hits"
          title="Where draws hit"
          unit="% of hits"
          help="At which places of the queue drawn packets were of the arrival's flow."
        />
      )}
    </section>
  );
}

/** Which class the bold lines are; the thin ones are the other. */
function boldClass({ facts: { classes } }: PlotSource): string {
  const bold = (classes.at(-1) ?? '').toUpperCase();
  return classes.length > 1 ? `bold ${bold}` : bold;
}

/** Which lane a plot of one lane shows: the one in focus. */
function LaneChoice({ lanes }: { readonly lanes: PlotLanes }) {
  return (
    <fieldset className="plot-lanes">
      <legend className="visually-hidden">Lane of this plot</legend>
      {lanes.all.map(({ index, name }) => (
        <button
          key={index}
          type="button"
          className="plot-lane"
          data-lane={index}
          aria-pressed={index === lanes.focus.index}
          title={name}
          onClick={() => focusLane(index)}
        >
          <span className="visually-hidden">{name}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Renders anew when what is known of any lane changes, never per frame. */
function useCoarse(lanes: readonly LaneRun[]): void {
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = lanes.map(({ run }) => run.subscribe(listener));
      return () => {
        for (const leave of leaves) leave();
      };
    },
    [lanes],
  );
  useSyncExternalStore(subscribe, () => lanes.reduce((total, { run }) => total + run.coarseSnapshot(), 0));
}

interface FigureProps {
  readonly board: PlotBoard;
  readonly actions: SceneActions;
  readonly lanes: PlotLanes;
  readonly id: PlotId;
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly children?: React.ReactNode;
  /** Lies over the plot. */
  readonly overlay?: React.ReactNode;
}

function PlotFigure({ board, actions, lanes, id, title, unit, help, children, overlay }: FigureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const aside = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ readonly id: number; readonly x: number; readonly y: number } | undefined>(undefined);
  const [isTable, setTable] = useState(false);
  const names = useId();

  useEffect(() => {
    if (surface.current === null || still.current === null || moving.current === null || aside.current === null)
      return undefined;
    return board.attach(id, {
      surface: surface.current,
      still: still.current,
      moving: moving.current,
      aside: aside.current,
    });
  }, [board, id]);

  const isTime = id !== 'flows' && id !== 'hits';
  const { source } = lanes.focus;
  const point = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const display = board.displayOf(id);
    if (display === undefined) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    if (id === 'flows') {
      const flows = board.flowsDisplay();
      if (flows !== undefined) setHoveredFlow(flowAt(flows, x, event.clientY - box.top));
      return;
    }
    if (id === 'hits') {
      board.part = partAt(source, display, x);
      return;
    }
    const { region } = display.axes;
    setCursor(Math.min(xToTime(region, board.end_s, x), board.furthest_s));
    // A flag is hit within a few pixels on either side.
    const reach_s = (FLAG_REACH / (region.right - region.left)) * board.end_s;
    showTip(tip.current, interventionNear(source, xToTime(region, board.end_s, x), reach_s), source, x);
  };
  const leave = (): void => {
    if (id === 'flows') setHoveredFlow(undefined);
    else if (id === 'hits') board.part = undefined;
    else setCursor(undefined);
    showTip(tip.current, undefined, source, 0);
  };
  /** To the instant that the plots show. */
  const goToCursor = (): boolean => {
    const { cursor_s } = viewStore.getState();
    if (!isTime || cursor_s === undefined) return false;
    actions.seek(board.instantAt(cursor_s));
    return true;
  };
  const lift = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const from = pressed.current;
    pressed.current = undefined;
    if (from === undefined || from.id !== event.pointerId) return;
    // A drag looks along the lines; only a tap or a click goes somewhere.
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= TAP_REACH) goToCursor();
  };
  const press = (event: ReactKeyboardEvent<HTMLDivElement>): void => {
    const isDone = event.key === 'Enter' && !event.repeat ? goToCursor() : moveByKey(board, id, source, event);
    if (!isDone) return;
    // The page's own keys (arrows step the run) do not apply here.
    event.preventDefault();
    event.stopPropagation();
    board.tell(id);
  };

  return (
    <figure className="plot" data-plot={id} aria-labelledby={`${names}-title`}>
      <figcaption className="plot-head">
        <h3 id={`${names}-title`} title={help}>
          {title} <small>{unit}</small>
        </h3>
        <span className="plot-aside" ref={aside} />
        {children}
        <TableButton title={title} controls={`${names}-table`} isTable={isTable} setTable={setTable} />
      </figcaption>
      <div className="plot-body">
        <div
          className="plot-surface"
          ref={surface}
          role="slider"
          tabIndex={0}
          aria-label={`${title}: ${CHOOSE[id] ?? 'choose an instant'}`}
          aria-describedby={isTime ? `${names}-go` : undefined}
          title={isTime ? 'Click: go to this moment' : undefined}
          data-goes={isTime}
          aria-valuemin={0}
          aria-valuemax={0}
          aria-valuenow={0}
          aria-valuetext="No data yet"
          onPointerMove={point}
          onPointerDown={(event) => {
            point(event);
            pressed.current =
              event.isPrimary && event.button === 0
                ? { id: event.pointerId, x: event.clientX, y: event.clientY }
                : undefined;
          }}
          onPointerUp={lift}
          onPointerCancel={() => {
            // A finger that scrolls the page.
            pressed.current = undefined;
          }}
          onPointerLeave={(event) => {
            // A finger that was lifted leaves what it pointed at, until another place is touched.
            if (event.pointerType !== 'touch') leave();
          }}
          onFocus={() => board.tell(id)}
          onBlur={leave}
          onKeyDown={press}
        >
          <canvas className="plot-layer" ref={still} />
          <canvas className="plot-layer" ref={moving} />
          <div className="plot-tip" ref={tip} hidden />
        </div>
        {isTime && (
          <span id={`${names}-go`} hidden>
            Enter goes to this moment.
          </span>
        )}
        {overlay}
        <div id={`${names}-table`} hidden={!isTable}>
          {isTable && (
            <Suspense fallback={null}>
              <TableOfPlot board={board} id={id} title={title} />
            </Suspense>
          )}
        </div>
      </div>
    </figure>
  );
}

const FLAG_REACH = 7;
/** How far a pointer may move between press and release and still choose a place [px]. */
const TAP_REACH = 6;
/** What the sliders that do not go over time choose. */
const CHOOSE: Partial<Record<PlotId, string>> = { flows: 'choose a flow', hits: 'choose a part of the queue' };

function makeBoard(lanes: readonly LaneRun[]): PlotBoard {
  return new PlotBoard(lanes, () => {
    const { theme, cursor_s, hoveredFlow, prefersReducedMotion, focusedLane, soloLane } = viewStore.getState();
    return { theme, cursor_s, flow: hoveredFlow, isStill: prefersReducedMotion, focusedLane, soloLane };
  });
}

/** Moves the cursor, the chosen flow or the chosen part of the queue; false if the key means nothing here. */
function moveByKey(board: PlotBoard, id: PlotId, source: PlotSource, event: ReactKeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const stride = event.shiftKey ? 10 : 1;
  if (id === 'flows' || id === 'hits') {
    const last = (id === 'flows' ? source.facts.flows.length : partsOf(source)) - 1;
    const chosen = id === 'flows' ? viewStore.getState().hoveredFlow : board.part;
    const next = nextValue(event.key, chosen ?? 0, chosen === undefined ? 0 : stride, 0, last);
    if (next === undefined) return false;
    const place = next === 'none' ? undefined : next;
    if (id === 'flows') setHoveredFlow(place);
    else board.part = place;
    return true;
  }
  const { furthest_s } = board;
  const cursor_s = viewStore.getState().cursor_s ?? source.latest.scalars.now_s;
  const next = nextValue(event.key, cursor_s, (stride * board.settledEnd_s) / 100, 0, furthest_s);
  if (next === undefined) return false;
  setCursor(next === 'none' ? undefined : next);
  return true;
}

function showTip(tip: HTMLElement | null, index: number | undefined, source: PlotSource, x: number): void {
  if (tip === null) return;
  tip.hidden = index === undefined;
  if (index === undefined) return;
  tip.textContent = interventionWords(source, index);
  const width = tip.offsetWidth;
  const room = tip.parentElement?.clientWidth ?? width;
  tip.style.left = `${Math.max(0, Math.min(room - width, x - width / 2))}px`;
}

function BarsIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M3 14V9M6.3 14V5M9.6 14V2M13 14V7" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
