/** The choices for a clip as entered in the form, and the request made from them. Pure. */

import { parseNumber } from '../../../base/format';
import type { ThemeName } from '../../../base/palette';
import { PACES } from '../../../core/run/playback';
import type { ClipFormat } from './clip-format';
import { CLIP_PACES, type ClipRequest, SIZES } from './clip-plan';

export interface ClipChoices {
  /** Times as the user typed them [s]. */
  readonly from: string;
  readonly until: string;
  readonly pace: number;
  readonly fps: number;
  /** Ids of a size and of a format. */
  readonly size: string;
  readonly format: ClipFormat['id'];
  readonly theme: ThemeName;
  readonly hasStage: boolean;
  readonly plots: readonly string[];
}

/** The default plots, if the scene has them. */
const USUAL_PLOTS = ['throughput', 'queue'];
/** Default span of the clip before and after the displayed time [s]. */
const AROUND_S = 2;

export function firstChoices(
  now: { readonly now_s: number; readonly duration_s: number; readonly pace: number; readonly theme: ThemeName },
  plots: readonly string[],
): ClipChoices {
  const { now_s, duration_s, theme } = now;
  const from_s = Math.max(0, Math.min(now_s - AROUND_S, duration_s - 2 * AROUND_S));
  const ofPage = PACES[now.pace]?.pace;
  const rate = ofPage?.kind === 'time' ? ofPage.rate : 1;
  return {
    from: typed(from_s),
    until: typed(Math.min(duration_s, from_s + 2 * AROUND_S)),
    pace: CLIP_PACES.some(({ value }) => value === rate) ? rate : 1,
    fps: 30,
    size: SIZES[0]?.id ?? '',
    format: 'webm',
    theme,
    hasStage: true,
    plots: USUAL_PLOTS.filter((id) => plots.includes(id)),
  };
}

export function requestOf(choices: ClipChoices): ClipRequest {
  const { from, until, pace, fps, hasStage, plots } = choices;
  const size = SIZES.find(({ id }) => id === choices.size) ?? SIZES[0];
  if (size === undefined) throw new Error('there is at least one size');
  const [from_s, until_s] = [parseNumber(from) ?? Number.NaN, parseNumber(until) ?? Number.NaN];
  return { from_s, until_s, pace, fps, size, hasStage, plots };
}

/** A time rounded to the millisecond, like the page's clock. */
function typed(at_s: number): string {
  return String(Number(at_s.toFixed(3)));
}

/** A size such as "1.3 MB" or "640 kB". */
export function bytesInWords(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))}\u00a0kB` : `${(bytes / 1e6).toFixed(1)}\u00a0MB`;
}
