/** Questions of an audience poll: about one quantity of one lane, or taken from a step of a lesson. Pure. */

import { formatValue } from '../../base/format';
import type { Scenario } from '../border/scenario';
import { experimentLanes, laneName, type PresetFile } from '../experiment/preset-file';
import { settingAt, withSetting } from '../scene/edit';
import { laneAlone } from './hall-address';
import type { Scale } from './hall-code';
import type { PredictPart } from './lesson';

export interface HallQuestion {
  /** Fragment of the address that phones open. The codes contain its fingerprint. */
  readonly fragment: string;
  readonly question: string;
  readonly answer: HallMeasure | HallChoice;
  /** Text of a preset file. The experiment in this file yields one answer per seed. */
  readonly experiment: string;
  /** Index of the point in the experiment's sweep. */
  readonly point: number;
  /** The scene that the page shows for the question, without a seed. */
  readonly scene: Scenario;
}

export interface HallMeasure extends Scale {
  readonly kind: 'slider';
  readonly metric: string;
  readonly name: string;
  readonly unit: string;
  /** Name of the lane in the experiment. */
  readonly lane: string;
}

export interface HallChoice extends Scale {
  readonly kind: 'choice';
  readonly options: readonly string[];
}

/** Result of a run in which none of the options holds, or several options hold. */
export const NO_OPTION = -1;

/** A quantity for a question about a scene. */
export interface HallMetric {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly ask: (discipline: string) => string;
  /** Scale of the quantity in a scene. Undefined if the scene does not have the quantity. */
  readonly scale: (scene: Scenario) => Scale | undefined;
}

const SHARE: Scale = { from: 0, to: 1 };

/**
 * Quantities for questions, with the engine's names and units. The default is the first quantity that the scene has.
 */
export const HALL_METRICS: readonly HallMetric[] = [
  {
    id: 'udp_utilization',
    name: 'UDP share of the link',
    unit: '',
    ask: (discipline) => `What share of the link does UDP get under ${discipline}?`,
    scale: (scene) => (countOf(scene, 'udp') > 0 ? SHARE : undefined),
  },
  {
    id: 'jain_index',
    name: 'fairness, all flows',
    unit: '',
    ask: (discipline) => `How fair is ${discipline} to all flows? (Jain’s index: 1 if all get the same)`,
    scale: (scene) => (countOf(scene, 'udp') + countOf(scene, 'tcp') > 1 ? SHARE : undefined),
  },
  {
    id: 'queue_packets',
    name: 'queue length',
    unit: 'packets',
    ask: (discipline) => `How many packets wait under ${discipline}, on average?`,
    scale: bufferScale,
  },
  {
    id: 'queueing_delay_s',
    name: 'queueing delay',
    unit: 's',
    ask: (discipline) => `How long does a packet wait under ${discipline}, on average?`,
    scale: (scene) => {
      const packets = bufferScale(scene)?.to;
      const largest_bytes = Math.max(...scene.flows.map(({ packet_bytes }) => packet_bytes));
      if (packets === undefined) return undefined;
      // The upper end of the scale is the delay of a full buffer.
      return { from: 0, to: (packets * largest_bytes * 8) / scene.bottleneck.capacity_bps };
    },
  },
  {
    id: 'utilization',
    name: 'link utilization',
    unit: '',
    ask: (discipline) => `For what share of the time is the link busy under ${discipline}?`,
    scale: () => SHARE,
  },
  {
    id: 'drop_ratio',
    name: 'drops ÷ arrivals',
    unit: '',
    ask: (discipline) => `What share of the arriving packets does ${discipline} drop?`,
    scale: () => SHARE,
  },
  {
    id: 'udp_loss_ratio',
    name: 'UDP loss',
    unit: '',
    ask: (discipline) => `What share of the UDP packets does ${discipline} drop?`,
    scale: (scene) => (countOf(scene, 'udp') > 0 ? SHARE : undefined),
  },
];

/** Quantities that a scene has. */
export function metricsOf(scene: Scenario): readonly HallMetric[] {
  return HALL_METRICS.filter(({ scale }) => scale(scene) !== undefined);
}

/** The question about a quantity of a scene with one lane. Undefined if the scene does not have the quantity. */
export function questionOfScene(
  fragment: string,
  { id, name, unit, ask, scale }: HallMetric,
  scene: Scenario,
  discipline: string,
): HallQuestion | undefined {
  const lane = scene.lanes[0]?.aqm;
  const reach = scale(scene);
  if (lane === undefined || reach === undefined) return undefined;
  return {
    fragment,
    question: ask(discipline),
    answer: { kind: 'slider', metric: id, name, unit, lane, ...reach },
    experiment: JSON.stringify({
      order: 0,
      document: { id: 'hall', title: 'Audience poll', citation: 'A scene of this lab', place: 'hall' },
      lesson: 'One quantity of one lane; each phone runs a seed of its own.',
      scenario: scene,
      // A report contains only quantities that claims use. This claim serves only to include the quantity; its verdict
      // is ignored.
      claims: [
        {
          id: 'O1',
          text: 'It is not negative.',
          origin: 'ours',
          outlook: 'open',
          check: { kind: 'bound', metric: id, lanes: [lane], min: 0 },
        },
      ],
    }),
    point: 0,
    scene,
  };
}

/**
 * The question in a part of a lesson. A poll asks for one value, so for a curve the question is about its last point.
 */
export function questionOfPart(fragment: string, part: PredictPart): HallQuestion {
  const { question, answer, experiment } = part;
  const file = JSON.parse(experiment) as PresetFile;
  if (answer.kind === 'choice') {
    const scale = { from: 0, to: answer.options.length - 1 };
    const scene = laneAlone(file.scenario, 0);
    return { fragment, question, answer: { ...answer, ...scale }, experiment, point: 0, scene };
  }
  const { metric, name_of_metric: name, unit, lane, from, to } = answer;
  const measure: HallMeasure = { kind: 'slider', metric, name, unit, lane, from, to };
  const lanes = experimentLanes(file);
  const place = Math.max(
    0,
    lanes.findIndex((candidate) => laneName(candidate) === lane),
  );
  const { aqm = '', params = {} } = lanes[place] ?? {};
  const scene = laneAlone({ ...file.scenario, lanes: [{ aqm, params }] }, 0);
  if (answer.kind === 'slider') return { fragment, question, answer: measure, experiment, point: 0, scene };
  const point = answer.points.length - 1;
  const value = answer.points[point] ?? 0;
  return {
    fragment,
    question: `What is the “${name}” under ${lane} at ${answer.name} ${formatValue(value, unitOfPath(answer.path))}?`,
    answer: measure,
    experiment,
    point,
    scene: withSetting(scene, answer.path, value),
  };
}

/** The unit at the end of a setting's path. */
function unitOfPath(path: string): string {
  const units: Readonly<Record<string, string>> = { bps: 'bit/s', s: 's', packets: 'packets', bytes: 'bytes' };
  return units[path.slice(path.lastIndexOf('_') + 1)] ?? '';
}

function countOf(scene: Scenario, which: 'udp' | 'tcp'): number {
  const counted = scene.flows.filter(({ transport }) => (transport === 'udp') === (which === 'udp'));
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Scale from 0 to the size of the buffer [packets]. */
function bufferScale(scene: Scenario): Scale | undefined {
  const limit = scene.lanes[0]?.params.limit ?? settingAt(scene, 'queue.params.limit');
  return typeof limit === 'number' && limit > 0 ? { from: 0, to: limit } : undefined;
}
