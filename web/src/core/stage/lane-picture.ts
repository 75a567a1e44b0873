/**
 * Paints a lane for a video clip, on a separate canvas at given simulated times, with the layout, memory and painters
 * of the page. Real time is passed in and not read from a clock.
 */

import type { Brush } from '../../ui/marks/ink';
import type { Pace } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { FIFO } from './fifo-picture';
import { loadPicture } from './load-picture';
import { paintStage } from './paint-stage';
import type { Picture } from './picture';
import type { Shade } from './shades';
import { type LaneFact, laneFacts } from './stage-facts';
import type { Company, LaneLayout } from './stage-layout';
import { StageMemory } from './stage-memory';
import { PLAIN_LOOK } from './stage-view';

export { type LaneFact, type LegendEntry, legendOfLanes } from './stage-facts';

interface Size {
  readonly width: number;
  readonly height: number;
  /** Canvas pixels in a CSS pixel. */
  readonly ratio: number;
}

export class LanePicture {
  readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly memory = new StageMemory();
  private layout: LaneLayout | undefined;
  /** String that identifies the facts for which the layout was made. When they change, the layout is made again. */
  private laidOut = '';

  private constructor(
    private readonly run: RunBuffer,
    private readonly picture: Picture,
    private readonly size: Size,
  ) {
    this.canvas.width = Math.round(size.width * size.ratio);
    this.canvas.height = Math.round(size.height * size.ratio);
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('this browser draws no pictures');
    this.context = context;
  }

  static async of(run: RunBuffer, size: Size): Promise<LanePicture> {
    const picture = await new Promise<Picture>((resolve, reject) => {
      const failed = (): void => reject(new Error('what draws this queue could not be loaded'));
      const loading = loadPicture(run.about.view, failed);
      if (loading === undefined) resolve(FIFO);
      else void loading.then(resolve);
    });
    return new LanePicture(run, picture, size);
  }

  /** Reads the state of the run at a time of the clip [ms], with its speed. */
  observe(now_ms: number, pace: Pace, company: Company): void {
    const { run, picture, memory } = this;
    const { width, height } = this.size;
    const facts = `${run.latest.scalars.facts_version}/${run.facts.limit}/${company.places}`;
    if (this.layout === undefined || facts !== this.laidOut) {
      this.laidOut = facts;
      this.layout = picture.layout(run, { x: 0, y: 0, width, height }, company);
    }
    const moment = { now_ms, pace, isPlaying: true, isBackward: false, isCalm: false, isHalfway: false };
    memory.observe(run, moment, this.layout);
    picture.observe(run, memory, moment);
  }

  paint(brush: Brush, shade: Shade | undefined): void {
    if (this.layout === undefined) return;
    const list = this.picture.model(this.run, this.memory, this.layout, { ...PLAIN_LOOK, shade });
    paintStage(this.context, list, brush, this.size.ratio);
  }

  /** Numbers of the title line. */
  get facts(): readonly LaneFact[] {
    return laneFacts(this.run, this.memory.queue.packet.length);
  }
}
