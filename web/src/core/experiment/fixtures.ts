/** A small preset file, and reports about it, for tests. */

import type { PresetFile } from './preset-file';
import type { Report, ReportRow, Sample } from './report';

export const FILE: PresetFile = {
  order: 1,
  document: { id: 'thesis', title: 'A thesis', citation: 'Someone, 2015', place: 'section 4' },
  lesson: 'Greed does not pay.',
  experiment: { lanes: [{ aqm: 'red' }, { aqm: 'choke', params: { m: 3 }, name: 'choke-3' }], seeds: 10 },
  scenario: {
    schema: 1,
    id: 'model',
    title: 'Model',
    seed: 1,
    duration_s: 10,
    measured_from_s: 0,
    profile: 'ns2',
    bottleneck: { capacity_bps: 1e6, delay_s: 0.01 },
    access: { rate_bps: 1e7, delay_s: 0.01 },
    queue: { params: { max_th: 80 } },
    lanes: [{ aqm: 'red', params: {} }],
    flows: [{ transport: 'udp', source: 'cbr', count: 1, packet_bytes: 1000, start_s: [0, 1], rate_bps: 2e6 }],
    interventions: [],
  },
};

/** Text of the preset file with the published values. */
export const FILE_TEXT = JSON.stringify({
  ...FILE,
  published: [
    { lane: 'red', metric: 'udp_throughput_bps', value: 750_000, place: 'Fig. 4.2', quality: 'figure' },
    { lane: 'choke-3', metric: 'udp_throughput_bps', value: 120_000, place: 'Table II', quality: 'table' },
  ],
  claims: [
    {
      id: 'S1',
      text: 'RED lets UDP through.',
      origin: 'document',
      outlook: 'holds',
      check: { kind: 'bound', metric: 'udp_throughput_bps', lanes: ['red'], min: 900_000 },
    },
  ],
});

export function row(given: Partial<ReportRow>): ReportRow {
  return {
    metric: 'udp_throughput_bps',
    name: 'UDP throughput',
    unit: 'bit/s',
    lane: 'red',
    published: [],
    verdict: null,
    ...given,
  };
}

/**
 * A sample for tests with the given statistics. The median and the quartiles equal the mean, whatever the values are.
 */
export function sample(given: Pick<Sample, 'mean' | 'sd' | 'half_width' | 'count' | 'values'>): Sample {
  const { mean } = given;
  return {
    ...{ interval: null, median: mean, quartiles: [mean, mean], two_states: false },
    ...{ prediction_half_width: null, left_out: 0 },
    ...given,
  };
}

export function report(rows: readonly ReportRow[]): Report {
  return {
    schema: 1,
    engine: '0.1.0',
    preset: 'model',
    title: 'Model',
    document: FILE.document,
    seeds: 3,
    asked_seeds: 3,
    profile: 'ns2',
    duration_s: 200,
    measured_from_s: 0,
    points: [null],
    rows,
    claims: [],
    summary: {
      ...{ printed: 0, facts: 0, number: 0, order: 0, neither: 0, undecided: 0, common: 0, fitted: 0 },
      claims: [],
      ...{ comparisons: 0, by_chance: 0, outside: 0, predicted: 0, settling: 0, halved: 0, unsettled_verdicts: 0 },
      in_words: '',
    },
    paired: [],
    normality: [],
    correlations: [],
    has_tests: false,
  };
}
