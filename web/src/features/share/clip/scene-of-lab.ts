/** The lab's scene for a clip: its lanes on separate engines, its stage and plots on one canvas. */

import { PALETTE } from '../../../base/palette';
import type { Rect } from '../../../base/rect';
import { viewStore } from '../../../core/page/view-store';
import { applicablePlots } from '../../../core/plots/chosen-plot';
import {
  laneInk,
  PLOTS,
  type PlotLanes,
  PlotPicture,
  type PublishedMark,
  plotLanes,
} from '../../../core/plots/plot-picture';
import { type LaneRun, shownLanes } from '../../../core/run/lanes';
import { FOOT_FONT, type Foot, footOf, paintFoot } from '../../../core/save/foot';
import { sceneStore } from '../../../core/scene/scene-store';
import type { Session } from '../../../core/session/session';
import { LanePicture, legendOfLanes } from '../../../core/stage/lane-picture';
import { LEAST_WAIT_S, labelOf, type Shade, shadeScale } from '../../../core/stage/shades';
import { timeAxisEnd } from '../../../ui/figure/ticks';
import type { Brush } from '../../../ui/marks/ink';
import { type ClipLayout, layoutClip } from './clip-layout';
import { type ClipPlan, clockDigits, instantOf, paceName } from './clip-plan';
import { ClipRuns, clockOf } from './clip-runs';
import type { BeginOptions, ClipLook, ClipScene } from './clip-scene';
import { paintHead, paintLaneTitles, paintLegend, paintPlotTitle, type Sheet } from './paint-texts';

/** Font size in plots [px]. */
const PLOT_TYPE = 13;
/**
 * Indent of the provenance line at the bottom of a clip [px], in addition to the indent of this line in saved pictures.
 */
const FOOT_INDENT = 10;

/** The displayed lanes and how they are drawn, as on the page when the clip begins. */
interface Choice {
  readonly soloLane: number | undefined;
  readonly focusedLane: number;
  readonly packetColour: 'flow' | 'wait' | 'label';
}

/** The data for painting one clip. */
interface Film {
  readonly plan: ClipPlan;
  readonly choice: Choice;
  readonly layout: ClipLayout;
  readonly sheet: Sheet;
  readonly foot: Foot;
  readonly stages: readonly LanePicture[];
  readonly plots: readonly PlotPicture[];
  /** End of all plots' time axes [s]: the time of the last frame, so that the axis does not move. */
  readonly end_s: number;
}

/** `published` has the published values for the open scene. */
export async function openClipScene(
  session: Session,
  published: readonly PublishedMark[] | undefined,
): Promise<ClipScene> {
  const [first] = session.lanes;
  if (first === undefined) throw new Error('no scene is open');
  const runs = new ClipRuns(() => session.connectAnother(), first.run.catalog);
  return new SceneOfLab(runs, session.lanes, published);
}

class SceneOfLab implements ClipScene {
  readonly canvas = document.createElement('canvas');
  readonly name: string;
  readonly plots: ClipScene['plots'];
  private film: Film | undefined;
  private shade: Shade | undefined;

  constructor(
    private readonly runs: ClipRuns,
    ofPage: readonly LaneRun[],
    private readonly published: readonly PublishedMark[] | undefined,
  ) {
    const lanes = this.lanesOf(ofPage, viewStore.getState());
    this.name = lanes.focus.source.facts.scenario.id;
    this.plots = applicablePlots(lanes).map(({ id, title }) => ({ id, title: title(lanes) }));
  }

  async begin(plan: ClipPlan, look: ClipLook, options: BeginOptions): Promise<void> {
    const { scenario } = sceneStore.getState();
    if (scenario === undefined) throw new Error('no scene is open');
    const { signal } = options;
    this.film = undefined;
    this.shade = undefined;
    await fontsLoaded();
    await this.runs.open(scenario);
    await this.runs.goTo(plan, -plan.leadIn, options);
    if (signal.aborted) return;
    const film = await this.filmOf(plan, look);
    this.observe(film, -plan.leadIn);
    for (let frame = 1 - plan.leadIn; frame < 0; frame += 1) {
      await this.runs.goTo(plan, frame, { signal });
      if (signal.aborted) return;
      this.observe(film, frame);
    }
    this.film = film;
  }

  async paint(frame: number, signal: AbortSignal): Promise<void> {
    const { film } = this;
    if (film === undefined) throw new Error('no clip was begun');
    await this.runs.goTo(film.plan, frame, { signal });
    if (signal.aborted) return;
    this.observe(film, frame);
    this.paintFrame(film, frame);
  }

  close(): void {
    this.runs.close();
  }

  private async filmOf(plan: ClipPlan, look: ClipLook): Promise<Film> {
    const { canvas, runs } = this;
    const { ratio } = plan.size;
    const width = plan.size.width / ratio;
    const height = plan.size.height / ratio;
    // Setting a canvas's size clears it, so it is set only if it changes.
    if (canvas.width !== plan.size.width) canvas.width = plan.size.width;
    if (canvas.height !== plan.size.height) canvas.height = plan.size.height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('this browser draws no pictures');
    const sheet = { context, brush: brushOf(look) };
    const choice = viewStore.getState();
    const shown = shownLanes(runs.lanes, choice.soloLane);
    context.font = FOOT_FONT;
    const foot = footOf(look.provenance, width - 2 * FOOT_INDENT, (text) => context.measureText(text).width);
    const definitions = PLOTS.filter(({ id }) => look.plots.includes(id));
    const lanes = look.hasStage ? shown.length : 0;
    const layout = layoutClip({ width, height, lanes, plots: definitions.length, foot: foot.height });
    const type = { family: sheet.brush.textFamily, size: PLOT_TYPE };
    return {
      ...{ plan, choice, layout, sheet, foot },
      stages: await Promise.all(
        pairs(shown, layout.lanes).map(([{ run }, { queue }]) => LanePicture.of(run, { ...queue, ratio })),
      ),
      plots: pairs(definitions, layout.plots).map(
        ([definition, { surface }]) => new PlotPicture(definition, { ...surface, ratio }, type),
      ),
      end_s: timeAxisEnd(plan.until_s, shown[0]?.run.facts.scenario.duration_s ?? 0),
    };
  }

  /** Advances the stage to the time on the clip's clock. */
  private observe({ plan, choice, stages, layout }: Film, frame: number): void {
    const shown = shownLanes(this.runs.lanes, choice.soloLane);
    const company = { lanes: layout.laneRows, places: Math.max(...shown.map(({ run }) => run.facts.limit)) };
    const pace = { kind: 'time', rate: plan.pace } as const;
    for (const stage of stages) stage.observe(clockOf(plan, frame), pace, company);
    this.shade = this.shadeOf(choice.packetColour, shown);
  }

  /**
   * The quantity that the colours of packets show, if they do not show flows. All lanes share its scale, which only
   * grows.
   */
  private shadeOf(what: Choice['packetColour'], shown: readonly LaneRun[]): Shade | undefined {
    if (what === 'flow' || (what === 'label' && shown.every(({ run }) => labelOf(run) === undefined))) return undefined;
    let scale = this.shade?.scale ?? (what === 'wait' ? LEAST_WAIT_S : 0);
    for (const { run } of shown) scale = shadeScale(run, what, scale);
    return { what, scale };
  }

  private paintFrame(film: Film, frame: number): void {
    const { plan, layout, sheet, choice, end_s } = film;
    const { context, brush } = sheet;
    const { ratio, width, height } = plan.size;
    const shown = shownLanes(this.runs.lanes, choice.soloLane);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = brush.colours.page;
    context.fillRect(0, 0, width, height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const title = shown[0]?.run.facts.scenario.title ?? '';
    paintHead(sheet, layout.title, title, clockText(plan, frame), paceName(plan.pace));
    this.paintStage(film, shown);
    const lanes = this.lanesOf(this.runs.lanes, choice);
    for (const [plot, box] of pairs(film.plots, layout.plots)) {
      plot.paint(lanes, end_s, brush.colours);
      for (const layer of plot.layers) putPicture(context, layer, box.surface, ratio);
      paintPlotTitle(sheet, box, plot.texts(lanes, end_s));
    }
    // Aligns the provenance line with the left edge of the clip's other parts.
    context.translate(FOOT_INDENT, 0);
    paintFoot(context, film.foot, layout.foot.y, brush.colours);
  }

  private paintStage({ layout, sheet, stages, plan }: Film, shown: readonly LaneRun[]): void {
    if (layout.legend === undefined) return;
    for (const [stage, { queue }] of pairs(stages, layout.lanes)) {
      stage.paint(sheet.brush, this.shade);
      putPicture(sheet.context, stage.canvas, queue, plan.size.ratio);
    }
    const isOneOfMany = this.runs.lanes.length > 1;
    paintLaneTitles(
      sheet,
      layout.lanes.map(({ title }) => title),
      pairs(shown, stages).map(([{ run, name, index }, { facts }]) => ({
        name: isOneOfMany ? name : run.about.name,
        ink: isOneOfMany ? laneInk(index) : 'text',
        number: isOneOfMany ? index + 1 : undefined,
        facts,
      })),
      shown.length === 1 && layout.width > layout.height,
    );
    paintLegend(sheet, layout.legend, legendOfLanes(shown.map(({ run }) => run)));
  }

  private lanesOf(lanes: readonly LaneRun[], { soloLane, focusedLane }: Omit<Choice, 'packetColour'>): PlotLanes {
    const shown = plotLanes(lanes, soloLane, focusedLane, this.published);
    if (shown === undefined) throw new Error('a scene has at least one lane');
    return shown;
  }
}

/** Zips two lists, up to the end of the shorter one. */
function pairs<One, Other>(ones: readonly One[], others: readonly Other[]): (readonly [One, Other])[] {
  return others.slice(0, ones.length).map((other, place) => [ones[place] as One, other] as const);
}

/** Copies a picture pixel by pixel, without smoothing. */
function putPicture(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  { x, y }: Rect,
  ratio: number,
): void {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.drawImage(picture, Math.round(x * ratio), Math.round(y * ratio));
  context.restore();
}

/** The clock as text with the same width in all frames. */
function clockText(plan: ClipPlan, frame: number): string {
  const digits = clockDigits(plan);
  const widest = plan.until_s.toFixed(digits).length;
  return `${instantOf(plan, frame).toFixed(digits).padStart(widest, '\u2007')}\u00a0s`;
}

function brushOf({ theme }: ClipLook): Brush {
  return { colours: PALETTE[theme], textFamily: familyOf('--font-text'), monoFamily: familyOf('--font-mono') };
}

function familyOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || 'sans-serif';
}

/**
 * Waits for the fonts, because a font that loads later would change frames that should be equal. A font that this
 * system lacks is left out.
 */
async function fontsLoaded(): Promise<void> {
  const families = [familyOf('--font-text'), familyOf('--font-mono')];
  const weights = [400, 500, 600];
  await Promise.allSettled(
    families.flatMap((family) => weights.map((weight) => document.fonts.load(`${weight} 16px ${family}`))),
  );
}
