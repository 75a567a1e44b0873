/**
 * The ring of slots that hold a discipline's packets, for the strip below its lane. Pure: the input is a frame, the
 * output is text.
 */

import { SlotFlag } from '../border/border.gen';
import type { SlotsView } from '../border/catalog';
import type { RunBuffer } from '../run/run-buffer';

type SlotKind = 'packet' | 'hole' | 'lost';

/** Adjacent slots of one kind. Beginning and end are positions along the ring, from 0 to 1. */
interface Stretch {
  readonly kind: SlotKind;
  readonly from: number;
  readonly to: number;
}

export interface SlotsShown {
  /** The stretches in the order of the ring. Slots between them are free. */
  readonly stretches: readonly Stretch[];
  /** Left edge of the slot, from 0 to 1. */
  readonly head: number;
  readonly tail: number;
  readonly size: number;
  readonly packets: number;
  readonly holes: number;
  /**
   * Packets in the queue length of the discipline that are not in the queue. Later packets have overwritten the slots
   * of some of them.
   */
  readonly lost: number;
  /** Queue length as the discipline counts it. */
  readonly counted: number;
}

export function slotsOf({ about, latest }: Pick<RunBuffer, 'about' | 'latest'>, view: SlotsView): SlotsShown {
  const { flags } = latest.slots;
  const size = flags.length;
  const counts: Record<SlotKind, number> = { packet: 0, hole: 0, lost: 0 };
  const counted = latest.gauges.value[about.gauges.findIndex(({ id }) => id === view.gauge)] ?? Number.NaN;
  const stretches: Stretch[] = [];
  for (const [slot, flag] of flags.entries()) {
    const kind = kindOf(flag);
    if (kind === undefined) continue;
    counts[kind] += 1;
    const last = stretches.at(-1);
    const to = (slot + 1) / size;
    if (last?.kind === kind && last.to === slot / size) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ kind, from: slot / size, to });
  }
  const edge = (end: number): number => {
    const slot = flags.findIndex((flag) => (flag & end) !== 0);
    return slot > 0 ? slot / size : 0;
  };
  return {
    stretches,
    head: edge(SlotFlag.head),
    tail: edge(SlotFlag.tail),
    size,
    packets: counts.packet,
    holes: counts.hole,
    lost: counted - counts.packet,
    counted,
  };
}

/** Slots of one kind as a CSS background in the colour `ink`. */
export function backgroundOf({ stretches }: SlotsShown, kind: SlotKind, ink: string): string {
  const stops = stretches
    .filter((stretch) => stretch.kind === kind)
    .flatMap(({ from, to }) => {
      const [left, right] = [percent(from), percent(to)];
      return [`transparent ${left}`, `${ink} ${left}`, `${ink} ${right}`, `transparent ${right}`];
    });
  return stops.length === 0 ? 'none' : `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Text such as "40 packets and 12 holes in 128 slots, 0 lost; length 40". */
export function briefOfSlots({ packets, holes, lost, size, counted }: SlotsShown): string {
  return `${plural(packets, 'packet')} and ${plural(holes, 'hole')} in ${size} slots, ${lost} lost; length ${counted}`;
}

function kindOf(flag: number): SlotKind | undefined {
  if ((flag & SlotFlag.packet) !== 0) return 'packet';
  if ((flag & SlotFlag.lost) !== 0) return 'lost';
  return (flag & SlotFlag.hole) !== 0 ? 'hole' : undefined;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(3))}%`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
