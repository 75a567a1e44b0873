/** The display list of the stage: plain data that says what is to be seen, in the order of painting. */

import type { ArcMark } from '../../marks/arc-mark';
import type { BoxMark } from '../../marks/box-mark';
import type { GlyphMark } from '../../marks/glyph-mark';
import type { NeedleMark } from '../../marks/needle-mark';
import type { PacketMark } from '../../marks/packet-mark';
import type { RuleMark } from '../../marks/rule-mark';
import type { StripMark } from '../../marks/strip-mark';
import type { TextMark } from '../../marks/text-mark';

export type StageMark = ArcMark | BoxMark | GlyphMark | NeedleMark | PacketMark | RuleMark | StripMark | TextMark;

export interface DisplayList {
  readonly marks: readonly StageMark[];
  /** Those of the marks that are waiting packets, front first: what can be pointed at. */
  readonly packets: readonly PacketMark[];
}

export interface StageLook {
  readonly isCalm: boolean;
  /** Number of the packet that has the focus or the pointer. */
  readonly pointedAt: number | undefined;
  /** Flow row that is pointed at anywhere on the page. */
  readonly hoveredFlow: number | undefined;
}
