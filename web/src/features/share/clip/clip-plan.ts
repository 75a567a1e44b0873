/**
 * The plan of a clip: the times of a run that it shows, its size and its speed. Pure: the user's choices give either a
 * list of problems or a list of frames, which is the same on every machine.
 */

import { PACES } from '../../../core/run/playback';

/** A picture size. Lengths in the layout are in CSS pixels; a CSS pixel is `ratio` pixels of the video. */
interface ClipSize {
  readonly id: string;
  readonly name: string;
  /** Size in pixels. Video encoders require even numbers. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export const SIZES: readonly ClipSize[] = [
  { id: '720p', name: '1280 × 720', width: 1280, height: 720, ratio: 1 },
  { id: '1080p', name: '1920 × 1080', width: 1920, height: 1080, ratio: 1.5 },
  { id: 'square', name: '720 × 720, square', width: 720, height: 720, ratio: 1 },
  { id: '540p', name: '960 × 540', width: 960, height: 540, ratio: 0.75 },
];

/**
 * Speeds of a clip, in simulated seconds per second of the clip: the page's speeds that are given in simulated time,
 * plus one slower speed that only clips offer.
 */
export const CLIP_PACES: readonly { readonly value: number; readonly name: string }[] = [
  { value: 1 / 100, name: '1/100 ×' },
  ...PACES.flatMap(({ name, pace }) => (pace.kind === 'time' ? [{ value: pace.rate, name }] : [])),
];

export function paceName(pace: number): string {
  return CLIP_PACES.find(({ value }) => value === pace)?.name ?? `${pace} ×`;
}

/** Frames per second of a clip. */
export const FRAME_RATES: readonly number[] = [25, 30, 50, 60];

/** Maximum number of frames in a clip. More would take minutes and much memory. */
const MOST_FRAMES = 7200;

export interface ClipRequest {
  /** The clip's first simulated time, and the time just after its last frame [s]. */
  readonly from_s: number;
  readonly until_s: number;
  /** Simulated seconds per second of the clip. */
  readonly pace: number;
  /** Frames per second of the clip. */
  readonly fps: number;
  readonly size: ClipSize;
  /** True if the clip shows the queues. `plots` has the ids of its plots. */
  readonly hasStage: boolean;
  readonly plots: readonly string[];
}

export interface ClipPlan {
  readonly from_s: number;
  readonly until_s: number;
  readonly pace: number;
  readonly fps: number;
  readonly size: ClipSize;
  readonly frames: number;
  /** The duration of the clip [s]. */
  readonly duration_s: number;
  /**
   * Number of frames that are computed before the first frame but not shown, so that a motion that has begun earlier is
   * complete. There are fewer if the clip begins near the start of the run.
   */
  readonly leadIn: number;
}

export interface ClipProblem {
  readonly field: 'from' | 'until' | 'length' | 'shown';
  readonly problem: string;
}

/** Upper bound for the duration of a motion on the stage (`StageMemory`) [s of the clip]. */
const LEAD_IN_S = 0.6;
/** Times closer than this count as equal [s], since the engine counts nanoseconds. */
const ROUNDING_S = 1e-9;

/** Number of plots that fit in a row, or in a column of a square picture. */
export function mostPlots({ width, height }: ClipSize): number {
  return width > height ? 3 : 2;
}

/** The problems of a request for a run of `duration_s`. Each names the field, the value and the allowed values. */
export function clipProblems(request: ClipRequest, duration_s: number): readonly ClipProblem[] {
  const { from_s, until_s, size, hasStage, plots } = request;
  const problems: ClipProblem[] = [];
  const isInRun = (at_s: number): boolean => at_s >= 0 && at_s <= duration_s;
  const allowed = `it must be within 0 to ${duration_s} s, the length of the run`;
  if (!isInRun(from_s)) problems.push({ field: 'from', problem: `From is ${shown(from_s)}: ${allowed}.` });
  if (!isInRun(until_s)) problems.push({ field: 'until', problem: `To is ${shown(until_s)}: ${allowed}.` });
  if (isInRun(from_s) && isInRun(until_s)) {
    const frames = framesOf(request);
    if (until_s <= from_s)
      problems.push({ field: 'until', problem: `To is ${until_s} s: it must be later than From, ${from_s} s.` });
    else if (frames > MOST_FRAMES)
      problems.push({
        field: 'length',
        problem: `The clip has ${frames.toLocaleString('en')} frames: at most ${MOST_FRAMES.toLocaleString('en')} are allowed. Choose a shorter interval, a faster pace or a lower frame rate.`,
      });
  }
  if (!hasStage && plots.length === 0)
    problems.push({ field: 'shown', problem: 'Nothing is shown: choose the queue or at least one plot.' });
  if (plots.length > mostPlots(size))
    problems.push({
      field: 'shown',
      problem: `${plots.length} plots are chosen: at most ${mostPlots(size)} fit into ${size.name}.`,
    });
  return problems;
}

export function planOf(request: ClipRequest): ClipPlan {
  const { from_s, until_s, pace, fps, size } = request;
  const frames = framesOf(request);
  const leadIn = Math.min(Math.ceil(LEAD_IN_S * fps), Math.floor((from_s * fps) / pace + ROUNDING_S));
  return { from_s, until_s, pace, fps, size, frames, duration_s: frames / fps, leadIn };
}

/** The simulated time of a frame [s]. Frames before the clip have negative numbers. */
export function instantOf({ from_s, until_s, pace, fps }: ClipPlan, frame: number): number {
  // The time is computed from the frame number, because a running sum would accumulate errors. It is never later than
  // the end of the clip.
  return Math.max(0, Math.min(until_s, from_s + (frame * pace) / fps));
}

/** Minimum number of decimals of the clock at which successive frames show different times. */
export function clockDigits({ pace, fps }: Pick<ClipPlan, 'pace' | 'fps'>): number {
  return Math.max(1, Math.min(6, Math.ceil(-Math.log10(pace / fps) - ROUNDING_S)));
}

/** Number of frames from the clip's first simulated time up to, but not including, its end. */
function framesOf({ from_s, until_s, pace, fps }: ClipRequest): number {
  const exact = ((until_s - from_s) * fps) / pace;
  return Number.isFinite(exact) ? Math.max(1, Math.ceil(exact - 1e-6)) : Number.POSITIVE_INFINITY;
}

function shown(value: number): string {
  return Number.isNaN(value) ? 'not a number' : `${value} s`;
}

/** Bits per pixel of a frame. The picture is mostly still, and at this rate no compression artefacts are visible. */
const BITS_A_PIXEL = 0.12;

/** Encoding rate of a video of this size [bit/s]. */
export function videoBitrate({ size, fps }: Pick<ClipPlan, 'size' | 'fps'>): number {
  // At twice the frame rate, successive frames differ less, so the bit rate grows with the square root.
  return Math.round(BITS_A_PIXEL * size.width * size.height * 30 * Math.sqrt(fps / 30));
}

/** Estimated size of the file [bytes]. */
export function estimatedBytes(plan: ClipPlan): number {
  return (videoBitrate(plan) * plan.duration_s) / 8;
}
