/** The layout of a lane with several queues in rows. Pure. */

import type { Rect } from '../../../base/rect';
import { textWidth } from '../../../ui/marks/text-mark';
import { type Company, type LaneLayout, LEAST_PITCH, layoutLane } from '../stage-layout';

export interface QueuesLayout {
  readonly lane: LaneLayout;
  /** Number of rows that fit. */
  readonly rows: number;
  /** Top and height of the area for rows [px]. */
  readonly top: number;
  readonly height: number;
  /** Left edge of the names, and right edges of the numbers [px]. */
  readonly nameX: number;
  readonly packetsX: number;
  /** NaN if there is no room or no value. */
  readonly creditX: number;
  /** Beginning and end of the column of packets, and position of the pointer to the next queue [px]. */
  readonly trackX: number;
  readonly trackEnd: number;
  readonly pointerX: number;
  /** Font size in a row [px]. */
  readonly size: number;
}

/** Smallest height of a row [font sizes]. */
const LEAST_ROW = 1.28;
const CREDIT_DIGITS = 7;

export function layoutQueues(
  rect: Rect,
  limit: number,
  company: Company,
  names: { readonly longest: number; readonly hasCredit: boolean },
): QueuesLayout {
  const lane = layoutLane(rect, limit, { ...company, places: limit });
  const { box, font, isCompact } = lane;
  // A lane with several queues has no arcs, regions or second row of drops. The rows get the height that these need in
  // a lane with a single queue.
  const dropHeight = Math.min(lane.dropArea.height, font * (isCompact ? 1.5 : 2.1));
  const ruler = font * (isCompact ? 1.6 : 2);
  const top = rect.y + 1;
  const height = Math.max(font * 2.6, rect.height - dropHeight - ruler - 2);
  const inner = { x: box.x, y: top, width: box.width, height };
  const size = Math.max(isCompact ? 9.5 : 11, font * (isCompact ? 0.86 : 0.9));
  const padding = Math.max(2, font * 0.25);
  const nameX = inner.x + padding * 2;
  const packetsX =
    nameX + textWidth('x'.repeat(names.longest), size, 'text', 600) + textWidth('000', size, 'mono', 600);
  const creditEnd = packetsX + textWidth('0'.repeat(CREDIT_DIGITS), size, 'mono') + font * 0.3;
  const hasCredit = names.hasCredit && creditEnd - inner.x < inner.width * 0.48;
  const pointerX = inner.x + inner.width - padding - size * 0.45;
  const dropTop = rect.y + rect.height - dropHeight;
  const bigY = top + (height - lane.door.height) / 2;
  const layout: LaneLayout = {
    ...lane,
    box: inner,
    // A falling packet is as high as one in a row. Its width would depend on the scale, so a typical width is used.
    slots: { x: inner.x + padding, y: top + padding, width: inner.width - 2 * padding, height: size * LEAST_ROW },
    packetWidth: Math.min(lane.packetWidth, size),
    door: { ...lane.door, y: bigY },
    transmitter: { ...lane.transmitter, y: bigY },
    tickY: top + height + ruler * 0.5,
    averageY: Number.NaN,
    dropArea: { ...lane.dropArea, y: dropTop, height: dropHeight },
    dropRows: 1,
    dropHeight: Math.min(font * 1.8, dropHeight * 0.76, dropHeight - 7),
    // Rows have a packet spacing of their own (`rowPitch`).
    pitch: Math.max(LEAST_PITCH, lane.pitch),
    hasSlots: true,
  };
  return {
    lane: layout,
    rows: Math.max(2, Math.floor((height - 2 * padding) / (size * LEAST_ROW))),
    top: top + padding,
    height: height - 2 * padding,
    nameX,
    packetsX,
    creditX: hasCredit ? creditEnd : Number.NaN,
    trackX: (hasCredit ? creditEnd : packetsX) + font * 0.6,
    trackEnd: pointerX - size * 0.75,
    pointerX,
    size,
  };
}

export interface RowPlace {
  readonly y: number;
  readonly height: number;
}

/** Position of row `at` of `rows`. If there are few rows, they are only as high as packets need. */
export function rowPlace({ top, height, size }: QueuesLayout, at: number, rows: number): RowPlace {
  const each = Math.min(height / Math.max(1, rows), rows <= 2 ? height : size * 2.4);
  const free = height - each * rows;
  return { y: top + free / 2 + at * each, height: each };
}

/** Distance between packets in a row with room for this many packets [px]. */
export function rowPitch({ trackX, trackEnd }: QueuesLayout, places: number): number {
  return Math.max(0.1, (trackEnd - trackX) / places);
}

/** Left edge of a packet in a row [px]; index 0 is the front, at the right. */
export function rowPacketX(layout: QueuesLayout, pitch: number, place: number): number {
  return layout.trackEnd - (place + 1) * pitch + (pitch - rowPacketWidth(layout, pitch)) / 2;
}

export function rowPacketWidth({ size }: QueuesLayout, pitch: number): number {
  const gap = pitch < 4 ? 0.6 : Math.min(2.5, Math.max(1, pitch * 0.18));
  return Math.min(Math.max(1, pitch - gap), size * 1.5);
}
