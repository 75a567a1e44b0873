/**
 * Renders a plot to an image file and to a table, with the same models and painters as the page, at the size of the
 * file.
 */

import type { Colours } from '../../base/palette';
import type { PlotPen } from '../../ui/marks/ink';
import { isVector, paintLayer } from '../../ui/marks/vector-context';
import { intervalWords } from '../interval/interval-words';
import type { LaneRun } from '../run/lanes';
import type { Drawing } from '../save/drawing';
import { TEXT_FAMILY } from '../save/fonts-of-pictures';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../save/provenance-of-scene';
import { canvasRuler } from '../save/ruler';
import type { SavedTable } from '../save/saved-table';
import type { SceneActions } from '../scene/scene-store';
import type { PlotDefinition } from './definition';
import { paintMoving, paintStill } from './paint-plot';
import type { PlotBoard } from './plot-board';
import type { PlotDisplay, PlotView, ValueScale } from './plot-display';
import type { PlotLanes } from './plot-lanes';

interface SavedPlot {
  readonly plot: PlotDefinition;
  readonly board: Pick<PlotBoard, 'displayOf' | 'timeAxis' | 'settledSpan_s'>;
  readonly runs: readonly LaneRun[];
  /** The lanes of the plots, and how the plots show them. */
  readonly lanes: PlotLanes;
  readonly actions: Pick<SceneActions, 'linkOf'>;
  readonly scale: ValueScale;
}

/** Size of a saved picture without its footer [px], for the width of a printed page or of half a slide. */
export const PLOT_SIZE = { width: 720, height: 400 } as const;
const TYPE = 13;
const TITLE = 17;
const MARGIN = 14;
/** Height of the title together with the line below it, which explains the axis [px]. */
const HEAD = 54;

export async function drawingOfPlot(saved: SavedPlot, colours: Colours): Promise<Drawing> {
  const { plot, board, lanes, scale } = saved;
  const ruler = canvasRuler();
  const view: PictureView = {
    ...board.timeAxis,
    settledSpan_s: board.settledSpan_s,
    reached: board.displayOf(plot)?.reached ?? 0,
    measure: (text) => ruler.widthOf(`600 ${TYPE}px ${TEXT_FAMILY}`, text),
    ...scale,
  };
  return { ...(await originOf(saved)), ...PLOT_SIZE, colours, paint: plotPainter(plot, lanes, view, colours) };
}

export async function tableOfPlot(saved: SavedPlot): Promise<SavedTable> {
  const { plot, board, runs, lanes } = saved;
  // Saved tables contain full names, although labels have shortened ones.
  const all = lanes.all.map((lane) => ({ ...lane, name: runs[lane.index]?.name ?? lane.name }));
  return { ...(await originOf(saved)), ...plot.saved({ ...lanes, all }, board.settledSpan_s) };
}

/** The parts of the page's view that apply to a saved picture. */
type PictureView = Pick<PlotView, 'begin_s' | 'end_s' | 'settledSpan_s' | 'reached' | 'measure' | keyof ValueScale>;

/** Paints title, description of the axis, plot and legend. */
export function plotPainter(
  plot: PlotDefinition,
  lanes: PlotLanes,
  view: PictureView,
  colours: Colours,
): Drawing['paint'] {
  const restsAt_s = plot.axis.over === 'time' ? lanes.interval?.until_s : undefined;
  const display = plot.display(lanes, {
    ...view,
    width: PLOT_SIZE.width - 2 * MARGIN,
    height: PLOT_SIZE.height - HEAD,
    fontSize: TYPE,
    chosen: restsAt_s,
    restsAt_s,
  });
  const lane = plot.isOfOneLane === true && !lanes.isSingle ? ` · ${lanes.focus.name}` : '';
  const says = [plot.says(lanes, view), asideInWords(display, lanes)].filter(Boolean).join(' · ');
  return (context) => {
    context.translate(MARGIN, 0);
    context.textBaseline = 'middle';
    paintLine(context, `600 ${TITLE}px ${TEXT_FAMILY}`, colours.text, `${plot.title(lanes)}${lane}`, 22);
    paintLine(context, `${TYPE}px ${TEXT_FAMILY}`, colours.textSoft, says, 43);
    const band = plot.hasSeedBands && lanes.bands !== undefined ? `shaded: ${lanes.bands.words}` : '';
    const key = [band, plot.key?.(lanes)].filter(Boolean).join('   ');
    context.textAlign = 'right';
    context.fillText(key, PLOT_SIZE.width - 2 * MARGIN, 43);
    context.translate(0, HEAD);
    paintStill(penOf(context, colours), display);
    // The data are on a layer of their own, so that fading the future does not fade the axes.
    paintLayer(context, (layer) => paintMoving(penOf(layer, colours), display));
  };
}

/** The short value beside the title, with the name of its lane. On the page, its colour identifies the lane. */
function asideInWords({ aside, asideColour }: PlotDisplay, { all }: PlotLanes): string {
  const lane = all.find(({ colour }) => colour === asideColour)?.name;
  if (aside === '' || aside === lane) return '';
  return lane === undefined ? aside : `${lane}: ${aside}`;
}

function paintLine(
  context: CanvasRenderingContext2D,
  font: string,
  colour: string,
  text: string,
  middle: number,
): void {
  context.font = font;
  context.textAlign = 'left';
  context.fillStyle = colour;
  context.fillText(text, 0, middle);
}

function penOf(context: CanvasRenderingContext2D, colours: Colours): PlotPen {
  const pixelRatio = isVector(context) ? 1 : context.getTransform().a;
  return { context, pixelRatio, colours, font: `${TYPE}px ${TEXT_FAMILY}`, fontSize: TYPE };
}

async function originOf({ plot, lanes, runs, actions }: SavedPlot): Promise<Pick<Drawing, 'name' | 'provenance'>> {
  const shown = runs.filter(({ index }) => lanes.all.some((lane) => lane.index === index));
  const title = `${plot.title(lanes)}: ${sceneTitle()}`;
  const interval = plot.axis.over === 'time' ? lanes.interval : undefined;
  return {
    name: fileName(sceneName(), plot.id, interval === undefined ? '' : intervalWords(interval)),
    provenance: await provenanceOfScene(title, shown, actions, interval),
  };
}
