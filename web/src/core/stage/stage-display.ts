/** The display list of the stage: its visible marks as plain data, in the order of painting. */

import type { ArcMark } from '../../ui/marks/arc-mark';
import type { BoxMark } from '../../ui/marks/box-mark';
import type { GlyphMark } from '../../ui/marks/glyph-mark';
import type { NeedleMark } from '../../ui/marks/needle-mark';
import type { PacketMark } from '../../ui/marks/packet-mark';
import type { RuleMark } from '../../ui/marks/rule-mark';
import type { StripMark } from '../../ui/marks/strip-mark';
import type { TextMark } from '../../ui/marks/text-mark';
import type { Shade } from './shades';

export type StageMark = ArcMark | BoxMark | GlyphMark | NeedleMark | PacketMark | RuleMark | StripMark | TextMark;

export interface DisplayList {
  readonly marks: readonly StageMark[];
  /** The marks of waiting packets, front first, for pointing. */
  readonly packets: readonly PacketMark[];
  /** Graves, the newest first: each leads to the moment of its drops. */
  readonly graves: readonly GravePlace[];
}

export interface GravePlace {
  readonly decision: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StageLook {
  readonly isCalm: boolean;
  /** Number of the packet that has the focus or the pointer. */
  readonly pointedAt: number | undefined;
  /** Decision of the grave that has it. */
  readonly pointedGrave: number | undefined;
  /** Flow row that is pointed at anywhere on the page. */
  readonly hoveredFlow: number | undefined;
  /** The quantity that the colour of packets shows in place of their flow. */
  readonly shade?: Shade | undefined;
  /** The decision being shown is the first one in which the lanes differ. */
  readonly isParting: boolean;
}
