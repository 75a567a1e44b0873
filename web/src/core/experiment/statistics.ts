/**
 * Statistical tests over the seeds, as tables and sentences. All numbers come from the engine; this file adds only
 * text. Pure.
 */

import { formatFixed, formatNumber, unitScale } from '../../base/format';
import { pointText } from './paper-table';
import type { Correlation, Missing, PairedDifference, Point, Report, ReportRow, ShapiroWilk } from './report';

export interface StatisticsTable {
  readonly id: 'spread' | 'normality' | 'correlation' | 'pair';
  /** The question that the table answers. */
  readonly title: string;
  /** Name of the statistical test. */
  readonly test: string;
  /** Table of the paper with the same test, such as "Table 4.3". Empty if there is none. */
  readonly place: string;
  readonly columns: readonly Column[];
  readonly groups: readonly StatisticsGroup[];
  /** The result in the first row, in plain words. Without rows, the reason why there are none. */
  readonly sentence: string;
}

interface Column {
  readonly name: string;
  readonly meaning: string;
}

interface StatisticsGroup {
  readonly metric: string;
  readonly name: string;
  readonly unit: string;
  readonly rows: readonly StatisticsRow[];
}

interface StatisticsRow {
  readonly key: string;
  readonly head: string;
  readonly cells: readonly Cell[];
  /** A note below the numbers that limits their meaning. */
  readonly note?: string;
}

interface Cell {
  readonly text: string;
  /** True for the p value that the table marks: that of the test whose requirements the data meet. */
  readonly isRead?: boolean;
}

interface StatisticsSources {
  readonly report: Report;
  /** The two compared lanes. Undefined in an experiment with one lane. */
  readonly pair: readonly [string, string] | undefined;
  readonly nameOf: (lane: string) => string;
  readonly sweepPath: string | undefined;
}

/** Pairs of lanes that the report compares, in the order of the report. */
export function pairsOf({ paired }: Report): readonly (readonly [string, string])[] {
  const found = new Map(paired.map(({ lanes }) => [lanes.join('\n'), lanes]));
  return [...found.values()];
}

export function statisticsTables(sources: StatisticsSources): readonly StatisticsTable[] {
  return [spreadTable(sources), normalityTable(sources), correlationTable(sources), pairTable(sources)];
}

const SEEDS: Column = { name: 'n', meaning: 'Number of seeds with a value' };
const P_MEANING = 'Probability of a result at least this strong by chance alone';

/** Statistics that a mean with its interval does not show: spread, median, quartiles. */
function spreadTable(sources: StatisticsSources): StatisticsTable {
  const { report, pair, nameOf } = sources;
  const found = new Groups(report);
  let first: string | undefined;
  const shownRows = report.rows.filter(({ lane }) => pair === undefined || pair.includes(lane));
  // The unit of a quantity follows from its largest mean, so that all lanes have the same unit.
  const largest = (metric: string): number =>
    Math.max(0, ...shownRows.map((row) => (row.metric === metric ? Math.abs(row.ours?.mean ?? 0) : 0)));
  for (const { metric, lane, point, ours, settling } of shownRows) {
    if (ours === undefined || ours.median === undefined || ours.quartiles === undefined) continue;
    const { name: unit, factor } = unitScale(largest(metric), found.unitOf(metric));
    const places = placesFor(ours.mean / factor);
    const shown = (value: number): string => formatFixed(value / factor, places);
    const head = nameOf(lane) + at(point, sources);
    const { interval, left_out: leftOut = 0, quartiles, two_states: isTwoStates = false } = ours;
    const remarks = [
      ...(isTwoStates ? ['the runs fall into two groups, and the mean describes neither'] : []),
      ...(settling === undefined ? [] : [settling.in_words]),
      ...(leftOut > 0 ? [`${leftOut} of ${ours.count + leftOut} runs have no value and are left out`] : []),
    ];
    const note = remarks.join('; ');
    const cells = [
      String(ours.count),
      shown(ours.mean),
      ours.sd === null || ours.count < 2 ? NOTHING : shown(ours.sd),
      interval ? `${shown(interval[0])} to ${shown(interval[1])}` : NOTHING,
      shown(ours.median),
      `${shown(quartiles[0])} to ${shown(quartiles[1])}`,
    ];
    found.add(metric, unit === '' ? head : `${head} [${unit}]`, cells, { note });
    if (note !== '') first ??= `${found.nameOf(metric)}, ${head}: ${note}.`;
  }
  return {
    ...{ id: 'spread', title: 'How do the runs differ?', test: 'spread over the seeds', place: '' },
    columns: [
      SEEDS,
      { name: 'mean', meaning: 'Mean over these seeds' },
      { name: 's.d.', meaning: 'Standard deviation of a single run' },
      { name: '95 % interval', meaning: 'Interval of the mean; within [0, 1] for shares and indices' },
      { name: 'median', meaning: 'Half of the runs lie below it' },
      { name: 'quartiles', meaning: 'Half of the runs lie between the lower and the upper quartile' },
    ],
    groups: found.all,
    sentence: first ?? 'No quantity falls into two groups, and none is still settling in the measured window.',
  };
}

function normalityTable(sources: StatisticsSources): StatisticsTable {
  const { report, pair, nameOf } = sources;
  const found = new Groups(report);
  let first: string | undefined;
  const add = (metric: string, head: string, count: number, tested: ShapiroWilk | null, missing?: Missing): void => {
    const cells = tested === null ? [why(missing), NOTHING] : [fixed(tested.w), pText(tested.p)];
    found.add(metric, head, [String(count), ...cells]);
    if (tested !== null) first ??= `${found.nameOf(metric)}, ${head}: ${normalityWords(tested.p)}`;
  };
  for (const { metric, lane, point, count, shapiro_wilk, missing } of report.normality)
    if (pair === undefined || pair.includes(lane))
      add(metric, nameOf(lane) + at(point, sources), count, shapiro_wilk, missing);
  for (const it of chosen(sources))
    add(it.metric, differenceName(it, sources), it.count, it.normality, it.missing.normality);
  return {
    ...{ id: 'normality', title: 'Are the values normal?', test: 'Shapiro and Wilk', place: 'Table 4.1' },
    columns: [SEEDS, { name: 'W', meaning: '1 for perfectly normal values' }, { name: 'p', meaning: P_MEANING }],
    groups: found.all,
    sentence: first ?? 'This test needs three seeds and values that vary.',
  };
}

function correlationTable(sources: StatisticsSources): StatisticsTable {
  const { report, pair, nameOf, sweepPath } = sources;
  const found = new Groups(report);
  let first: string | undefined;
  const add = (metric: string, head: string, tested: Correlation | null, missing?: Missing): void => {
    const cells = tested === null ? [NOTHING, why(missing), NOTHING] : correlationCells(tested);
    found.add(metric, head, cells);
    if (tested !== null) first ??= `${found.nameOf(metric)}, ${head}: ${correlationWords(tested)}`;
  };
  for (const { metric, lane, between, correlation, missing } of report.correlations)
    if (pair === undefined || pair.includes(lane)) {
      const [from, until] = between.map((point) => pointText(point, sweepPath));
      add(metric, `${nameOf(lane)} with ${report.sweep}, ${from} to ${until}`, correlation, missing);
    }
  for (const it of chosen(sources)) {
    const [one, other] = it.lanes.map(nameOf);
    add(
      it.metric,
      `${one} with ${other}, seed by seed${at(it.point, sources)}`,
      it.correlation,
      it.missing.correlation,
    );
  }
  return {
    ...{ id: 'correlation', title: 'Which values correlate?', test: 'Pearson', place: 'Table 4.2' },
    columns: [
      { name: 'n', meaning: 'Pairs: seeds, or points of the sweep' },
      { name: 'r', meaning: 'From −1 to 1; 0 without a linear relation' },
      { name: 'p', meaning: P_MEANING },
    ],
    groups: found.all,
    sentence:
      first ?? 'This test needs a second lane or a varied setting, three seeds or points, and values that vary.',
  };
}

function pairTable(sources: StatisticsSources): StatisticsTable {
  const { report } = sources;
  const found = new Groups(report);
  let first: string | undefined;
  const shown = chosen(sources);
  const hasPaper = shown.some((it) => publishedOf(report, it) !== undefined);
  for (const it of shown) {
    const { t_test, signed_rank, missing } = it;
    const { name: unit, factor } = unitScale(Math.abs(it.mean), found.unitOf(it.metric));
    const places = placesFor(it.mean / factor);
    const shownIn = (value: number): string => formatFixed(value / factor, places);
    const published = publishedOf(report, it)?.published[0]?.value;
    const head = differenceName(it, sources);
    found.add(
      it.metric,
      unit === '' ? head : `${head} [${unit}]`,
      [
        ...(hasPaper ? [published === undefined ? NOTHING : shownIn(published)] : []),
        String(it.count),
        shownIn(it.mean),
        ...(t_test === null
          ? [NOTHING, why(missing.t_test), NOTHING, NOTHING]
          : [
              `${shownIn(t_test.low)} to ${shownIn(t_test.high)}`,
              formatNumber(t_test.t, 3),
              String(t_test.degrees),
              pText(t_test.p),
            ]),
        signed_rank === null ? why(missing.signed_rank) : pText(signed_rank.p),
      ],
      { read: it.test === null ? undefined : it.test === 't_test' ? -2 : -1 },
    );
    first ??= pairWords(it, `${found.nameOf(it.metric)}, ${head}`);
  }
  return {
    ...{ id: 'pair', title: 'Do the two lanes differ?', test: 'Student’s paired t', place: 'Table 4.3' },
    columns: [
      ...(hasPaper ? [{ name: 'paper', meaning: 'Value printed in the document' }] : []),
      SEEDS,
      { name: 'difference', meaning: 'Mean over the seeds, first lane minus second lane' },
      { name: '95 % interval', meaning: '95 of 100 such intervals contain the true difference' },
      { name: 't', meaning: 'Difference in units of its standard error' },
      { name: 'df', meaning: 'Degrees of freedom' },
      { name: 'p of t', meaning: P_MEANING },
      { name: 'p of ranks', meaning: 'Wilcoxon’s signed-rank test, used if the differences are not normal' },
    ],
    groups: found.all,
    sentence:
      first ??
      (pairsOf(report).length === 0
        ? 'This test needs a second lane.'
        : 'This test needs three seeds and differences that vary.'),
  };
}

/** The differences between the chosen pair of lanes, for each metric. */
function chosen({ report, pair }: StatisticsSources): readonly PairedDifference[] {
  return report.paired.filter(({ lanes }) => lanes[0] === pair?.[0] && lanes[1] === pair?.[1]);
}

/** The row of the report with the printed value of this difference, if the paper prints one. */
function publishedOf({ rows }: Report, { metric, lanes, point }: PairedDifference): ReportRow | undefined {
  const lane = lanes.join(' − ');
  return rows.find((row) => row.lane === lane && row.metric === metric && (row.point ?? null) === (point ?? null));
}

function differenceName(it: PairedDifference, sources: StatisticsSources): string {
  return it.lanes.map(sources.nameOf).join(' − ') + at(it.point, sources);
}

function at(point: Point | undefined, { sweepPath }: StatisticsSources): string {
  return point === undefined || point === null ? '' : ` at ${pointText(point, sweepPath)}`;
}

/** Rows grouped by metric, in the order in which they are added. */
class Groups {
  private readonly byMetric = new Map<string, { name: string; unit: string; rows: StatisticsRow[] }>();

  constructor(private readonly report: Report) {}

  get all(): readonly StatisticsGroup[] {
    return [...this.byMetric].map(([metric, group]) => ({ metric, ...group }));
  }

  /**
   * Adds a row. `read` marks the p value that is the reading of the test: its index in `texts`, counted from the end
   * (−1 is the last).
   */
  add(
    metric: string,
    head: string,
    texts: readonly string[],
    { read, note = '' }: { readonly read?: number | undefined; readonly note?: string } = {},
  ): void {
    const group = this.byMetric.get(metric) ?? { name: this.nameOf(metric), unit: this.unitOf(metric), rows: [] };
    this.byMetric.set(metric, group);
    const readPlace = read === undefined ? -1 : texts.length + read;
    const cells = texts.map((text, place) => (place === readPlace ? { text, isRead: true } : { text }));
    group.rows.push({ key: head, head, cells, ...(note === '' ? {} : { note }) });
  }

  nameOf(metric: string): string {
    const name = this.rowOf(metric)?.name ?? metric;
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  unitOf(metric: string): string {
    return this.rowOf(metric)?.unit ?? '';
  }

  private rowOf(metric: string): ReportRow | undefined {
    return this.report.rows.find((row) => row.metric === metric);
  }
}

const NOTHING = '–';
/** The p value below which a result is usually called significant. */
const USUAL_LEVEL = 0.05;

function why(missing: Missing | undefined): string {
  if (missing === 'seeds') return 'too few seeds';
  return missing === 'variation' ? 'does not vary' : NOTHING;
}

function correlationCells({ count, r, p }: Correlation): readonly string[] {
  return [String(count), fixed(r), pText(p)];
}

function fixed(value: number): string {
  return formatFixed(value, 3);
}

/** Number of decimals at which a number of this size shows three digits. */
function placesFor(value: number): number {
  return value === 0 ? 2 : Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
}

function pText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p < 0.001 ? p.toFixed(4) : p.toFixed(3);
}

/** A probability in words, such as "3 of 100 experiments". */
export function experimentsWords(p: number): string {
  if (p < 0.0001) return 'fewer than 1 of 10,000 experiments';
  const most = p < 0.001 ? 10_000 : p < 0.01 ? 1000 : 100;
  const count = Math.round(p * most);
  return count === most ? 'practically every experiment' : `${count} of ${most.toLocaleString('en')} experiments`;
}

function pWords(p: number): string {
  return p < 0.0001 ? `p ${pText(p)}` : `p = ${pText(p)}`;
}

function normalityWords(p: number): string {
  const verdict = p < USUAL_LEVEL ? 'do not treat them as normal' : 'nothing speaks against normal values';
  return `${pWords(p)}: if the values were normal, samples at least as far from normal would turn up in ${experimentsWords(p)}; ${verdict}.`;
}

function correlationWords({ r, p }: Correlation): string {
  return `r = ${fixed(r)}, ${pWords(p)}: if the two were independent, a correlation at least this strong would turn up in ${experimentsWords(p)}.`;
}

function pairWords({ test, t_test, signed_rank }: PairedDifference, head: string): string | undefined {
  if (test === 't_test' && t_test !== null)
    return `${head}: ${pWords(t_test.p)}: if both disciplines were equal, a difference at least this large would turn up in ${experimentsWords(t_test.p)}.`;
  if (test === 'signed_rank' && signed_rank !== null)
    return `${head}: ${pWords(signed_rank.p)}, by ranks: if both disciplines were equal, differences at least this one-sided would turn up in ${experimentsWords(signed_rank.p)}.`;
  return undefined;
}
