/** The display list of the stage: plain data that says what is to be seen, in the order of painting. */

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
  /** Those of the marks that are waiting packets, front first: what can be pointed at. */
  readonly packets: readonly PacketMark[];
  /** Where the dead lie, the newest first: each leads to the moment of their death. */
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
  /** What the colour of the packets tells in place of their flow. */
  readonly shade?: Shade | undefined;
  /** The decision that is told is the first one that the lanes take differently. */
  readonly isParting: boolean;
}
