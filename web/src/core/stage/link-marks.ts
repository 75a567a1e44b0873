/** Marks of the link at the right: the packet being sent, the share of it that has been sent, and the wire. */

import { formatValue } from '../../base/format';
import type { PacketMark } from '../../ui/marks/packet-mark';
import { textWidth } from '../../ui/marks/text-mark';
import { isSparse } from '../run/sparse-flows';
import { ease, easeIn } from './choreography';
import type { StageMark } from './stage-display';
import { type LaneLayout, packetX } from './stage-layout';
import { SEND_MS, type StageMemory, type StageSource } from './stage-memory';

export function link(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout): void {
  const { box, font, rect, tickY, transmitter, wireEnd } = layout;
  const { sending_flow, sending_from_s, sending_until_s, now_s } = run.latest.scalars;
  const middle = transmitter.y + transmitter.height / 2;
  const frame = { ...transmitter, kind: 'box', role: 'transmitter', radius: 3 } as const;
  for (const [x1, x2] of [
    [box.x + box.width, transmitter.x - 2],
    [transmitter.x + transmitter.width + 2, wireEnd - 1],
  ] as const)
    marks.push({ kind: 'rule', role: 'wire', x1, y1: middle, x2, y2: middle, ink: 'link', width: 2, opacity: 0.9 });
  marks.push({
    kind: 'rule',
    role: 'wire-head',
    x1: wireEnd - font * 0.6,
    y1: middle - font * 0.4,
    x2: wireEnd,
    y2: middle,
    ink: 'link',
    width: 2,
  });
  marks.push({
    kind: 'rule',
    role: 'wire-head',
    x1: wireEnd - font * 0.6,
    y1: middle + font * 0.4,
    x2: wireEnd,
    y2: middle,
    ink: 'link',
    width: 2,
  });
  marks.push({ ...frame, fill: 'page' });

  const isStream = memory.level === 'stream' || memory.level === 'fast';
  if (isStream) {
    // Single packets would flicker, so the mix of the packets sent in the last 10 s is shown.
    const share = sending_flow < 0 ? 0 : 1;
    const mix = sentMix(run);
    const orange = transmitter.height * mix.greedy * share;
    const sparse = transmitter.height * mix.sparse * share;
    const blue = transmitter.height * share - orange - sparse;
    marks.push({ ...frame, role: 'sent-responsive', height: blue, radius: 0, fill: 'responsive' });
    if (sparse > 0)
      marks.push({
        ...{ ...frame, role: 'sent-sparse', y: transmitter.y + blue },
        ...{ height: sparse, radius: 0, fill: 'sparse' },
      });
    marks.push({
      ...frame,
      role: 'sent-unresponsive',
      y: transmitter.y + blue + sparse,
      height: orange,
      radius: 0,
      fill: 'unresponsive',
    });
  } else {
    if (memory.leaving !== undefined) {
      const gone = easeIn(memory.leaving.age / SEND_MS);
      const x = transmitter.x + (wireEnd - transmitter.width - transmitter.x) * gone;
      marks.push(bigPacket(run, memory.leaving, 'sent', x, layout, 1 - gone));
    }
    if (memory.sending !== undefined) {
      const come = ease(memory.sending.age / SEND_MS);
      const from = packetX(layout, 0) + layout.packetWidth - transmitter.width;
      marks.push(bigPacket(run, memory.sending, 'sending', from + (transmitter.x - from) * come, layout, 1));
    }
  }
  marks.push({
    ...frame,
    role: 'transmitter-border',
    x: transmitter.x - 2,
    y: transmitter.y - 2,
    width: transmitter.width + 4,
    height: transmitter.height + 4,
    radius: 4,
    stroke: 'link',
    lineWidth: 1.5,
  });
  if (!isStream && sending_flow >= 0) {
    const share = Math.min(
      1,
      Math.max(0, (now_s - sending_from_s) / Math.max(1e-12, sending_until_s - sending_from_s)),
    );
    const width = wireEnd - transmitter.x - transmitter.width - font;
    const bar = {
      kind: 'box',
      x: transmitter.x + transmitter.width + font * 0.5,
      y: middle + font * 0.75,
      height: 4,
      radius: 2,
    } as const;
    marks.push({ ...bar, role: 'progress-ground', width, fill: 'line' });
    marks.push({ ...bar, role: 'progress', width: width * share, fill: 'link' });
  }
  const text = formatValue(run.facts.capacity_bps, 'bit/s', 3);
  const half = textWidth(text, font, 'text', 600) / 2;
  const wanted = (transmitter.x + wireEnd) / 2;
  marks.push({
    kind: 'text',
    role: 'capacity',
    x: Math.min(wanted, rect.x + rect.width - half),
    y: tickY,
    text,
    size: font,
    weight: 600,
    align: 'center',
    ink: 'link',
    face: 'text',
    rim: 'page',
  });
}

/** Shares of unresponsive and sparse flows in the departures of the last 10 s. */
function sentMix(run: StageSource): { readonly greedy: number; readonly sparse: number } {
  const { recent_bps } = run.latest.flows;
  let greedy = 0;
  let sparse = 0;
  let all = 0;
  for (let row = 0; row < recent_bps.length; row += 1) {
    const rate = recent_bps[row] as number;
    all += rate;
    if (!run.isUnresponsive(row)) continue;
    if (isSparse(run.facts, row)) sparse += rate;
    else greedy += rate;
  }
  return all > 0 ? { greedy: greedy / all, sparse: sparse / all } : { greedy, sparse };
}

/** A packet outside the queue: at the entrance or on the link. */
export function bigPacket(
  run: StageSource,
  { packet, flow }: { readonly packet: number; readonly flow: number },
  role: string,
  x: number,
  layout: LaneLayout,
  opacity: number,
): PacketMark {
  const { transmitter } = layout;
  return {
    kind: 'packet',
    role,
    packet,
    place: -1,
    x,
    y: transmitter.y,
    width: transmitter.width,
    height: transmitter.height,
    flow,
    isUnresponsive: run.isUnresponsive(flow),
    isSparse: isSparse(run.facts, flow),
    isMarked: false,
    isRetransmission: false,
    opacity,
    tilt: 0,
  };
}
