/** A run on a canvas, for a lane of the stage and for a small scene in the catalogue of disciplines. */

import { PALETTE } from '../../base/palette';
import type { Brush } from '../../ui/marks/ink';
import { viewStore } from '../page/view-store';
import type { RunBuffer } from '../run/run-buffer';
import { FIFO } from './fifo-picture';
import { loadPicture } from './load-picture';
import { paintStage } from './paint-stage';
import type { Picture } from './picture';
import type { DisplayList, StageLook } from './stage-display';
import type { Company, LaneLayout } from './stage-layout';
import { StageMemory, type StageMoment } from './stage-memory';

export const PLAIN_LOOK: StageLook = {
  isCalm: false,
  pointedAt: undefined,
  pointedGroup: undefined,
  hoveredFlow: undefined,
  isDivergence: false,
};

export class StageView {
  readonly memory = new StageMemory();
  layout: LaneLayout | undefined;
  list: DisplayList = { marks: [], packets: [], dropGroups: [] };
  width = 0;
  height = 0;
  /** True if the canvas needs repainting. */
  isDirty = true;
  /**
   * The picture that draws the queue; undefined while its code is loading. `view` is the kind of queue view that it
   * draws.
   */
  picture: Picture | undefined = FIFO;
  private view = '';
  private context: CanvasRenderingContext2D | undefined;
  private brush: Brush = { colours: PALETTE.dark, textFamily: 'sans-serif', monoFamily: 'monospace' };
  private look: StageLook = PLAIN_LOOK;
  /** String that identifies the facts for which the layout was made. When they change, the layout is made again. */
  private laidOut = '';
  private company: Company = { lanes: 1, places: 1 };
  private ratio = 1;

  constructor(private readonly run: RunBuffer) {}

  /**
   * Starts to paint on a canvas, which is kept as large as the element `ground`. Returns a function that stops the
   * painting.
   */
  mount(canvas: HTMLCanvasElement, ground: Element): () => void {
    this.context = canvas.getContext('2d') ?? undefined;
    const style = getComputedStyle(document.documentElement);
    const family = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
    this.brush = {
      colours: PALETTE[viewStore.getState().theme],
      textFamily: family('--font-text', 'sans-serif'),
      monoFamily: family('--font-mono', 'monospace'),
    };
    const observer = new ResizeObserver((entries) => {
      const size = entries.at(-1)?.contentRect;
      if (size !== undefined) this.resize(canvas, size.width, size.height);
    });
    observer.observe(ground);
    const repaint = (): void => {
      this.isDirty = true;
    };
    document.fonts.addEventListener('loadingdone', repaint);
    this.isDirty = true;
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', repaint);
      this.context = undefined;
    };
  }

  /** Sets the number of lanes on the stage and their largest buffer. */
  keepCompany(company: Company): void {
    const { lanes, places, type_px } = this.company;
    if (company.lanes === lanes && company.places === places && company.type_px === type_px) return;
    this.company = company;
    this.layout = undefined;
  }

  /** Reads the state of the run at a given time. False if the canvas has no usable size. */
  observe(moment: StageMoment): boolean {
    const { run, memory } = this;
    if (this.width < 80 || this.height < 40) return false;
    const picture = this.pictureOf(run.about.view);
    if (picture === undefined) return false;
    const facts = `${run.scene}/${run.latest.scalars.facts_version}/${run.facts.limit}`;
    if (this.layout === undefined || facts !== this.laidOut) {
      this.laidOut = facts;
      this.layout = picture.layout(run, { x: 0, y: 0, width: this.width, height: this.height }, this.company);
      this.isDirty = true;
    }
    const colours = PALETTE[viewStore.getState().theme];
    if (colours !== this.brush.colours) {
      this.brush = { ...this.brush, colours };
      this.isDirty = true;
    }
    if (memory.observe(run, moment, this.layout)) this.isDirty = true;
    if (picture.observe(run, memory, moment)) this.isDirty = true;
    return true;
  }

  /** True while the picture is loading or cannot be loaded. */
  get lacksPicture(): boolean {
    return this.picture === undefined;
  }

  /** Rebuilds the display list if anything has changed. */
  model(look: StageLook): void {
    if (this.layout === undefined || this.picture === undefined) return;
    if (!isAlike(look, this.look)) this.isDirty = true;
    this.look = look;
    if (this.isDirty) this.list = this.picture.model(this.run, this.memory, this.layout, look);
  }

  /** Paints the canvas. True if there was anything to paint. */
  paint(): boolean {
    if (!this.isDirty || this.context === undefined || this.layout === undefined) return false;
    this.isDirty = false;
    paintStage(this.context, this.list, this.brush, this.ratio);
    return true;
  }

  private resize(canvas: HTMLCanvasElement, width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = Math.round(width * this.ratio);
    canvas.height = Math.round(height * this.ratio);
    this.layout = undefined;
    this.isDirty = true;
  }

  /** The picture for a view. A rare picture is loaded on demand. */
  private pictureOf(view: RunBuffer['about']['view']): Picture | undefined {
    if (view === this.view) return this.picture;
    this.view = view;
    const loading = loadPicture(view, () => this.clear());
    this.picture = loading === undefined ? FIFO : undefined;
    this.layout = undefined;
    void loading?.then((picture) => {
      if (view === this.view) this.picture = picture;
    });
    return this.picture;
  }

  /** Clears the drawing of the previous discipline. */
  private clear(): void {
    const { context } = this;
    if (context === undefined || this.picture !== undefined) return;
    context.resetTransform();
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }
}

function isAlike(one: StageLook, other: StageLook): boolean {
  return (
    one.isCalm === other.isCalm &&
    one.pointedAt === other.pointedAt &&
    one.pointedGroup === other.pointedGroup &&
    one.hoveredFlow === other.hoveredFlow &&
    one.isDivergence === other.isDivergence &&
    one.shade?.what === other.shade?.what &&
    one.shade?.scale === other.shade?.scale
  );
}
