/** What a figure with a control reads from a result object of the lab (docs/formats.md). */

export interface Result {
  readonly aqm: string;
  readonly bottleneck: {
    readonly capacity_bps: number;
    readonly utilization: number;
    readonly queueing_delay_s: { readonly mean: number | null };
  };
  readonly classes: { readonly udp?: { readonly throughput_bps: number } };
  readonly flows: readonly {
    readonly group: number;
    readonly throughput_bps: number;
    readonly mean_queueing_delay_s: number | null;
  }[];
}

interface Reading {
  readonly name: string;
  readonly as: 'ms' | 'percent' | 'Mb/s';
  readonly value: (result: Result) => number | null;
}

export const READINGS = {
  call: { name: 'the call waits', as: 'ms', value: waitOf(0) },
  busy: { name: 'the link is busy', as: 'percent', value: ({ bottleneck }) => bottleneck.utilization },
  wait: { name: 'packets wait', as: 'ms', value: ({ bottleneck }) => bottleneck.queueing_delay_s.mean },
  udp: { name: 'UDP gets', as: 'percent', value: shareOf((result) => result.classes.udp?.throughput_bps ?? 0) },
  bbr: { name: 'BBR gets', as: 'percent', value: shareOf(rateOf(1)) },
  scalable: { name: 'each DCTCP flow gets', as: 'Mb/s', value: eachOf(0) },
  classic: { name: 'each CUBIC flow', as: 'Mb/s', value: eachOf(1) },
  low: { name: 'DCTCP waits', as: 'ms', value: waitOf(0) },
  late: { name: 'CUBIC waits', as: 'ms', value: waitOf(1) },
} as const satisfies Record<string, Reading>;

export type ReadingId = keyof typeof READINGS;

function ofGroup({ flows }: Result, group: number): Result['flows'] {
  return flows.filter((flow) => flow.group === group);
}

function rateOf(group: number) {
  return (result: Result): number => ofGroup(result, group).reduce((sum, flow) => sum + flow.throughput_bps, 0);
}

function eachOf(group: number) {
  return (result: Result): number => rateOf(group)(result) / ofGroup(result, group).length;
}

function shareOf(rate: (result: Result) => number) {
  return (result: Result): number => rate(result) / result.bottleneck.capacity_bps;
}

function waitOf(group: number) {
  return (result: Result): number | null => ofGroup(result, group)[0]?.mean_queueing_delay_s ?? null;
}
