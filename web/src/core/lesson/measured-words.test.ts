import { loadLesson } from 'virtual:lessons';
import { describe, expect, it } from 'vitest';
import {
  conditionWords,
  figuresWords,
  halfWords,
  type MeasureNames,
  measureNames,
  quantityWords,
} from './measured-words';

const LANES: Readonly<Record<string, string>> = { 'drop-tail': 'DropTail', drr: 'DRR', choke: 'CHOKe', red: 'RED' };

/** Two TCP flows and a UDP flow. */
const FLOWS = [
  { transport: 'cubic', count: 2 },
  { transport: 'udp', count: 1 },
] as never;

const NAMES: MeasureNames = measureNames((id) => LANES[id] ?? id, { flows: FLOWS });

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('a condition of a lesson in words', () => {
  it.each([
    ['flow_queueing_delay_s:3 of drop-tail < 0.07', 'queueing delay of UDP flow 3 under DropTail: at most 70 ms'],
    ['utilization of drop-tail > 0.95', 'link utilization under DropTail: at least 0.95'],
    ['udp_throughput_bps of choke < 0.5 fair share', 'UDP throughput under CHOKe: at most 0.5 fair shares'],
    ['udp_throughput_bps of choke < 1 fair share', 'UDP throughput under CHOKe: at most 1 fair share'],
    ['tcp_goodput_bps of red > 400000', 'TCP goodput under RED: at least 0.4 Mb/s'],
    ['state_bytes of red < 5000', 'state kept under RED: at most 5000 bytes'],
    ['queue_packets of red > 50', 'queue length under RED: at least 50 packets'],
    [
      'udp_throughput_bps of choke between 0.75 fair shares and 1.25 fair shares',
      'UDP throughput under CHOKe: between 0.75 fair shares and 1.25 fair shares',
    ],
    ['udp_share:21..23 of choke < udp_share:21..23 of red', 'UDP share, 21 to 23 s under CHOKe: less than under RED'],
    ['queue_p95_packets of red rises', 'queue length, 95 % under RED: rises'],
    [
      'flow_queueing_delay_s:3 of drr < 0.03 and queue_packets of drr > 50',
      'queueing delay of UDP flow 3 under DRR: at most 30 ms; queue length under DRR: at least 50 packets',
    ],
    [
      'drop_ratio of red between 0.1 and 0.2 and utilization of red > 0.9',
      'drops ÷ arrivals under RED: between 0.1 and 0.2; link utilization under RED: at least 0.9',
    ],
    ['comparisons_per_arrival > 0.9', 'comparisons per arrival: at least 0.9'],
    ['something else', 'something else'],
  ])('is formatted in each case: %s', (condition, words) =>
    expect(plain(conditionWords(condition, NAMES))).toBe(words),
  );

  it('names the lane of the reader', () => {
    expect(conditionWords('comparisons_per_arrival of mine > 0.9', NAMES)).toBe(
      'comparisons per arrival under your script: at least 0.9',
    );
  });

  it('contains no id, in any lesson of the lab', async () => {
    const lessons = ['full-buffer', 'todays-internet', 'write-choke-yourself'];
    const read = await Promise.all(lessons.map((id) => loadLesson(id)));
    const conditions = read.flatMap((lesson) =>
      (lesson?.steps ?? []).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'do' || part.kind === 'write' ? part.conditions : [])),
      ),
    );
    expect(conditions.length).toBeGreaterThan(3);
    for (const condition of conditions)
      expect(conditionWords(condition, NAMES)).not.toMatch(/_|:\d| [<>] | of [a-z-]+$/);
  });
});

describe('a measurement in words', () => {
  it.each([
    [
      'queueing delay of flow 3: drr 11.520 ± 0.018; wanted: at least 300 ms',
      'queueing delay of UDP flow 3 under DRR: 11.5 ms; required: at least 300 ms',
    ],
    [
      'queue length, 5 %: drop-tail 49.2 ± 1.4; wanted: at least 33.0 packets',
      'queue length, 5 % under DropTail: 49.2 ± 1.4 packets; required: at least 33 packets',
    ],
    [
      'link utilization: drop-tail 0.9700 ± 0.0002; wanted: at least 0.950',
      'link utilization under DropTail: 0.97; required: at least 0.95',
    ],
    // A mean that would round to the required limit is shown with more digits, so that it is seen to miss the limit.
    [
      'link utilization: drop-tail 0.94960 ± 0.00002; wanted: at least 0.950',
      'link utilization under DropTail: 0.9496; required: at least 0.95',
    ],
    [
      'UDP throughput: red 0.250 ± 0, choke 0.250 ± 0; wanted: 0.250 to 0.300 Mb/s',
      'UDP throughput: 0.25 Mb/s under RED, 0.25 Mb/s under CHOKe; required: between 0.25 Mb/s and 0.3 Mb/s',
    ],
    [
      'UDP share of the link: choke − red -0.0500 ± 0; wanted: -0.0800 to -0.0200',
      'UDP share of the link under CHOKe − RED: −0.05; required: between −0.08 and −0.02',
    ],
    [
      'UDP throughput: red 0.25 ± 0.01, choke 0.24 ± 0.01 Mb/s; choke − red = -0.010 ± 0.014, no significant difference',
      'UDP throughput: 0.25 ± 0.01 Mb/s under RED, 0.24 ± 0.01 Mb/s under CHOKe; CHOKe minus RED: −0.01 ± 0.014 Mb/s, no significant difference',
    ],
    [
      'queue length, red: 20 12.1 ± 0.2, 40 24.0 ± 0.3 packets',
      'queue length under RED: 12.1 ± 0.2 packets at 20, 24 ± 0.3 packets at 40',
    ],
    [
      'queueing delay of flow 3: drr 11.520 ± 0.018; wanted: at most 30.0 ms; queue length: drr 76.20 ± 0.01; wanted: at least 50.0 packets',
      'queueing delay of UDP flow 3 under DRR: 11.5 ms; required: at most 30 ms. Queue length under DRR: 76.2 packets; required: at least 50 packets',
    ],
    [
      'UDP share, 21.05..21.5 s: choke no run yet; wanted: at most 0.0100',
      'UDP share, 21.05 to 21.5 s under CHOKe: no run yet; required: at most 0.01',
    ],
    ['not every point of the sweep has been run', 'not every point of the sweep has been run'],
    ['', ''],
  ])('is formatted in each case: %s', (figures, words) => expect(plain(figuresWords(figures, NAMES))).toBe(words));
});

describe('the name of a flow', () => {
  it('has its class and number, or only its number if the scene has no such flow', () => {
    expect(quantityWords('throughput of flow 2', NAMES)).toBe('throughput of TCP flow 2');
    expect(quantityWords('throughput of flow 9', NAMES)).toBe('throughput of flow 9');
    expect(quantityWords('slowest TCP flow', NAMES)).toBe('slowest TCP flow');
  });
});

describe('half the width of an interval', () => {
  it.each([
    [0.0077, 0.5564, 's', '8 ms'],
    [0.000_018, 0.011_52, 's', '0.02 ms'],
    [62_000, 462_000, 'bit/s', '0.062 Mb/s'],
    [0.0021, 0.2873, '', '0.002'],
    [0.4, 0, '', '0.4'],
  ])('that is %d, with a mean of %d %s, is shown as %s', (half, mean, unit, words) =>
    expect(plain(halfWords(half, mean, unit))).toBe(words),
  );
});
