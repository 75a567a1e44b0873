/**
 * Conditions of a lesson and measurements of the engine in plain words, such as "queueing delay of UDP flow 3 under
 * DRR: 11.5 ms; required: at least 300 ms". Lesson files and reports contain ids instead, such as `flow_queueing_delay_s:3
 * of drr > 0.3`. Pure.
 */

import { formatNumber, formatValue, unitScale } from '../../base/format';
import { METRICS, type MetricAbout } from '../border/metrics.gen';
import type { Scenario } from '../border/scenario';
import type { Answer } from './lesson';

/** The page's names of measured quantities. */
export interface MeasureNames {
  /** Name of a lane, such as "CHOKe" for `choke`. */
  readonly lane: (id: string) => string;
  /** Name of a flow, such as "UDP flow 3". Flows are numbered from 1. */
  readonly flow: (number: number) => string;
}

/** Id of the reader's lane in a task that asks for a script. */
const READERS_LANE = 'mine';

/** The names that the page uses. `discipline` gives the name of a discipline by its id. */
export function measureNames(
  discipline: (id: string) => string,
  scenario: Pick<Scenario, 'flows'> | undefined,
): MeasureNames {
  return {
    lane: (id) => (id === READERS_LANE ? 'your script' : discipline(id)),
    flow: (number) => {
      let before = 0;
      const group = scenario?.flows.find(({ count }) => {
        before += count;
        return number <= before;
      });
      return group === undefined ? `flow ${number}` : `${group.transport === 'udp' ? 'UDP' : 'TCP'} flow ${number}`;
    },
  };
}

/** The engine's name of a quantity, with the page's name of the flow: "queueing delay of UDP flow 3". */
export function quantityWords(name: string, { flow }: Pick<MeasureNames, 'flow'>): string {
  return name
    .replace(/(?<!UDP |TCP )\bflow (\d+)$/, (_, number) => flow(Number(number)))
    .replace(/(\d)\.\.(\d)/, '$1 to $2');
}

/** The answer to a question, with the page’s name of the quantity instead of the engine’s. */
export function namedAnswer<A extends Answer>(answer: A, names: MeasureNames): A {
  return 'name_of_metric' in answer
    ? { ...answer, name_of_metric: quantityWords(answer.name_of_metric, names) }
    : answer;
}

/** Names of quantities over an interval, which only tasks use. `{}` is replaced by the interval [s]. */
const OVER_TIME: Readonly<Record<string, string>> = {
  udp_share: 'UDP share, {} s',
  link_use: 'use of the link, {} s',
  udp_share_peak: 'largest UDP share, {} s',
  udp_queue_share: 'UDP share of the queue, {} s',
};

/** Name of a metric, such as "queueing delay of UDP flow 3" for `flow_queueing_delay_s:3`. */
function metricWords(metric: string, names: MeasureNames): string {
  const [id = '', argument = ''] = metric.split(':');
  const name = aboutMetric(id)?.name ?? OVER_TIME[id] ?? id.replaceAll('_', ' ');
  return quantityWords(name.replace('{}', argument), names);
}

function aboutMetric(id: string): MetricAbout | undefined {
  return METRICS.find((about) => about.id === id);
}

function metricUnit(metric: string): string {
  return aboutMetric(metric.split(':')[0] ?? '')?.unit ?? '';
}

/**
 * A condition of a lesson file in words: "UDP throughput under CHOKe: at most 0.5 fair shares" for `udp_throughput_bps
 * of choke < 0.5 fair share`. A value equal to its limit meets the condition. Any other text is returned unchanged.
 */
export function conditionWords(condition: string, names: MeasureNames): string {
  const clauses = condition.split(/ and (?=[a-z][\w:.]* (?:of|[<>]|between|rises|falls) )/);
  return clauses.map((clause) => clauseWords(clause.trim(), names)).join('; ');
}

const CLAUSE =
  /^(?<metric>[a-z][\w:.-]*)(?: of (?<lane>[a-z][\w-]*))? (?<what>[<>]|between|rises|falls)(?: (?<rest>.+))?$/;
const MEASURE = /^[a-z][\w:.-]*(?: of (?<lane>[a-z][\w-]*))?$/;

function clauseWords(clause: string, names: MeasureNames): string {
  const { metric, lane, what, rest = '' } = CLAUSE.exec(clause)?.groups ?? {};
  if (metric === undefined) return clause;
  const subject = `${metricWords(metric, names)}${lane === undefined ? '' : ` under ${names.lane(lane)}`}`;
  if (what === 'rises' || what === 'falls') return `${subject}: ${what}`;
  const unit = metricUnit(metric);
  if (what === 'between') {
    const [low = '', high = ''] = rest.split(' and ').map((limit) => limitWords(limit, unit));
    return `${subject}: between ${low} and ${high}`;
  }
  const other = Number.isNaN(Number.parseFloat(rest)) ? MEASURE.exec(rest)?.groups?.lane : undefined;
  if (other !== undefined) return `${subject}: ${what === '<' ? 'less' : 'more'} than under ${names.lane(other)}`;
  return `${subject}: ${what === '<' ? 'at most' : 'at least'} ${limitWords(rest, unit)}`;
}

/** The limit that a mean has to keep, in words, such as "0.5 fair shares" or "70 ms". */
function limitWords(limit: string, unit: string): string {
  const [number = '', ...shares] = limit.split(' ');
  const value = Number(number);
  if (number === '' || Number.isNaN(value)) return limit;
  if (shares.length === 0) return formatValue(value, unit, 6);
  return `${formatNumber(value, 6)}\u00a0fair ${value === 1 ? 'share' : 'shares'}`;
}

const NUMBER = '-?\\d+(?:\\.\\d+)?';
const MEAN = `(?:${NUMBER}(?: ± ${NUMBER})?|–|no run yet)`;
const LANE = '[a-z][\\w-]*(?: − [a-z][\\w-]*)?';
const UNIT = 'Mb/s|ms|packets|bytes';
/** Matches measurements of several lanes: "UDP throughput: red 0.250 ± 0.002, choke 0.125 ± 0.001 Mb/s". */
const MEASURED = new RegExp(`^(?<name>.+): (?<means>${LANE} ${MEAN}(?:, ${LANE} ${MEAN})*)(?: (?<unit>${UNIT}))?$`);
/**
 * Matches measurements of one lane along a sweep, as pairs of a value of the setting and a mean: "queue length, red: 20
 * 12.1 ± 0.2, 40 24.0 ± 0.3 packets".
 */
const SWEPT = new RegExp(
  `^(?<name>.+), (?<lane>${LANE}): (?<means>\\S+ ${MEAN}(?:, \\S+ ${MEAN})*)(?: (?<unit>${UNIT}))?$`,
);
/**
 * Matches the reason why an expected order of two lanes does not hold: "choke − red = -0.125 ± 0.003, no significant
 * difference".
 */
const DOUBT = new RegExp(
  `^(?<after>\\S+) − (?<before>\\S+) = (?<mean>${MEAN}), (?<why>not in this order|too small to matter|no significant difference)$`,
);
const WANTED = new RegExp(
  `^wanted: (?:(?<side>at least|at most) )?(?<low>${NUMBER})(?: to (?<high>${NUMBER}))?(?: (?<unit>${UNIT}))?$`,
);

/**
 * The measurements and limits with which the engine explains a verdict, with names instead of ids and a unit after each
 * number. Unknown ids are not replaced.
 */
export function figuresWords(figures: string, names: MeasureNames): string {
  const pieces = figures.split('; ');
  const texts: string[] = [];
  let unit = '';
  pieces.forEach((piece, place) => {
    const wanted = WANTED.exec(piece)?.groups;
    if (wanted !== undefined) {
      const asked = wantedWords(wanted);
      const last = texts.length - 1;
      if (last >= 0) texts[last] += `; required: ${asked}`;
      else texts.push(`required: ${asked}`);
      return;
    }
    const limits = WANTED.exec(pieces[place + 1] ?? '')?.groups;
    const doubt = DOUBT.exec(piece)?.groups;
    if (doubt === undefined) unit = unitOf(piece, limits?.unit);
    const words = doubt === undefined ? measuredWords(piece, names, unit, limits) : doubtWords(doubt, names, unit);
    if (doubt !== undefined && texts.length > 0) texts[texts.length - 1] += `; ${words}`;
    else texts.push(words);
  });
  return texts.map((one, place) => (place === 0 ? one : capital(one))).join('. ');
}

type Groups = Readonly<Record<string, string>>;

function unitOf(piece: string, ofLimits: string | undefined): string {
  return MEASURED.exec(piece)?.groups?.unit ?? SWEPT.exec(piece)?.groups?.unit ?? ofLimits ?? '';
}

function measuredWords(piece: string, names: MeasureNames, unit: string, limits: Groups | undefined): string {
  const near = [limits?.low, limits?.high].flatMap((limit) => (limit === undefined ? [] : [Number(limit)]));
  const measured = MEASURED.exec(piece)?.groups;
  if (measured !== undefined) {
    const name = quantityWords(measured.name ?? '', names);
    const means = meansIn(measured.means ?? '').map(
      ([lane, mean]) => [laneWords(lane, names), meanWords(mean, unit, near)] as const,
    );
    const [only] = means;
    if (means.length === 1 && only !== undefined) return `${name} under ${only[0]}: ${only[1]}`;
    return `${name}: ${means.map(([lane, mean]) => `${mean} under ${lane}`).join(', ')}`;
  }
  const swept = SWEPT.exec(piece)?.groups;
  if (swept === undefined) return piece;
  const means = meansIn(swept.means ?? '').map(([at, mean]) => `${meanWords(mean, unit, near)} at ${pointWords(at)}`);
  return `${quantityWords(swept.name ?? '', names)} under ${laneWords(swept.lane ?? '', names)}: ${means.join(', ')}`;
}

/** The pairs of lane and mean in text such as "red 0.250 ± 0.002, choke 0.125". */
function meansIn(text: string): readonly (readonly [string, string])[] {
  return text.split(', ').map((one) => {
    const mean = new RegExp(` (${MEAN})$`).exec(one)?.[1] ?? '';
    return [one.slice(0, one.length - mean.length - 1), mean] as const;
  });
}

/** Name of a lane, or the two names of a difference: "CHOKe − RED". */
function laneWords(lane: string, names: MeasureNames): string {
  return lane.split(' − ').map(names.lane).join(' − ');
}

function pointWords(point: string): string {
  const value = Number(point);
  return Number.isNaN(value) ? point : formatNumber(value, 6);
}

/**
 * A mean with three digits, or with more if the rounded mean would equal a limit. The half-width of its interval is
 * added only if it is not zero in these digits.
 */
function meanWords(text: string, unit: string, limits: readonly number[]): string {
  const [meanText = '', halfText] = text.split(' ± ');
  const mean = Number(meanText);
  if (Number.isNaN(mean)) return text;
  let digits = 3;
  const reads = (): number => Number(formatNumber(mean, digits).replace('−', '-'));
  while (digits < 6 && reads() !== mean && limits.includes(reads())) digits += 1;
  const half = Number(halfText ?? 0);
  const lastDigit = lastDigitOf(mean, digits);
  const isSeen = half > 0 && half >= lastDigit / 2;
  const number = formatNumber(mean, digits);
  return withUnit(isSeen ? `${number}\u00a0±\u00a0${toDigit(half, lastDigit)}` : number, unit);
}

/**
 * Half the width of an interval, in the unit of its mean and rounded to the same decimal place: "8 ms" beside "556 ms".
 */
export function halfWords(half: number, mean: number, unit: string): string {
  const { factor, name } = unitScale(mean, unit);
  return withUnit(toDigit(half / factor, lastDigitOf(mean / factor, 3)), name);
}

/** Place value of the last of `digits` significant digits, such as 0.01 for three digits of 1.23. */
function lastDigitOf(value: number, digits: number): number {
  return value === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - digits);
}

/**
 * A number rounded to the decimal place of `digit`, such as 0.01. If the result would be zero, the number is rounded to
 * one significant digit.
 */
function toDigit(value: number, digit: number): string {
  const places = digit > 0 && digit < 1 ? Math.round(-Math.log10(digit)) : 0;
  const rounded = Number(value.toFixed(places));
  return digit === 0 || rounded === 0 ? formatNumber(value, 1) : formatNumber(rounded, 12);
}

function wantedWords({ side, low = '', high, unit = '' }: Groups): string {
  const limit = (text: string): string => withUnit(formatNumber(Number(text), 6), unit);
  return high === undefined ? `${side} ${limit(low)}` : `between ${limit(low)} and ${limit(high)}`;
}

function doubtWords(
  { after = '', before = '', mean = '', why = '' }: Groups,
  names: MeasureNames,
  unit: string,
): string {
  const name = (one: string): string => (Number.isNaN(Number(one)) ? names.lane(one) : pointWords(one));
  return `${name(after)} minus ${name(before)}: ${meanWords(mean, unit, [])}, ${why}`;
}

function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number}\u00a0${unit}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
