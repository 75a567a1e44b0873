/** The engine's answer to a question. It is taken from the report of the question's experiment. */

import type { ClaimReport, Report } from '../experiment/report';
import type { Answer, PredictPart } from './lesson';
import { findReport, type Means } from './report-runs';

/**
 * The computed answer to a question. For a choice it is the verdict on each option: whether its claim holds. Otherwise
 * it is a mean with its 95 % interval for each point of the question's curve or slider.
 */
export type Truth =
  | {
      readonly kind: 'choice';
      /** Index of the option whose claim holds in the runs. Null if the runs do not show exactly one such option. */
      readonly right: number | null;
      readonly options: readonly TruthOption[];
      readonly seeds: number;
    }
  | { readonly kind: 'values'; readonly points: readonly TruthPoint[]; readonly seeds: number };

export interface TruthPoint {
  readonly mean: number;
  /** Half-width of the 95 % interval. Null for a single run. */
  readonly halfWidth: number | null;
  /** One value for each seed. */
  readonly values: readonly number[];
}

interface TruthOption {
  readonly verdict: ClaimReport['verdict'];
  /** The comparison in words, with numbers. */
  readonly figures: string;
}

/** The engine's answer to a question. Undefined if its experiment was cancelled or failed (see `reportRuns`). */
export async function findTruth(
  { answer, ...ask }: Pick<PredictPart, 'answer' | 'experiment' | 'seeds'>,
  means?: Means,
): Promise<Truth | undefined> {
  const report = await findReport(ask, means);
  return report === undefined ? undefined : truthOf(answer, report);
}

/** The answer to a question, taken from a report. Throws an error with the reason if the report does not contain it. */
export function truthOf(answer: Answer, report: Report): Truth {
  const { seeds } = report;
  if (answer.kind === 'choice') {
    const options = answer.options.map((_, place): TruthOption => {
      const claim = report.claims.find(({ id }) => id === `O${place + 1}`);
      if (claim === undefined) throw new Error(`the report has no verdict on option ${place + 1}`);
      return { verdict: claim.verdict, figures: claim.figures };
    });
    const right = options.flatMap(({ verdict }, place) => (verdict === 'holds' ? [place] : []));
    return { kind: 'choice', right: right.length === 1 ? (right[0] ?? null) : null, options, seeds };
  }
  const places: readonly (number | undefined)[] = answer.kind === 'curve' ? answer.points : [undefined];
  const points = places.map((point): TruthPoint => {
    const row = report.rows.find(
      ({ metric, lane, point: at }) =>
        metric === answer.metric && lane === answer.lane && (point === undefined || at === point),
    );
    if (row?.ours === undefined) {
      const where = point === undefined ? '' : ` at ${answer.kind === 'curve' ? answer.name : ''} ${point}`;
      throw new Error(`the runs have no value of ${answer.name_of_metric} for ${answer.lane}${where}`);
    }
    const { mean, half_width, values } = row.ours;
    return { mean, halfWidth: half_width, values };
  });
  return { kind: 'values', points, seeds };
}
