/** The display list of the stage: visible marks as plain data, in the order in which they are painted. */

import type { Rect } from '../../base/rect';
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
  /** Marks of waiting packets, from the front, which are used to find the packet at a position. */
  readonly packets: readonly PacketMark[];
  /** Groups of dropped packets, newest first. A click on one goes to the time of its drops. */
  readonly dropGroups: readonly DropGroupPlace[];
}

export interface DropGroupPlace extends Rect {
  readonly decision: number;
}

export interface StageLook {
  readonly isCalm: boolean;
  /** Number of the packet under the pointer or focus. */
  readonly pointedAt: number | undefined;
  /** Decision of the dropped packets under the pointer or with the focus. */
  readonly pointedGroup: number | undefined;
  /** Row of the flow under the pointer, anywhere on the page. */
  readonly hoveredFlow: number | undefined;
  /** Quantity that colours show instead of the flow. */
  readonly shade?: Shade | undefined;
  /** True if the displayed decision is the divergence of the lanes. */
  readonly isDivergence: boolean;
}
