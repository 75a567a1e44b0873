/** Two live plots: how the queue length is distributed, and the waiting time; drawn from the frame loop. */

import { useEffect, useId, useRef, useState } from 'react';
import { PALETTE } from '../../base/palette';
import { onFrame } from '../../run/frame-loop';
import type { LaneRun } from '../../run/lanes';
import { showBelow, useView, viewStore } from '../../store/view-store';
import { type Distributed, distributionPlot, unitOf } from './distribution-plot';
import { type Layer, paintMoving, paintStill } from './paint-plot';
import { plotLanes } from './plot-lanes';
import './plots.css';

const PLOTS: readonly { readonly what: Distributed; readonly title: string; readonly help: string }[] = [
  {
    what: 'occupancy',
    title: 'Queue length',
    help: 'For which share of the time how many packets wait. Dashed: thresholds. Beside the names: medians.',
  },
  {
    what: 'waits',
    title: 'Waiting time',
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
        <button type="button" className="plot-button" onClick={() => showBelow('plots')}>
          ← over time
        </button>
        <button
          type="button"
          className="plot-button"
          aria-pressed={isCumulative}
          onClick={() => setCumulative(!isCumulative)}
        >
          cumulative
        </button>
        <button
          type="button"
          className="plot-button"
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
  readonly help: string;
  readonly lanes: readonly LaneRun[];
  readonly isCumulative: boolean;
  readonly isLogarithmic: boolean;
}

function Figure({ what, title, help, lanes, isCumulative, isLogarithmic }: FigureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const unit = useRef<HTMLElement>(null);
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
      });
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
        element.setAttribute('aria-label', `${title}: ${display.reading}`);
      }
    });
    return () => {
      leave();
      observer.disconnect();
    };
  }, [what, title, lanes, soloLane, focused, isCumulative, isLogarithmic]);

  return (
    <figure className="plot" data-plot={what} aria-labelledby={`${names}-title`}>
      <figcaption className="plot-head">
        <h3 id={`${names}-title`} title={help}>
          {title} <small ref={unit} />
        </h3>
      </figcaption>
      <div className="plot-body">
        <div className="plot-surface" ref={surface} role="img" aria-label={title}>
          <canvas className="plot-layer" />
          <canvas className="plot-layer" />
        </div>
      </div>
    </figure>
  );
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
