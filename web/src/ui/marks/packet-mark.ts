/**
 * A packet in one slot. A packet of a responsive flow is blue, in the flow's shade. Unresponsive packets are orange and
 * taller, with a dark diamond. Packets of sparse flows have another colour and a dot. A retransmission has a light
 * strip at its bottom. An ECN mark is a flag on top. A packet whose colour shows a number, such as its waiting time, is
 * filled from the bottom. If there is room, a tag at the bottom shows its label.
 */

import { flowColour, shareColour } from '../../base/palette';
import type { Rect } from '../../base/rect';
import type { Brush } from './ink';
import { textWidth } from './text-mark';

export interface PacketMark extends Rect {
  readonly kind: 'packet';
  /** The packet's role: `waiting`, `arriving`, `sending`, `dropped`. */
  readonly role: string;
  /** The packet's number in this run. */
  readonly packet: number;
  /** Position in the queue (0 = front). −1 if the packet is not waiting. */
  readonly place: number;
  /** Row of the flow (flow number minus 1). */
  readonly flow: number;
  readonly isUnresponsive: boolean;
  /** True for an unresponsive flow whose rate does not exceed its fair share. */
  readonly isSparse?: boolean;
  readonly isMarked: boolean;
  readonly isRetransmission: boolean;
  readonly opacity: number;
  /** Position on a scale from 0 to 1, if the colour of packets shows a number. */
  readonly share?: number | undefined;
  /** Text on the packet. */
  readonly label?: string | undefined;
  /** Rotation about the centre [rad]. */
  readonly tilt: number;
}

export function paintPacket(context: CanvasRenderingContext2D, mark: PacketMark, brush: Brush): void {
  if (mark.opacity <= 0) return;
  context.globalAlpha = mark.opacity;
  if (mark.tilt === 0) {
    trace(context, mark, mark.x, mark.y, brush);
    return;
  }
  const halfWidth = mark.width / 2;
  const halfHeight = mark.height / 2;
  context.translate(mark.x + halfWidth, mark.y + halfHeight);
  context.rotate(mark.tilt);
  trace(context, mark, -halfWidth, -halfHeight, brush);
  context.rotate(-mark.tilt);
  context.translate(-mark.x - halfWidth, -mark.y - halfHeight);
}

/** Gap above and below a responsive packet in its slot, as a share of the slot's height. */
const INSET = 0.09;
/** Opacity of the unfilled part. */
const EMPTY = 0.4;

/** Smallest height of a packet with a label [px]. */
const LEAST_WRITTEN = 40;

/** A tag at the bottom of a packet, with its text running upwards. */
function tag(
  context: CanvasRenderingContext2D,
  label: string,
  middle: number,
  foot: number,
  width: number,
  brush: Brush,
): void {
  const size = Math.min(12, Math.max(8, width - 1));
  const length = textWidth(label, size, 'mono') + 4;
  context.save();
  context.translate(middle, foot - 2);
  context.rotate(-Math.PI / 2);
  context.fillStyle = brush.colours.well;
  context.fillRect(0, 1 - width / 2, length, width - 2);
  context.font = `600 ${size}px ${brush.monoFamily}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = brush.colours.text;
  context.fillText(label, 2, 0.5);
  context.restore();
}

function trace(context: CanvasRenderingContext2D, mark: PacketMark, x: number, slotY: number, brush: Brush): void {
  const inset = mark.isUnresponsive ? 0 : mark.height * INSET;
  const y = slotY + inset;
  const { width } = mark;
  const height = mark.height - 2 * inset;
  const { share } = mark;
  const label = height >= LEAST_WRITTEN ? mark.label : undefined;
  context.fillStyle =
    share === undefined
      ? flowColour(brush.colours, mark.flow, !mark.isUnresponsive, mark.isSparse)
      : shareColour(brush.colours, share);
  if (share !== undefined) {
    context.globalAlpha = mark.opacity * EMPTY;
    context.fillRect(x, y, width, height * (1 - share));
    context.globalAlpha = mark.opacity;
    context.fillRect(x, y + height * (1 - share), width, height * share);
  } else if (width < 3) context.fillRect(x, y, width, height);
  else {
    context.beginPath();
    context.roundRect(x, y, width, height, Math.min(3, width * 0.3));
    context.fill();
  }
  const middle = x + width / 2;
  if (mark.isUnresponsive && width >= 2.5) {
    const halfWidth = Math.min(width * 0.34, 5);
    const halfHeight = Math.min(Math.max(halfWidth * 1.9, 4), height * 0.3);
    const centre = y + (label === undefined ? height / 2 : halfHeight + 3);
    context.fillStyle = mark.isSparse === true ? brush.colours.onSparse : brush.colours.onUnresponsive;
    context.beginPath();
    if (mark.isSparse === true) context.arc(middle, centre, halfWidth, 0, 2 * Math.PI);
    else {
      context.moveTo(middle, centre - halfHeight);
      context.lineTo(middle + halfWidth, centre);
      context.lineTo(middle, centre + halfHeight);
      context.lineTo(middle - halfWidth, centre);
    }
    context.fill();
  }
  if (mark.isRetransmission && width >= 6.5) {
    context.fillStyle = brush.colours.well;
    context.fillRect(x + 1, y + height - Math.max(4, height * 0.16), width - 2, Math.max(1.5, height * 0.05));
  }
  if (label !== undefined) {
    const foot = y + height - (mark.isRetransmission ? Math.max(6, height * 0.2) : 0);
    tag(context, label, middle, foot, width, brush);
  }
  if (mark.isMarked) {
    const size = Math.max(4, Math.min(9, width));
    context.fillStyle = brush.colours.ecn;
    context.beginPath();
    context.moveTo(middle - size / 2, y - size * 0.2);
    context.lineTo(middle + size / 2, y - size * 0.2);
    context.lineTo(middle, y + size);
    context.fill();
  }
}
