/** Small questions on one short scene, for tests. */

import { FILE } from '../../core/experiment/fixtures';
import type { Answer, PredictPart } from '../../core/lesson/lesson';

const MEASURE = { metric: 'udp_throughput_bps', name_of_metric: 'UDP throughput', unit: 'bit/s', from: 0, to: 2e6 };

export const SLIDER: Answer = { kind: 'slider', ...MEASURE, lane: 'red' };

export const CURVE: Answer & { kind: 'curve' } = {
  ...{ kind: 'curve', ...MEASURE, lane: 'red' },
  ...{ path: 'flows.0.rate_bps', name: 'UDP rate', points: [250_000, 500_000, 2_000_000] },
};

export const CHOICE: Answer = { kind: 'choice', options: ['UDP gets through', 'UDP does not'] };

/**
 * A question about 10 s of one UDP source that fills the link. `answer` is the form of the answer, such as `SLIDER`.
 */
export function question(answer: Answer, given: Partial<PredictPart> = {}): PredictPart {
  const bound = { kind: 'bound', metric: MEASURE.metric, lanes: ['red'] };
  const limits = [{ min: 900_000 }, { max: 100_000 }];
  const claims = limits.map((limit, place) => ({
    ...{ id: `O${place + 1}`, text: `option ${place + 1}`, origin: 'ours', outlook: 'open' },
    check: { ...bound, ...limit },
  }));
  const { path, name, points } = answer.kind === 'curve' ? answer : CURVE;
  const sweep = answer.kind === 'curve' ? { sweep: { path, name, values: points } } : {};
  const experiment = JSON.stringify({ ...FILE, experiment: { lanes: [{ aqm: 'red' }], seeds: 3, ...sweep }, claims });
  return { kind: 'predict', line: 1, id: 'share', question: 'How much?', answer, experiment, seeds: 3, ...given };
}
