/** The layout of a clip [CSS px]. Pure. */

import type { Rect } from '../../../base/rect';

export interface ClipLayout {
  readonly width: number;
  readonly height: number;
  readonly title: Rect;
  readonly lanes: readonly { readonly title: Rect; readonly queue: Rect }[];
  /** Number of queues in a column. */
  readonly laneRows: number;
  readonly legend: Rect | undefined;
  readonly plots: readonly { readonly title: Rect; readonly says: Rect; readonly surface: Rect }[];
  readonly foot: Rect;
}

const MARGIN = 24;
const TITLE = 52;
const LANE_TITLE = 30;
const LEGEND = 26;
const PLOT_TITLE = 22;
const PLOT_SAYS = 20;
const GAP = 12;
/**
 * Share of a clip's height that the queues take if there are also plots, by the number of queues in a column. Each
 * share leaves enough height for all rows of `layoutLane`, at every width of a clip.
 */
const STAGE_SHARE = [0, 0.5, 0.7, 0.7, 0.76] as const;
/**
 * Share of a wide clip's height that four queues in two columns take if there are also plots. In one column, each queue
 * would be too low for its rows.
 */
const SHARE_OF_PAIRS = 0.62;

interface ClipParts {
  readonly width: number;
  readonly height: number;
  /** Number of queues; 0 if they are hidden. */
  readonly lanes: number;
  readonly plots: number;
  /** Height of the provenance line at the bottom. */
  readonly foot: number;
}

export function layoutClip({ width, height, lanes, plots, foot }: ClipParts): ClipLayout {
  const inner = width - 2 * MARGIN;
  const top = TITLE;
  const bottom = height - foot;
  const body = bottom - top;
  const isWide = width > height;
  const laneColumns = isWide && lanes === 4 ? 2 : 1;
  const laneRows = Math.ceil(lanes / laneColumns);
  const share = plots === 0 ? 1 : laneColumns > 1 ? SHARE_OF_PAIRS : (STAGE_SHARE[laneRows] ?? 1);
  const stage = lanes === 0 ? 0 : Math.round(body * share);
  const legend = lanes === 0 ? 0 : LEGEND;
  const laneHeight = lanes === 0 ? 0 : (stage - legend) / laneRows;
  const laneWidth = Math.floor((inner - 2 * GAP * (laneColumns - 1)) / laneColumns);
  // In a square picture the plots are in a column. With several queues there is too little height for a column, so the
  // plots are in a row.
  const rows = isWide || lanes > 1 ? 1 : Math.max(1, plots);
  const columns = Math.max(1, Math.ceil(plots / rows));
  const plotsTop = top + stage + (lanes === 0 ? 0 : GAP);
  const plotWidth = Math.floor((inner - GAP * 2 * (columns - 1)) / columns);
  const plotHeight = Math.floor((bottom - plotsTop - GAP * rows) / rows);
  return {
    width,
    height,
    title: { x: MARGIN, y: 0, width: inner, height: TITLE },
    lanes: Array.from({ length: lanes }, (_, lane) => {
      const x = MARGIN + (lane % laneColumns) * (laneWidth + 2 * GAP);
      const y = Math.round(top + Math.floor(lane / laneColumns) * laneHeight);
      return {
        title: { x, y, width: laneWidth, height: LANE_TITLE },
        queue: { x, y: y + LANE_TITLE, width: laneWidth, height: Math.floor(laneHeight - LANE_TITLE - 4) },
      };
    }),
    laneRows,
    legend: lanes === 0 ? undefined : { x: MARGIN, y: top + stage - legend, width: inner, height: legend },
    plots: Array.from({ length: plots }, (_, plot) => {
      const x = MARGIN + (plot % columns) * (plotWidth + GAP * 2);
      const y = plotsTop + Math.floor(plot / columns) * (plotHeight + GAP);
      const surfaceTop = y + PLOT_TITLE + PLOT_SAYS;
      return {
        title: { x, y, width: plotWidth, height: PLOT_TITLE },
        says: { x, y: y + PLOT_TITLE, width: plotWidth, height: PLOT_SAYS },
        surface: { x, y: surfaceTop, width: plotWidth, height: plotHeight - PLOT_TITLE - PLOT_SAYS },
      };
    }),
    foot: { x: 0, y: bottom, width, height: foot },
  };
}
