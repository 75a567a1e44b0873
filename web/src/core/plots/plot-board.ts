/**
 * Keeps the plots of a panel up to date in the frame loop, without React. The plots take turns, so that not all are
 * painted in the same frame.
 */

import { PALETTE } from '../../base/palette';
import { timeAxisEnd } from '../../ui/figure/ticks';
import { viewStore } from '../page/view-store';
import { followGauges } from '../run/gauge-trail';
import type { LaneRun } from '../run/lanes';
import type { RunBuffer } from '../run/run-buffer';
import type { PlotDefinition } from './definition';
import { type PlotType, paintMoving, paintStill, penOn } from './paint-plot';
import { furthestOf, instantAt, type PlotDisplay, shownUntil, type TimeAxis, type ValueScale } from './plot-display';
import type { PlotLanes } from './plot-lanes';

interface PlotElements {
  /** The element that contains both canvases and has their size. It is a slider for assistive technology. */
  readonly surface: HTMLElement;
  readonly still: HTMLCanvasElement;
  readonly moving: HTMLCanvasElement;
  readonly says: HTMLElement;
  readonly aside: HTMLElement;
}

interface Plot extends PlotElements {
  readonly definition: PlotDefinition;
  readonly layers: { readonly still: CanvasRenderingContext2D; readonly moving: CanvasRenderingContext2D };
  pixelRatio: number;
  width: number;
  height: number;
  display: PlotDisplay | undefined;
  /** Index of the chosen part of the queue, for a plot whose axis is divided into such parts. */
  part: number | undefined;
  /** String that identifies the data from which the display was made. It changes with the data. */
  dataKey: string;
  viewKey: string;
  /** Key of the picture on the still layer. */
  stillKey: string;
  isStale: boolean;
  described_ms: number;
  /** Time spent on computing and painting the last picture [ms]. */
  cost_ms: number;
  /** Real time until which the plot is not repainted [ms]. */
  restsUntil_ms: number;
}

/** Maximum number of plots that get a new display in one frame when only the time has changed. */
const PLOTS_A_FRAME = 2;
/**
 * Cost above which a picture counts as expensive [ms]. The plot then pauses for `REST_TIMES` times the cost of the
 * picture.
 */
const CHEAP_MS = 4;
const REST_TIMES = 12;
/** Duration of the animation when the time axis grows [ms]. */
const GROWING_MS = 350;
/** Interval between updates of the text for assistive technology while the run plays [ms]. */
const DESCRIBE_EVERY_MS = 1000;

export class PlotBoard {
  private readonly plots = new Map<string, Plot>();
  private runs: readonly RunBuffer[] = [];
  private scene = '';
  /** Largest value reached on the vertical axis of each plot in this scene. */
  private readonly reached = new Map<string, number>();
  private axis = { from_s: 10, to_s: 10, since_ms: 0, shown_s: 10 };
  private type: PlotType = { family: 'sans-serif', size: 12 };
  private turn = 0;
  private typeVersion = 0;
  private ruler: CanvasRenderingContext2D | undefined;

  /** `lanes`: the lanes with the names and colours that the plots show. */
  constructor(
    public lanes: PlotLanes,
    private scale: ValueScale,
  ) {}

  /** Shows other lanes, or the same lanes with other names, another interval or another value scale. */
  show(runs: readonly LaneRun[], lanes: PlotLanes, scale: ValueScale): void {
    this.runs = runs.map(({ run }) => run);
    for (const run of this.runs) followGauges(run);
    const { from_s, until_s } = this.lanes.interval ?? {};
    const isOtherPart = lanes.interval?.from_s !== from_s || lanes.interval?.until_s !== until_s;
    // The time axis has changed under the cursor, so the text for screen readers is updated at once.
    if (isOtherPart) for (const plot of this.plots.values()) plot.described_ms = Number.NEGATIVE_INFINITY;
    this.lanes = lanes;
    this.scale = scale;
  }

  /** Latest time to which the cursor can move: the end of the simulated part [s]. */
  get furthest_s(): number {
    return furthestOf(this.lanes.focus.source);
  }

  /** The time whose values the plots show for a cursor at `time_s`. Values are known only at the ends of buckets. */
  instantAt(time_s: number): number {
    return instantAt(this.lanes.focus.source, time_s);
  }

  /** String that changes with the data of any lane. Plots and tables are not rebuilt while it stays the same. */
  get version(): string {
    return this.runs.map((run) => `${run.scene}.${run.version}`).join();
  }

  /** The displayed time axis. If an interval is chosen, it is exactly the interval. */
  get timeAxis(): TimeAxis {
    const { interval } = this.lanes;
    return interval === undefined
      ? { begin_s: 0, end_s: this.axis.shown_s }
      : { begin_s: interval.from_s, end_s: interval.until_s };
  }

  /** Range of times for the cursor: the simulated part that is on the time axis [s]. */
  get cursorRange(): readonly [least_s: number, most_s: number] {
    const { interval } = this.lanes;
    if (interval === undefined) return [0, this.furthest_s];
    return [interval.from_s, Math.max(interval.from_s, Math.min(interval.until_s, this.furthest_s))];
  }

  /** Length of the time axis as displayed [s]. */
  get shownSpan_s(): number {
    const { begin_s, end_s } = this.timeAxis;
    return end_s - begin_s;
  }

  /** Final length of a time axis that is growing [s]. */
  get settledSpan_s(): number {
    const { interval } = this.lanes;
    return interval === undefined ? this.axis.to_s : interval.until_s - interval.from_s;
  }

  attach(definition: PlotDefinition, elements: PlotElements): () => void {
    const still = elements.still.getContext('2d');
    const moving = elements.moving.getContext('2d');
    if (still === null || moving === null) return () => {};
    const plot: Plot = {
      ...elements,
      definition,
      layers: { still, moving },
      pixelRatio: 1,
      width: 0,
      height: 0,
      display: undefined,
      part: undefined,
      dataKey: '',
      viewKey: '',
      stillKey: '',
      isStale: false,
      described_ms: Number.NEGATIVE_INFINITY,
      cost_ms: 0,
      restsUntil_ms: 0,
    };
    this.plots.set(definition.id, plot);
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      plot.width = Math.round(entry.contentRect.width);
      plot.height = Math.round(entry.contentRect.height);
      // The pixel ratio changes when the user zooms the page.
      plot.pixelRatio = Math.min(3, window.devicePixelRatio || 1);
      for (const canvas of [plot.still, plot.moving]) {
        canvas.width = Math.round(plot.width * plot.pixelRatio);
        canvas.height = Math.round(plot.height * plot.pixelRatio);
      }
      // Setting the size of a canvas empties it.
      plot.stillKey = '';
      plot.viewKey = '';
      this.readType(plot.surface);
    });
    observer.observe(elements.surface);
    return () => {
      observer.disconnect();
      this.plots.delete(definition.id);
    };
  }

  displayOf({ id }: PlotDefinition): PlotDisplay | undefined {
    return this.plots.get(id)?.display;
  }

  /** Value on the horizontal axis that the user has chosen. */
  chosenOn({ id }: PlotDefinition): number | undefined {
    const plot = this.plots.get(id);
    return plot && chosen(plot);
  }

  choosePart({ id }: PlotDefinition, part: number | undefined): void {
    const plot = this.plots.get(id);
    if (plot === undefined || plot.part === part) return;
    plot.part = part;
    // The user has moved the cursor, so the text for screen readers is updated at once.
    plot.described_ms = Number.NEGATIVE_INFINITY;
  }

  /** Repaints all text once fonts have been loaded. */
  readonly refreshType = (): void => {
    const [plot] = this.plots.values();
    if (plot !== undefined) this.readType(plot.surface);
    this.typeVersion += 1;
  };

  readonly model = (now_ms: number): void => {
    const { theme, prefersReducedMotion } = viewStore.getState();
    const scene = this.runs.map((run) => run.scene).join();
    if (this.scene !== scene) {
      this.scene = scene;
      this.reached.clear();
      const end_s = this.wantedEnd();
      this.axis = { from_s: end_s, to_s: end_s, since_ms: now_ms, shown_s: end_s };
    }
    this.growAxis(now_ms, prefersReducedMotion);
    const dataKey = this.version;
    const { all, focus, published, interval, bands } = this.lanes;
    const viewKey = [
      ...[this.axis.shown_s, theme, ...Object.values(this.scale), this.typeVersion, this.type.size],
      ...[interval?.from_s, interval?.until_s],
      ...[focus.index, focus.source.ghost !== undefined, published?.length, published?.[0]?.isOfUnchanged, bands?.done],
      ...all.map(({ index, name }) => `${index} ${name}`),
      ...this.runs.map((run) => run.coarseVersion),
    ].join();
    const plots = [...this.plots.values()];
    let left = PLOTS_A_FRAME;
    for (let count = 0; count < plots.length; count += 1) {
      const plot = plots[(this.turn + count) % plots.length];
      if (plot === undefined || plot.width < 40 || plot.height < 40) continue;
      const ownKey = `${viewKey} ${chosen(plot)}`;
      // The effect of a user's action is shown at once in all plots. If only the time has changed, a plot may wait for
      // its turn.
      const isAsked = plot.viewKey !== ownKey;
      if (!isAsked && (plot.dataKey === dataKey || left === 0 || now_ms < plot.restsUntil_ms)) continue;
      if (!isAsked) {
        left -= 1;
        if (left === 0) this.turn = (this.turn + count + 1) % plots.length;
      }
      const began_ms = performance.now();
      plot.display = this.displayFor(plot);
      plot.cost_ms = performance.now() - began_ms;
      plot.dataKey = dataKey;
      plot.viewKey = ownKey;
      plot.isStale = true;
    }
  };

  readonly paint = (now_ms: number): void => {
    const { theme } = viewStore.getState();
    const colours = PALETTE[theme];
    for (const plot of this.plots.values()) {
      const { display } = plot;
      if (!plot.isStale || display === undefined) continue;
      plot.isStale = false;
      const began_ms = performance.now();
      const stillKey = `${JSON.stringify([display.axes, display.grounds])} ${theme} ${this.typeVersion} ${this.type.size}`;
      if (plot.stillKey !== stillKey) {
        plot.stillKey = stillKey;
        const { left, right } = display.axes.region;
        // For tests, the attribute `data-share` contains the share of the plot's width that shows data [%].
        plot.surface.dataset.share = String(Math.round((100 * (right - left)) / plot.width));
        paintStill(penOn(plot.layers.still, plot.pixelRatio, this.type, colours), display);
      }
      paintMoving(penOn(plot.layers.moving, plot.pixelRatio, this.type, colours), display);
      plot.cost_ms += performance.now() - began_ms;
      plot.restsUntil_ms = restUntil(now_ms, plot.cost_ms);
      write(plot.says, plot.definition.says(this.lanes, { ...this.scale, settledSpan_s: this.settledSpan_s }));
      write(plot.aside, display.aside);
      plot.aside.style.color = display.asideColour === undefined ? '' : colours[display.asideColour];
      // While the plot has the focus, its text for screen readers is updated only by key presses, not by the run.
      const isDue = plot.described_ms === Number.NEGATIVE_INFINITY;
      if (isDue || (document.activeElement !== plot.surface && now_ms - plot.described_ms > DESCRIBE_EVERY_MS)) {
        plot.described_ms = now_ms;
        this.describe(plot);
      }
    }
  };

  /** Updates the text for assistive technology. */
  updateText({ id }: PlotDefinition): void {
    const plot = this.plots.get(id);
    if (plot === undefined) return;
    if (plot.width >= 40 && plot.height >= 40) plot.display = this.displayFor(plot);
    this.describe(plot);
  }

  private describe(plot: Plot): void {
    const [least, most, value] = this.range(plot);
    plot.surface.setAttribute('aria-valuemin', String(least));
    plot.surface.setAttribute('aria-valuemax', String(Number(most.toFixed(2))));
    plot.surface.setAttribute('aria-valuenow', String(Number(value.toFixed(2))));
    plot.surface.setAttribute('aria-valuetext', plot.display?.reading ?? '');
  }

  /** Range and value of the slider: flows, parts of the queue, or times. */
  private range(plot: Plot): readonly [least: number, most: number, value: number] {
    const { axis } = plot.definition;
    const at = chosen(plot);
    if (axis.over !== 'time') return [1, Math.max(1, axis.count(this.lanes)), (at ?? 0) + 1];
    const [least_s, most_s] = this.cursorRange;
    const value_s = at === undefined ? this.lanes.focus.source.latest.scalars.now_s : this.instantAt(at);
    return [least_s, most_s, Math.max(least_s, Math.min(most_s, value_s))];
  }

  private displayFor(plot: Plot): PlotDisplay {
    const { id, axis } = plot.definition;
    const restsAt_s = axis.over === 'time' ? this.lanes.interval?.until_s : undefined;
    const display = plot.definition.display(this.lanes, {
      width: plot.width,
      height: plot.height,
      fontSize: this.type.size,
      ...this.timeAxis,
      settledSpan_s: this.settledSpan_s,
      restsAt_s,
      chosen: chosen(plot) ?? restsAt_s,
      reached: this.reached.get(id) ?? 0,
      measure: this.widthOf,
      ...this.scale,
    });
    this.reached.set(id, display.reached);
    return display;
  }

  /**
   * Text is measured on a canvas outside the page, because setting a font on a canvas in the page makes the browser
   * recompute all styles.
   */
  private readonly widthOf = (text: string): number => {
    this.ruler ??= document.createElement('canvas').getContext('2d') ?? undefined;
    if (this.ruler === undefined) return 0;
    this.ruler.font = `600 ${this.type.size}px ${this.type.family}`;
    return this.ruler.measureText(text).width;
  };

  private wantedEnd(): number {
    const { source } = this.lanes.focus;
    return timeAxisEnd(shownUntil(source), source.facts.scenario.duration_s);
  }

  private growAxis(now_ms: number, isStill: boolean): void {
    const { axis } = this;
    const wanted = this.wantedEnd();
    if (wanted !== axis.to_s)
      this.axis = { from_s: axis.shown_s, to_s: wanted, since_ms: now_ms, shown_s: axis.shown_s };
    const part = isStill ? 1 : Math.min(1, (now_ms - this.axis.since_ms) / GROWING_MS);
    // Eases out: fast at first, slow at the end.
    const eased = 1 - (1 - part) ** 3;
    this.axis.shown_s = part === 1 ? this.axis.to_s : this.axis.from_s + (this.axis.to_s - this.axis.from_s) * eased;
  }

  private readType(element: HTMLElement): void {
    const style = getComputedStyle(element);
    this.type = { family: style.fontFamily, size: Number.parseFloat(style.fontSize) || 12 };
  }
}

/** Time at which the next picture may be painted [ms]: at once after a cheap picture, later after an expensive one. */
function restUntil(now_ms: number, cost_ms: number): number {
  return cost_ms <= CHEAP_MS ? now_ms : now_ms + cost_ms * REST_TIMES;
}

/** Chosen value on the axis of a plot. A chosen time or flow is shared by the whole page. */
function chosen({ definition, part }: Plot): number | undefined {
  const { cursor_s, hoveredFlow } = viewStore.getState();
  const { over } = definition.axis;
  return over === 'time' ? cursor_s : over === 'flow' ? hoveredFlow : part;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
