/**
 * Compares a reader's prediction with the runs. The verdict is in words, and only as precise as the runs allow. Pure.
 */

import { formatNumber, formatValue } from '../../base/format';
import { pointText } from '../../core/experiment/paper-table';
import type { Answer } from '../../core/lesson/lesson';
import { type Shape, shapeOf, shapeOfTruth } from '../../core/lesson/shape';
import type { Truth, TruthPoint } from '../../core/lesson/truth';

type Curve = Answer & { readonly kind: 'curve' };
type Slider = Answer & { readonly kind: 'slider' };

/**
 * `inside`: the runs cannot distinguish the prediction from the mean. `spread`: the mean differs, but the prediction is
 * within the range of single runs, or the drawn curve has the right shape. `off`: neither. `open`: the runs are
 * inconclusive.
 */
type Grade = 'inside' | 'spread' | 'off' | 'open';

export interface Judgement {
  readonly grade: Grade;
  /** The verdict in a few words. */
  readonly verdict: string;
  /** The reasons, in sentences. */
  readonly because: readonly string[];
}

/** Judges a prediction. Undefined if the prediction does not fit the question. */
export function judge(answer: Answer, prediction: number | readonly number[], truth: Truth): Judgement | undefined {
  if (answer.kind === 'choice') {
    if (truth.kind !== 'choice' || typeof prediction !== 'number') return undefined;
    return judgeChoice(answer.options, prediction, truth);
  }
  if (truth.kind !== 'values') return undefined;
  if (answer.kind === 'slider') {
    const [point] = truth.points;
    return point === undefined || typeof prediction !== 'number' ? undefined : judgeValue(answer, prediction, point);
  }
  if (typeof prediction === 'number' || prediction.length !== truth.points.length) return undefined;
  return judgeCurve(answer, prediction, truth.points);
}

function judgeChoice(
  options: readonly string[],
  prediction: number,
  { right, options: found, seeds }: Truth & { readonly kind: 'choice' },
): Judgement {
  const runs = seeds === 1 ? 'One run' : `${seeds} runs with different seeds`;
  if (right === null) {
    const holding = found.filter(({ verdict }) => verdict === 'holds').length;
    const isContrary = found[prediction]?.verdict === 'fails';
    return {
      grade: 'open',
      verdict: 'The runs are inconclusive',
      because: [
        holding > 1
          ? `${runs}: ${holding} of the options hold.`
          : `${runs}: no option stands out; the differences are within chance.`,
        ...(isContrary ? ['Only this is clear: your option does not hold.'] : []),
      ],
    };
  }
  const chance = `A random guess among ${options.length} options is right one time in ${options.length}.`;
  if (right === prediction) return { grade: 'inside', verdict: 'Right', because: [chance] };
  const own = found[prediction]?.verdict;
  return {
    grade: 'off',
    verdict: 'Not the result',
    because: [
      `The result is “${options[right]}”.`,
      own === 'undecided'
        ? 'The runs do not refute your answer, but they do not confirm it either.'
        : 'The runs refute your answer.',
    ],
  };
}

function judgeValue(answer: Slider, prediction: number, point: TruthPoint): Judgement {
  const { mean, halfWidth, values } = point;
  const value = (number: number): string => formatValue(number, answer.unit, 3);
  if (isInside(prediction, point)) {
    const chance = chanceOfInside(answer, point);
    return {
      grade: 'inside',
      verdict: 'Inside the 95 % interval of the mean',
      because: [
        'The runs cannot tell your answer from the mean.',
        ...(chance < 1 ? [`A random guess on this scale is as close ${percent(chance)} of the time.`] : []),
      ],
    };
  }
  const apart = apartWords(prediction, mean, answer.unit);
  if (Math.abs(prediction - mean) <= sliderStep(answer) / 2)
    return {
      grade: 'inside',
      verdict: 'As close as the slider allows',
      because: [`Your answer is ${apart}; the slider moves in steps of ${value(sliderStep(answer))}.`],
    };
  if (values.length > 1 && isInSpread(prediction, point))
    return {
      grade: 'spread',
      verdict: 'Inside the spread of the seeds',
      because: [
        `A single run may give such a value (${value(Math.min(...values))} to ${value(Math.max(...values))}), but for the mean your answer is ${apart}.`,
      ],
    };
  return {
    grade: 'off',
    verdict: capital(apart),
    because: [
      halfWidth === null
        ? 'A single run has no interval: another seed gives another value.'
        : `No run gives such a value: the runs range from ${value(Math.min(...values))} to ${value(Math.max(...values))}.`,
    ],
  };
}

const SHAPES: Readonly<Record<Shape['kind'], string>> = {
  flat: 'stays level',
  rises: 'rises',
  falls: 'falls',
  peak: 'rises, then falls',
  dip: 'falls, then rises',
  waves: 'turns more than once',
};

function judgeCurve(answer: Curve, prediction: readonly number[], points: readonly TruthPoint[]): Judgement {
  const count = points.length;
  const inside = points.filter((point, at) => isInside(prediction[at] ?? Number.NaN, point)).length;
  const inSpread = points.filter((point, at) => isInSpread(prediction[at] ?? Number.NaN, point)).length;
  const apart = points.map(({ mean }, at) => (prediction[at] ?? Number.NaN) - mean);
  const drawn = shapeOf(prediction, () => (answer.to - answer.from) * TREMBLE);
  const found = shapeOfTruth(points);
  const isSameShape = drawn.kind === found.kind;
  const away = apart.reduce((sum, difference) => sum + Math.abs(difference), 0) / count;
  const above = apart.filter((difference) => difference > 0).length;
  const side = above === count ? ', always too high' : above === 0 ? ', always too low' : '';
  const because = [
    isSameShape
      ? `Your curve has the shape of the result: it ${SHAPES[found.kind]}.`
      : `Your curve ${SHAPES[drawn.kind]}; the result ${SHAPES[found.kind]}.`,
    ...turnWords(answer, drawn, found),
    `On average your curve is ${formatValue(away, answer.unit, 2)} away${side}; ${inside} of ${count} points lie inside the 95 % interval of the mean.`,
  ];
  if (inside === count) return { grade: 'inside', verdict: 'Every point inside the 95 % interval', because };
  if (inSpread === count && points.every(({ values }) => values.length > 1))
    return { grade: 'spread', verdict: 'Every point inside the spread of the seeds', because };
  if (isSameShape) return { grade: 'spread', verdict: 'The shape is right', because };
  return { grade: 'off', verdict: 'The shape differs', because };
}

/** Changes in a drawn curve below this share of the axis are ignored as the effect of an unsteady finger. */
const TREMBLE = 0.03;

/** Compares where a peak or a dip is in the drawing and in the runs. */
function turnWords(answer: Curve, drawn: Shape, found: Shape): readonly string[] {
  const isTurn = found.kind === 'peak' || found.kind === 'dip';
  if (!isTurn || found.turns.length === 0) return [];
  const pointAt = (place: number): string => pointText(answer.points[place] ?? null, answer.path);
  const word = found.kind === 'peak' ? 'highest' : 'lowest';
  const places = found.turns.map(pointAt);
  const all = places.length === 1 ? '' : ' (the runs show no difference between them)';
  const where = `at ${places.slice(0, -1).join(', ')}${places.length > 1 ? ' or ' : ''}${places.at(-1)}${all}`;
  const [own] = drawn.kind === found.kind ? drawn.turns : [];
  if (own === undefined) return [`The result is ${word} ${where}.`];
  const isThere = found.turns.includes(own);
  return [`The result is ${word} ${where}; ${isThere ? 'so is your curve' : `your curve at ${pointAt(own)}`}.`];
}

/** The largest round number that divides a slider into at least a hundred steps. */
export function sliderStep({ from, to }: { readonly from: number; readonly to: number }): number {
  const most = (to - from) / 100;
  const ten = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((factor) => factor * ten).find((step) => step <= most * (1 + 1e-9)) ?? ten;
}

function isInside(value: number, { mean, halfWidth }: TruthPoint): boolean {
  return halfWidth !== null && Math.abs(value - mean) <= halfWidth;
}

function isInSpread(value: number, { values }: TruthPoint): boolean {
  return values.some((seen) => seen <= value) && values.some((seen) => seen >= value);
}

/**
 * The difference in its most informative form: "too high by a factor of 2.4", "too low by 12 %", "too high by 0.3
 * Mb/s".
 */
function apartWords(prediction: number, mean: number, unit: string): string {
  const side = prediction > mean ? 'too high' : 'too low';
  const ratio = prediction / mean;
  const factor = ratio > 1 ? ratio : 1 / ratio;
  if (ratio > 0 && Number.isFinite(factor)) {
    if (factor >= 1.5) return `${side} by a factor of ${formatNumber(factor, 2)}`;
    return `${side} by ${percent(Math.abs(ratio - 1))}`;
  }
  return `${side} by ${formatValue(Math.abs(prediction - mean), unit, 3)}`;
}

/** Share of the scale that the interval covers: the chance that a random guess falls inside it. */
function chanceOfInside({ from, to }: Slider, { mean, halfWidth }: TruthPoint): number {
  const low = Math.max(from, mean - (halfWidth ?? 0));
  const high = Math.min(to, mean + (halfWidth ?? 0));
  return Math.max(0, high - low) / (to - from);
}

function percent(part: number): string {
  return `${part < 0.001 ? 'less than 0.1' : formatNumber(part * 100, 2)}\u00a0%`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
