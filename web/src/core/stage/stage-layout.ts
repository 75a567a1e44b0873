/** The layout of a lane. Pure: computes rectangles from the lane's rectangle and its buffer size. */

import type { Rect } from '../../base/rect';
import { textWidth } from '../../ui/marks/text-mark';

export interface LaneLayout {
  /** Area of the lane. */
  readonly rect: Rect;
  /** Font size of labels [px]. It grows with the lane, so that readers at the back of a hall can read the labels. */
  readonly font: number;
  /**
   * True if the markers and numbers below the queue share one row instead of two, because several lanes share the stage
   * or the lane is low.
   */
  readonly isCompact: boolean;
  /** Vertical centre of the names of the front and rear half [px]. */
  readonly regionY: number;
  /** Top of the arcs [px]. */
  readonly arcTop: number;
  /** Frame of the queue. */
  readonly box: Rect;
  /** Area of the packets within the frame. */
  readonly slots: Rect;
  /** Largest number of waiting packets. */
  readonly limit: number;
  /** Distance between packets [px]. */
  readonly pitch: number;
  readonly packetWidth: number;
  /** True if packets are drawn one by one (`LEAST_PITCH`). */
  readonly hasSlots: boolean;
  /**
   * Area of the arriving packet. `transmitter` is that of the packet being sent. Both are larger than waiting packets.
   */
  readonly door: Rect;
  readonly transmitter: Rect;
  readonly wireEnd: number;
  readonly tickY: number;
  /** Left and right end of the space for names on the ruler [px]. */
  readonly tickLeft: number;
  readonly tickRight: number;
  readonly hasDoorName: boolean;
  readonly averageY: number;
  readonly dropArea: Rect;
  readonly dropWidth: number;
  readonly dropHeight: number;
  readonly dropColumns: number;
  readonly dropRows: number;
}

/**
 * Smallest distance at which packets are drawn one by one [px]. With this distance, a buffer of 100 packets just fits
 * on a phone.
 */
export const LEAST_PITCH = 2.3;

/** Text under the arriving packet. */
export const DOOR_NAME = 'arriving';

/** Number and size of the lanes on the stage. */
export interface Company {
  readonly lanes: number;
  /** The largest buffer of any lane [packets]. It fills the width, so that equal positions line up across lanes. */
  readonly places: number;
  /** Font size in the presenter [px]. If absent, it depends on the width. */
  readonly type_px?: number;
}

/** Height below which a lane has no room for two rows below the queue [px]. Only embedded lanes are so low. */
const LEAST_FULL_HEIGHT = 112;

export function layoutLane(rect: Rect, limit: number, company: Company = { lanes: 1, places: limit }): LaneLayout {
  const { type_px } = company;
  // Only the presenter sets a font size, which is large. Even two lanes are then compact, and the sides are narrow.
  const isCompact = company.lanes > (type_px === undefined ? 2 : 1) || rect.height < LEAST_FULL_HEIGHT;
  const isNarrow = type_px !== undefined || rect.width < 520;
  const scale = company.lanes === 1 ? 1 : company.lanes === 2 ? 0.95 : 0.9;
  const font =
    type_px ??
    Math.round(Math.min(20, Math.max(isNarrow && isCompact ? 11 : 12, (7 + rect.width * 0.0076) * scale)) * 2) / 2;
  const sideLeft = isNarrow ? font * 3.2 : Math.max(font * 5.2, rect.width * 0.085);
  const sideRight = isNarrow ? font * 4.4 : Math.max(font * 6.4, rect.width * 0.105);

  // Rows of text have the height of their text, and the other parts share the rest. In a compact lane, arcs cross the
  // names of the halves.
  const isLarge = isCompact && type_px !== undefined;
  const regionHeight = font * (isLarge ? 1.1 : isCompact ? 1.25 : 1.5);
  const rulerHeight = font * (isLarge ? 1.35 : isCompact ? 1.75 : 3.5);
  const free = Math.max(font * (isCompact ? 3 : 6), rect.height - regionHeight - rulerHeight);
  const arcHeight = isLarge ? font * 0.45 : free * (isCompact ? 0.1 : 0.24);
  const boxHeight = isLarge ? (free - arcHeight) * 0.67 : free * (isCompact ? 0.55 : 0.44);
  const top = rect.y + regionHeight + arcHeight;
  const places = Math.max(1, limit, company.places);
  const fullWidth = rect.width - sideLeft - sideRight;
  const padding = Math.max(isCompact ? 2 : 3, boxHeight * 0.07);
  const pitch = (fullWidth - 2 * padding) / places;
  // The fronts of all queues are aligned, so the rear of a smaller buffer is further to the right.
  const boxWidth = pitch * Math.max(1, limit) + 2 * padding;
  const box = { x: rect.x + sideLeft + fullWidth - boxWidth, y: top, width: boxWidth, height: boxHeight };
  const slots = {
    x: box.x + padding,
    y: box.y + padding,
    width: box.width - 2 * padding,
    height: box.height - 2 * padding,
  };
  const gap = pitch < 4 ? 0.6 : Math.min(2.5, Math.max(1, pitch * 0.18));
  const packetWidth = Math.min(Math.max(1, pitch - gap), slots.height * 0.62);

  const bigWidth = Math.max(font * 0.85, Math.min(packetWidth * 1.6, font * 1.3));
  const bigHeight = slots.height * 0.86;
  const bigY = slots.y + (slots.height - bigHeight) / 2;
  const rulerTop = box.y + box.height;
  const dropTop = rulerTop + rulerHeight;
  const dropArea = {
    x: rect.x + (isNarrow ? 4 : font * 0.5),
    y: dropTop,
    width: rect.width - (isNarrow ? 8 : font),
    height: rect.y + rect.height - dropTop,
  };
  const dropRows = dropArea.height > font * 3.2 ? 2 : 1;
  // Leaves space for a frame of 3 px around a pair of packets.
  const rowHeight = dropArea.height / dropRows;
  const dropHeight = Math.min(font * 1.8, rowHeight * 0.76, rowHeight - 7);
  const dropWidth = Math.max(5, dropHeight * 0.46);
  const transmitterX = box.x + box.width + sideRight * 0.17;
  const wireEnd = rect.x + rect.width - 2;
  // The name of the link is centred under the link, as in link-marks.ts.
  const linkMiddle = (transmitterX + wireEnd) / 2;
  const linkHalf = textWidth('1.00 Mb/s', font, 'text', 600) / 2;
  const doorX = rect.x + sideLeft * 0.54 - bigWidth / 2;
  return {
    rect,
    font,
    isCompact,
    regionY: rect.y + regionHeight / 2,
    // The highest arc ends just below the upper edge.
    arcTop: isCompact ? rect.y + font * (isLarge ? 1.2 : 1.1) : rect.y + regionHeight + arcHeight * 0.04,
    box,
    slots,
    limit,
    pitch,
    packetWidth,
    hasSlots: pitch >= LEAST_PITCH,
    door: { x: doorX, y: bigY, width: bigWidth, height: bigHeight },
    transmitter: { x: transmitterX, y: bigY, width: bigWidth, height: bigHeight },
    wireEnd,
    hasDoorName: !isNarrow,
    tickLeft: isNarrow ? rect.x + 2 : doorX + bigWidth / 2 + textWidth(DOOR_NAME, font, 'text') / 2 + font * 0.6,
    tickRight: Math.min(linkMiddle, rect.x + rect.width - linkHalf) - linkHalf - font * 0.4,
    tickY: rulerTop + font * (isLarge ? 0.85 : isCompact ? 1.05 : 1.25),
    averageY: rulerTop + font * 2.6,
    dropArea,
    dropWidth,
    dropHeight,
    dropColumns: Math.max(4, Math.floor(dropArea.width / (dropWidth * 2 + font * 1.1))),
    dropRows,
  };
}

/** Left edge of the packet at a position in the queue (0 = front, at the right) [px]. Positions may be fractional. */
export function packetX(layout: LaneLayout, place: number): number {
  return layout.slots.x + layout.slots.width - (place + 0.5) * layout.pitch - layout.packetWidth / 2;
}

/** Horizontal centre of a position in the queue [px]. */
export function placeX(layout: LaneLayout, place: number): number {
  return layout.slots.x + layout.slots.width - (place + 0.5) * layout.pitch;
}

/** Position of the end of a queue of this many packets [px]. */
export function lengthX(layout: LaneLayout, packets: number): number {
  const shown = Math.min(Math.max(0, packets), layout.limit);
  return layout.slots.x + layout.slots.width - shown * layout.pitch;
}

interface PlacedLabel {
  readonly text: string;
  /** Position of the object that the label names [px]. */
  readonly at: number;
  /** Centre of the text [px]. */
  readonly x: number;
  readonly width: number;
}

/**
 * Labels of one row, near their objects, without overlaps, between `left` and `right`. If they do not fit, labels lose
 * their name and keep the number. If they still do not fit, the last labels are left out.
 */
export function placeLabels(
  ticks: readonly { readonly text: string; readonly short: string; readonly at: number }[],
  size: number,
  left: number,
  right: number,
): readonly PlacedLabel[] {
  const gap = size * 0.7;
  const width = (text: string): number => textWidth(text, size, 'text', 500);
  const room = right - left;
  let chosen = ticks.map(({ text, at }) => ({ text, at, width: width(text) }));
  const total = (): number => chosen.reduce((sum, label) => sum + label.width + gap, -gap);
  if (total() > room) chosen = ticks.map(({ short, at }) => ({ text: short, at, width: width(short) }));
  while (chosen.length > 1 && total() > room) chosen.pop();

  // Labels that touch are moved together to the mean of their preferred positions.
  const sorted = chosen.toSorted((a, b) => a.at - b.at);
  const blocks: { labels: typeof chosen; width: number; wish: number; x: number }[] = [];
  for (const label of sorted) {
    let block = { labels: [label], width: label.width, wish: label.at - label.width / 2, x: 0 };
    block.x = Math.min(Math.max(block.wish, left), Math.max(left, right - block.width));
    for (
      let before = blocks.at(-1);
      before !== undefined && before.x + before.width + gap > block.x;
      before = blocks.at(-1)
    ) {
      blocks.pop();
      const count = before.labels.length + block.labels.length;
      const wish =
        (before.wish * before.labels.length + (block.wish - before.width - gap) * block.labels.length) / count;
      block = { labels: [...before.labels, ...block.labels], width: before.width + gap + block.width, wish, x: 0 };
      block.x = Math.min(Math.max(wish, left), Math.max(left, right - block.width));
    }
    blocks.push(block);
  }
  return blocks.flatMap((block) => {
    let x = block.x;
    return block.labels.map((label) => {
      const placed = { text: label.text, at: label.at, x: x + label.width / 2, width: label.width };
      x += label.width + gap;
      return placed;
    });
  });
}
