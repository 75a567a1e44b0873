/**
 * A plot on the page: title, canvases, slider and table. React renders the elements. The plot board paints the
 * canvases.
 */

import {
  type CSSProperties,
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { onDemand } from '../../ui/on-demand';
import { Terms } from '../../ui/Terms';
import { setCursor, setHoveredFlow, setSeedBands, useView } from '../page/view-store';
import type { LaneRun } from '../run/lanes';
import { SaveMenu, type Way } from '../save/SaveMenu';
import type { ControlsProps, PlotDefinition } from './definition';
import { interventionNear, interventionWords } from './interventions';
import type { PlotBoard } from './plot-board';
import { type PlotSource, xToTime } from './plot-display';
import { OTHER_SEEDS } from './seed-bands';
import { nextValue } from './slider-keys';
import { useTimeBrush } from './use-time-brush';

const PlotNumbers = onDemand('The table', async () => (await import('./PlotNumbers')).PlotNumbers, {
  isQuiet: true,
});

interface Props extends ControlsProps {
  readonly plot: PlotDefinition;
  readonly board: PlotBoard;
  readonly runs: readonly LaneRun[];
  /** Width [1/24 of the panel]. */
  readonly columns: number;
}

export function PlotFigure({ plot, board, runs, columns, ...controls }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const says = useRef<HTMLSpanElement>(null);
  const aside = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const brush = useTimeBrush(plot, board, surface, band);
  /** The value last chosen with the pointer, and the pointer's position on the screen at that time. */
  const pointed = useRef<{ readonly value: number | undefined; readonly x: number; readonly y: number }>(undefined);
  const [isTable, setTable] = useState(false);
  const names = useId();
  const hasBands = useView((state) => state.hasSeedBands);

  useEffect(() => {
    if (surface.current === null || still.current === null || moving.current === null) return undefined;
    if (says.current === null || aside.current === null) return undefined;
    return board.attach(plot, {
      surface: surface.current,
      still: still.current,
      moving: moving.current,
      says: says.current,
      aside: aside.current,
    });
  }, [board, plot]);

  const { axis, Controls, Key } = plot;
  const { lanes, actions, scale } = controls;
  const { source } = lanes.focus;
  const title = plot.title(lanes);
  const isTime = axis.over === 'time';
  const choose = (value: number | undefined): void => {
    if (isTime) setCursor(value);
    else if (axis.over === 'flow') setHoveredFlow(value);
    else board.choosePart(plot, value);
  };
  // Browsers also send move events when the page scrolls under a resting mouse. They must not override a value that was
  // chosen with the keyboard.
  const point = (event: ReactPointerEvent<HTMLDivElement>): void => {
    const display = board.displayOf(plot);
    if (display === undefined) return;
    const { screenX, screenY } = event;
    if (event.type === 'pointermove' && pointed.current?.x === screenX && pointed.current.y === screenY) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const value = display.pick(x, event.clientY - box.top);
    pointed.current = { value, x: screenX, y: screenY };
    choose(value);
    if (!isTime) return;
    const { region } = display.axes;
    // The mark of a changed setting reacts to a pointer within a few pixels on either side.
    const reach_s = (FLAG_REACH / (region.right - region.left)) * board.shownSpan_s;
    showTip(tip.current, interventionNear(source, xToTime(region, board.timeAxis, x), reach_s), source, x);
  };
  /** Goes to the simulated time at the cursor of the plots. False if there is no cursor. */
  const goToCursor = (): boolean => {
    const cursor_s = board.chosenOn(plot);
    if (!isTime || cursor_s === undefined) return false;
    actions?.seek(board.instantAt(cursor_s));
    return true;
  };
  const lift = (event: ReactPointerEvent<HTMLDivElement>): void => {
    // Only a tap or a click changes the simulated time.
    if (isTime && !brush.lift(event)) goToCursor();
  };
  /** Moves the chosen value. False if the key has no effect on the plot. */
  const moveByKey = (event: ReactKeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const chosen = board.chosenOn(plot);
    const stride = event.shiftKey ? 10 : 1;
    const [least, last] = isTime ? board.cursorRange : [0, axis.count(lanes) - 1];
    if (last < 0) return false;
    const next = isTime
      ? nextValue(event.key, chosen ?? source.latest.scalars.now_s, (stride * board.settledSpan_s) / 100, least, last)
      : nextValue(event.key, chosen ?? 0, chosen === undefined ? 0 : stride, 0, last);
    if (next === undefined) return false;
    choose(next === 'none' ? undefined : next);
    return true;
  };
  const press = (event: ReactKeyboardEvent<HTMLDivElement>): void => {
    const isOfInterval = isTime && !event.ctrlKey && !event.metaKey && !event.altKey && brush.key(event);
    const isDone = isOfInterval || (event.key === 'Enter' && !event.repeat ? goToCursor() : moveByKey(event));
    if (!isDone) return;
    // While a plot has the focus, the arrow keys do not step the run.
    event.preventDefault();
    event.stopPropagation();
    board.updateText(plot);
  };

  const setLogarithmic = (isLogarithmic: boolean): void => controls.setScale({ ...scale, isLogarithmic });
  const ways: readonly Way[] = [
    { name: 'As a table', isOn: isTable, set: setTable },
    ...(plot.hasSeedBands && actions ? [{ name: OTHERS, isOn: hasBands, set: setSeedBands }] : []),
    ...(plot.hasLogarithm ? [{ name: 'Logarithmic axis', isOn: scale.isLogarithmic, set: setLogarithmic }] : []),
  ];
  const saved = actions && { plot, board, runs, lanes, actions, scale };

  return (
    <figure
      className="column plot"
      data-plot={plot.id}
      style={{ '--columns': columns } as CSSProperties}
      aria-labelledby={`${names}-title`}
    >
      <figcaption className="row plot-head">
        <h3 className="body strong one-line" id={`${names}-title`}>
          <Terms text={title} />
        </h3>
        {Controls !== undefined && <Controls {...controls} />}
        <SaveMenu
          title={title}
          ways={ways}
          {...(saved && {
            drawing: async (colours) => (await import('./save-plot')).drawingOfPlot(saved, colours),
            table: async () => (await import('./save-plot')).tableOfPlot(saved),
          })}
        />
        {/* The help text is here, because the title has none. */}
        <div className="small soft unbroken plot-says" title={plot.help(lanes)}>
          <span ref={says} />
          {Key !== undefined && <Key {...controls} />}
          {hasBands && plot.hasSeedBands && (
            <span className="one-line plot-band" title={BAND}>
              {lanes.bands?.words ?? `${OTHER_SEEDS} other seeds …`}
            </span>
          )}
          <span className="one-line plot-aside" ref={aside} />
        </div>
      </figcaption>
      <div className="plot-body">
        <div
          className="cover small plot-surface"
          ref={surface}
          role="slider"
          tabIndex={0}
          aria-label={`${title}: ${isTime ? 'choose a time' : axis.choose}`}
          aria-describedby={isTime ? `${names}-go` : undefined}
          title={isTime ? 'Click to go to this time. Drag to choose an interval' : undefined}
          data-goes={isTime}
          aria-valuemin={0}
          aria-valuemax={0}
          aria-valuenow={0}
          aria-valuetext="No data yet"
          onPointerMove={(event) => {
            point(event);
            if (isTime) brush.move(event);
          }}
          onPointerDown={(event) => {
            point(event);
            if (isTime) brush.press(event);
          }}
          onPointerUp={lift}
          // If the finger scrolls the page instead, no interval is marked.
          onPointerCancel={brush.cancel}
          onPointerLeave={(event) => {
            // A value chosen by touch stays after the finger is lifted, until the next touch elsewhere.
            if (event.pointerType === 'touch') return;
            if (board.chosenOn(plot) === pointed.current?.value) choose(undefined);
            showTip(tip.current, undefined, source, 0);
          }}
          onFocus={() => board.updateText(plot)}
          onBlur={() => {
            brush.cancel();
            choose(undefined);
            showTip(tip.current, undefined, source, 0);
          }}
          onKeyDown={press}
          onKeyUp={brush.keyUp}
        >
          <canvas className="cover plot-layer" ref={still} />
          <canvas className="cover plot-layer" ref={moving} />
          <div className="plot-brush" ref={band} hidden />
          <div className="bubble plot-tip" ref={tip} hidden />
        </div>
        {isTime && (
          <span id={`${names}-go`} hidden>
            Press Enter to go to this time. Hold Shift and press the arrow keys to mark an interval; release Shift to
            show it.
          </span>
        )}
        {isTable && <PlotNumbers board={board} plot={plot} title={title} />}
      </div>
    </figure>
  );
}

const FLAG_REACH = 7;
const OTHERS = `With ${OTHER_SEEDS} other seeds too`;
const BAND = 'Shaded: from the lowest to the highest of these runs at each time. Dotted: their mean';

function showTip(tip: HTMLElement | null, index: number | undefined, source: PlotSource, x: number): void {
  if (tip === null) return;
  tip.hidden = index === undefined;
  if (index === undefined) return;
  tip.textContent = interventionWords(source, index);
  const width = tip.offsetWidth;
  const room = tip.parentElement?.clientWidth ?? width;
  tip.style.left = `${Math.max(0, Math.min(room - width, x - width / 2))}px`;
}
