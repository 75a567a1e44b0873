/** The path of a decision through the discipline's flow chart: boxes, answers and the outcome for the packet. Pure. */

import { isInForce, type Values } from '../run/pseudo-code';
import type { DecisionRecord, DisciplineAbout } from '../run/run-buffer';

type Rule = DisciplineAbout['rule'];
type Chart = NonNullable<Rule['chart']>;
type ChartBox = Chart['boxes'][number];
export type To = ChartBox['yes'];

export interface ChartRow {
  /** Number of the box, counted from 1. */
  readonly number: number;
  readonly text: string;
  readonly isQuestion: boolean;
  readonly yes: To;
  readonly no: To;
  /** State of the box. `open`: the run stopped before the box was answered. */
  readonly state: 'idle' | 'passed' | 'last' | 'open';
  /** Answers to the question of the box in this decision. A box in a loop may have been answered both yes and no. */
  readonly taken: readonly ('yes' | 'no')[];
}

/**
 * The flow chart of a discipline. Undefined if it has none, or if the current settings remove one of the chart's
 * questions from the rule, because the chart would then be wrong.
 */
export function chartOf(about: Pick<DisciplineAbout, 'rule' | 'code'>, settings: Values): Chart | undefined {
  const { chart } = about.rule;
  const isAsked = ({ asks }: ChartBox): boolean => {
    const lines = linesOf(asks);
    return lines.length === 0 || lines.some((line) => isForced(about.code[line], settings));
  };
  return chart?.boxes.every(isAsked) === true ? chart : undefined;
}

function isForced(line: DisciplineAbout['code'][number] | undefined, settings: Values): boolean {
  return line !== undefined && isInForce(line, settings);
}

/**
 * The boxes of the chart as rows, with the path of the decision. `isWhole`: the decision has ended, so a tested line
 * without a recorded result counts as false.
 */
export function wayThrough({ boxes }: Chart, decision: DecisionRecord | undefined, isWhole: boolean): ChartRow[] {
  const outcomes = outcomesOf(decision);
  const visits = new Map<number, ('yes' | 'no')[]>();
  let at = decision === undefined ? undefined : 0;
  let last: number | undefined;
  let open: number | undefined;
  // `MOST_STEPS` guards against an endless loop in a wrongly declared chart.
  for (let steps = 0; at !== undefined && steps < MOST_STEPS; steps += 1) {
    const box: ChartBox | undefined = boxes[at];
    if (box === undefined) break;
    const answer = box.asks.every((line) => line === null) ? undefined : answerOf(box, outcomes, isWhole);
    if (answer === 'unknown') {
      open = at;
      break;
    }
    visits.set(at, [...(visits.get(at) ?? []), ...(answer === undefined ? [] : [answer])]);
    last = at;
    at = placeOf(answer === 'no' ? box.no : box.yes, at);
  }
  return boxes.map(({ text, asks, yes, no }, place) => ({
    number: place + 1,
    ...{ text, yes, no },
    isQuestion: linesOf(asks).length > 0,
    state: place === open ? 'open' : !visits.has(place) ? 'idle' : place === last ? 'last' : 'passed',
    taken: [...new Set(visits.get(place))],
  }));
}

const MOST_STEPS = 1000;

/** Index of the next box. Undefined at an end of the chart. */
export function placeOf(to: To, from: number): number | undefined {
  if (to === 'next') return from + 1;
  return 'box' in to ? to.box : undefined;
}

/** The packet's outcome if the chart ends here, otherwise undefined. */
export function endOf(to: To): string | undefined {
  return typeof to === 'object' && 'end' in to ? to.end : undefined;
}

function answerOf(
  { asks, is_denied }: ChartBox,
  outcomes: Map<number, boolean[]>,
  isWhole: boolean,
): 'yes' | 'no' | 'unknown' {
  const outcome = linesOf(asks)
    .map((line) => outcomes.get(line)?.shift())
    .find((held) => held !== undefined);
  if (outcome === undefined && !isWhole) return 'unknown';
  return (outcome ?? false) !== is_denied ? 'yes' : 'no';
}

function linesOf(asks: ChartBox['asks']): readonly number[] {
  return asks.filter((line) => line !== null);
}

/** The results of each tested line, in order. */
function outcomesOf(decision: DecisionRecord | undefined): Map<number, boolean[]> {
  const outcomes = new Map<number, boolean[]>();
  for (const step of decision?.steps ?? []) {
    if (step.kind !== 'line' || step.held === undefined) continue;
    outcomes.set(step.line, [...(outcomes.get(step.line) ?? []), step.held]);
  }
  return outcomes;
}
