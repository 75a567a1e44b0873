/** Two live plots: how the queue length is distributed, and the waiting time; drawn from the frame loop. */

import {
  type KeyboardEvent as ReactKeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { PALETTE } from '../../base/palette';
import { TableButton } from '../../base/TableButton';
import { onFrame } from '../../run/frame-loop';
import type { LaneRun } from '../../run/lanes';
import { showBelow, useView, viewStore } from '../../store/view-store';
import { type Distributed, distributionPlot, partAt, partCount, unitOf } from './distribution-plot';
import { distributionTable } from './distribution-table';
import { NumbersTable } from './NumbersTable';
import { type Layer, paintMoving, paintStill } from './paint-plot';
import type { PlotDisplay } from './plot-display';
import { type PlotLanes, plotLanes } from './plot-lanes';
import type { PlotTable } from './plot-table';
import './plots.css';
import { nextValue } from './slider-keys';

const PLOTS: readonly {
  readonly what: Distributed;
  readonly title: string;
  readonly choose: string;
  readonly help: string;
}[] = [
  {
    what: 'occupancy',
    title: 'Queue length',
    choose: 'choose a length',
    help: 'For which share of the time how many packets wait. Dashed: thresholds. Beside the names: medians.',
  },
  {
    what: 'waits',
    title: 'Waiting time',
    choose: 'choose a time',
    help: 'Which share of the packets waits how long, from arrival to the beginning of service. Beside the names: medians.',
  },
];

/** How often texts for assistive technology change [ms]. */
const TELLING_MS = 1000;

export function DistributionPanel({ lanes }: { readonly lanes: readonly LaneRun[] }) {
  const [isCumulative, setCumulative] = useState(false);
  const [isLogarithmic, setLogarithmic] = useState(false);
  return (
    <section className="plots plots--distributions" aria-label="Distributions">
      <h2 className="visually-hidden">Distributions</h2>
      <fieldset className="plot-switches">
        <legend className="visually-hidden">How distributions are drawn</legend>
        <button type="button" className="small-button" onClick={() => showBelow('plots')}>
          ← over time
        </button>
        <button
          type="button"
          className="small-button"
          aria-pressed={isCumulative}
          onClick={() => setCumulative(!isCumulative)}
        >
          cumulative
        </button>
        <button
          type="button"
          className="small-button"
          aria-pressed={isLogarithmic}
          onClick={() => setLogarithmic(!isLogarithmic)}
        >
          log<span className="visually-hidden">arithmic scale</span>
        </button>
      </fieldset>
      {PLOTS.map((plot) => (
        <Figure key={plot.what} {...plot} lanes={lanes} isCumulative={isCumulative} isLogarithmic={isLogarithmic} />
      ))}
    </section>
  );
}

interface FigureProps {
  readonly what: Distributed;
  readonly title: string;
  /** What the slider does. */
  readonly choose: string;
  readonly help: string;
  readonly lanes: readonly LaneRun[];
  readonly isCumulative: boolean;
  readonly isLogarithmic: boolean;
}

function Figure({ what, title, choose, help, lanes, isCumulative, isLogarithmic }: FigureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const unit = useRef<HTMLElement>(null);
  /** The part pointed at; read by the frame loop, so that moving the pointer renders nothing. */
  const part = useRef<number | undefined>(undefined);
  const latest = useRef<{ readonly display: PlotDisplay; readonly lanes: PlotLanes } | undefined>(undefined);
  const refresh = useRef<(() => void) | undefined>(undefined);
  const [isTable, setTable] = useState(false);
  const names = useId();
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);

  useEffect(() => {
    const element = surface.current;
    const layers = [...(element?.querySelectorAll('canvas') ?? [])].map(layerOf);
    const [still, moving] = layers;
    if (element === null || still === undefined || moving === undefined) return undefined;
    let made = '';
    let stillMade = '';
    let told_ms = Number.NEGATIVE_INFINITY;
    const observer = new ResizeObserver(() => {
      made = '';
      stillMade = '';
    });
    observer.observe(element);
    refresh.current = () => {
      made = '';
      // Who moves the cursor wants to hear where it is now.
      told_ms = Number.NEGATIVE_INFINITY;
    };
    const leave = onFrame('paint', (now_ms) => {
      const { theme } = viewStore.getState();
      const { clientWidth: width, clientHeight: height } = element;
      const version = `${theme} ${lanes.map(({ run }) => `${run.scene}.${run.version}`).join()}`;
      const shown = plotLanes(lanes, soloLane, focused);
      if (made === version || shown === undefined || width < 40 || height < 40) return;
      made = version;
      const style = getComputedStyle(element);
      const type = { family: style.fontFamily, size: Number.parseFloat(style.fontSize) || 12 };
      const display = distributionPlot(what, shown, {
        width,
        height,
        fontSize: type.size,
        isCumulative,
        isLogarithmic,
        part: part.current,
      });
      latest.current = { display, lanes: shown };
      const stillKey = `${display.axesKey} ${theme}`;
      if (stillMade !== stillKey) {
        stillMade = stillKey;
        const sized = fitted(still, width, height);
        paintStill(sized, display, type, PALETTE[theme]);
      }
      paintMoving(fitted(moving, width, height), display, type, PALETTE[theme]);
      if (unit.current !== null) unit.current.textContent = unitOf(what, shown, { isCumulative, isLogarithmic });
      if (now_ms - told_ms > TELLING_MS) {
        told_ms = now_ms;
        element.setAttribute('aria-valuemax', String(Math.max(1, partCount(shown, what))));
        element.setAttribute('aria-valuenow', String((part.current ?? 0) + 1));
        element.setAttribute('aria-valuetext', display.reading);
      }
    });
    return () => {
      refresh.current = undefined;
      leave();
      observer.disconnect();
    };
  }, [what, lanes, soloLane, focused, isCumulative, isLogarithmic]);

  const choosePart = (next: number | undefined): void => {
    if (part.current === next) return;
    part.current = next;
    refresh.current?.();
  };
  const point = (event: ReactPointerEvent<HTMLDivElement>): void => {
    if (latest.current === undefined) return;
    const { display, lanes: shown } = latest.current;
    choosePart(partAt(shown, what, display, event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const press = (event: ReactKeyboardEvent<HTMLDivElement>): void => {
    const last = latest.current === undefined ? -1 : partCount(latest.current.lanes, what) - 1;
    if (last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const stride = part.current === undefined ? 0 : event.shiftKey ? 10 : 1;
    const next = nextValue(event.key, part.current ?? 0, stride, 0, last);
    if (next === undefined) return;
    // The page's own keys (arrows step the run) do not apply here.
    event.preventDefault();
    event.stopPropagation();
    choosePart(next === 'none' ? undefined : next);
  };

  return (
    <figure className="plot" data-plot={what} aria-labelledby={`${names}-title`}>
      <figcaption className="plot-head">
        <h3 id={`${names}-title`} title={help}>
          {title} <small ref={unit} />
        </h3>
        <TableButton title={title} controls={`${names}-table`} isTable={isTable} setTable={setTable} />
      </figcaption>
      <div className="plot-body">
        <div
          className="plot-surface"
          ref={surface}
          role="slider"
          tabIndex={0}
          aria-label={`${title}: ${choose}`}
          aria-valuemin={1}
          aria-valuemax={1}
          aria-valuenow={1}
          aria-valuetext="No data yet"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => {
            // A finger that was lifted leaves what it pointed at, until another place is touched.
            if (event.pointerType !== 'touch') choosePart(undefined);
          }}
          onBlur={() => choosePart(undefined)}
          onKeyDown={press}
        >
          <canvas className="plot-layer" />
          <canvas className="plot-layer" />
        </div>
        <div id={`${names}-table`} hidden={!isTable}>
          {isTable && <TableOf what={what} title={title} lanes={lanes} />}
        </div>
      </div>
    </figure>
  );
}

/** The numbers, brought up to date once a second while they are open. */
function TableOf({ what, title, lanes }: Pick<FigureProps, 'what' | 'title' | 'lanes'>) {
  const soloLane = useView((state) => state.soloLane);
  const focused = useView((state) => state.focusedLane);
  const [table, setTable] = useState<PlotTable>();
  useEffect(() => {
    let made = '';
    let made_ms = Number.NEGATIVE_INFINITY;
    return onFrame('model', (now_ms) => {
      const version = lanes.map(({ run }) => `${run.scene}.${run.version}`).join();
      if (made === version || now_ms - made_ms < TELLING_MS) return;
      const shown = plotLanes(lanes, soloLane, focused);
      if (shown === undefined) return;
      made = version;
      made_ms = now_ms;
      setTable(distributionTable(what, shown));
    });
  }, [what, lanes, soloLane, focused]);
  return table === undefined ? null : <NumbersTable table={table} title={title} />;
}

function layerOf(canvas: HTMLCanvasElement): Layer | undefined {
  const context = canvas.getContext('2d');
  return context === null ? undefined : { context, pixelRatio: 1 };
}

/** The layer with its canvas as large as it is shown; setting a size empties it, so it is set only when it changes. */
function fitted({ context }: Layer, width: number, height: number): Layer {
  const pixelRatio = Math.min(3, window.devicePixelRatio || 1);
  const { canvas } = context;
  const [wide, high] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  return { context, pixelRatio };
}
