/** The live plots: one shared time axis, one shared cursor. React draws the frame; the frame loop fills it. */

import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onFrame } from '../../run/frame-loop';
import type { RunBuffer } from '../../run/run-buffer';
import { setCursor, setHoveredFlow, viewStore } from '../../store/view-store';
import { flowAt } from './flows-plot';
import { interventionNear, interventionWords } from './interventions';
import { PlotBoard } from './plot-board';
import { xToTime } from './plot-display';
import { type PlotId, type PlotTable, plotTable } from './plot-table';
import './plots.css';
import { throughputUnit } from './throughput-plot';

export function PlotsPanel({ run }: { readonly run: RunBuffer }) {
  useSyncExternalStore(run.subscribe, run.coarseSnapshot);
  const [board, setBoard] = useState(() => makeBoard(run));
  if (board.run !== run) setBoard(makeBoard(run));
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

  const unit = throughputUnit(run);
  const count = run.facts.flows.length;
  const measured_s = run.facts.scenario.measured_from_s;
  const since = measured_s > 0 ? `since ${measured_s} s` : 'since the start';
  const canMark =
    run.facts.params.ecn !== false &&
    run.about.reasons.some((id) => run.catalog.reasons.find((reason) => reason.id === id)?.is_mark);
  return (
    <section className="plots" aria-label="Plots">
      <h2 className="visually-hidden">Plots</h2>
      <PlotFigure
        board={board}
        id="throughput"
        title="Throughput by class"
        unit={unit}
        help="Moving mean of what leaves the bottleneck, per class. Dashed: the fair share."
      >
        <button
          type="button"
          className="plot-button"
          aria-pressed={isLogarithmic}
          title="Logarithmic axis: shows the fair share and the whole link in one picture"
          onClick={() => setLogarithmic(!isLogarithmic)}
        >
          log<span className="visually-hidden">arithmic scale</span>
        </button>
      </PlotFigure>
      <PlotFigure
        board={board}
        id="fairness"
        title="Jain fairness"
        unit="0–1"
        help={`Jain's fairness index over the flows, ${since}. 1: all flows get the same.`}
      />
      <PlotFigure
        board={board}
        id="queue"
        title="Queue"
        unit="packets"
        help="Bold: the discipline's own average. Thin: what waits. Dashed: thresholds."
      />
      <PlotFigure
        board={board}
        id="drops"
        title={canMark ? 'Drops and marks by reason' : 'Drops by reason'}
        unit="packets/s"
        help="How many packets die a second, and why."
      />
      <PlotFigure
        board={board}
        id="flows"
        title="Throughput per flow"
        unit={`${unit} ${since}, ${count} ${count === 1 ? 'flow' : 'flows'}`}
        help="One dot a flow. Dashed: the fair share. Triangles are beyond the axis."
      />
    </section>
  );
}

interface FigureProps {
  readonly board: PlotBoard;
  readonly id: PlotId;
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly children?: React.ReactNode;
}

function PlotFigure({ board, id, title, unit, help, children }: FigureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const aside = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
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

  const point = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const display = board.displayOf(id);
    if (display === undefined) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    if (id === 'flows') {
      setHoveredFlow(flowAt(board.run, display, x));
      return;
    }
    const { region } = display.axes;
    const time_s = Math.min(xToTime(region, board.end_s, x), board.run.latest.scalars.now_s);
    setCursor(time_s);
    // A flag is hit within a few pixels on either side.
    const reach_s = (FLAG_REACH / (region.right - region.left)) * board.end_s;
    showTip(tip.current, interventionNear(board.run, xToTime(region, board.end_s, x), reach_s), board.run, x);
  };
  const leave = (): void => {
    if (id === 'flows') setHoveredFlow(undefined);
    else setCursor(undefined);
    showTip(tip.current, undefined, board.run, 0);
  };
  const press = (event: ReactKeyboardEvent<HTMLDivElement>): void => {
    if (!moveByKey(board, id, event)) return;
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
        <button
          type="button"
          className="plot-button"
          aria-expanded={isTable}
          aria-controls={`${names}-table`}
          title="The same as numbers"
          onClick={() => setTable(!isTable)}
        >
          <TableIcon />
          <span className="visually-hidden">{title} as a table</span>
        </button>
      </figcaption>
      <div className="plot-body">
        <div
          className="plot-surface"
          ref={surface}
          role="slider"
          tabIndex={0}
          aria-label={id === 'flows' ? `${title}: choose a flow` : `${title}: choose an instant`}
          aria-valuemin={0}
          aria-valuemax={0}
          aria-valuenow={0}
          aria-valuetext="No data yet"
          onPointerMove={point}
          onPointerDown={point}
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
        <div id={`${names}-table`} hidden={!isTable}>
          {isTable && <TableOf board={board} id={id} title={title} />}
        </div>
      </div>
    </figure>
  );
}

/** The numbers of a plot, brought up to date once a second while they are open. */
function TableOf({ board, id, title }: { readonly board: PlotBoard; readonly id: PlotId; readonly title: string }) {
  const [table, setTable] = useState<PlotTable>(() => plotTable(id, board.run, board.settledEnd_s));
  useEffect(() => {
    let made_ms = 0;
    let version = -1;
    return onFrame('model', (now_ms) => {
      if (now_ms - made_ms < TABLE_MS || version === board.run.version) return;
      made_ms = now_ms;
      version = board.run.version;
      setTable(plotTable(id, board.run, board.settledEnd_s));
    });
  }, [board, id]);
  return (
    // Scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className="plot-table" tabIndex={0} aria-label={`${title}: numbers`}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, place) => (
                <td key={table.columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const TABLE_MS = 1000;
const FLAG_REACH = 7;

function makeBoard(run: RunBuffer): PlotBoard {
  return new PlotBoard(run, () => {
    const { theme, cursor_s, hoveredFlow, prefersReducedMotion } = viewStore.getState();
    return { theme, cursor_s, flow: hoveredFlow, isStill: prefersReducedMotion };
  });
}

/** Moves the cursor or the chosen flow; false if the key means nothing here. */
function moveByKey(board: PlotBoard, id: PlotId, event: ReactKeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const stride = event.shiftKey ? 10 : 1;
  if (id === 'flows') {
    const last = board.run.facts.flows.length - 1;
    const flow = viewStore.getState().hoveredFlow;
    const next = nextValue(event.key, flow ?? 0, flow === undefined ? 0 : stride, 0, last);
    if (next === undefined) return false;
    setHoveredFlow(next === 'none' ? undefined : next);
    return true;
  }
  const { now_s } = board.run.latest.scalars;
  const cursor_s = viewStore.getState().cursor_s ?? now_s;
  const next = nextValue(event.key, cursor_s, (stride * board.settledEnd_s) / 100, 0, now_s);
  if (next === undefined) return false;
  setCursor(next === 'none' ? undefined : next);
  return true;
}

function nextValue(key: string, value: number, step: number, least: number, most: number): number | 'none' | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(least, value - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(most, value + step);
    case 'Home':
      return least;
    case 'End':
      return most;
    case 'Escape':
      return 'none';
    default:
      return undefined;
  }
}

function showTip(tip: HTMLElement | null, index: number | undefined, run: RunBuffer, x: number): void {
  if (tip === null) return;
  tip.hidden = index === undefined;
  if (index === undefined) return;
  tip.textContent = interventionWords(run, index);
  const width = tip.offsetWidth;
  const room = tip.parentElement?.clientWidth ?? width;
  tip.style.left = `${Math.max(0, Math.min(room - width, x - width / 2))}px`;
}

function TableIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d="M2 3h12v10H2zM2 6.5h12M2 9.75h12M6.5 3v10" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  );
}
