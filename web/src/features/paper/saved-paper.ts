/** Tables for other programs: the results of an experiment, or of the run on the page, beside the paper's. Pure. */

import type { Point, Report, ReportRow } from '../../core/experiment/report';
import type { Provenance } from '../../core/save/provenance';
import { provenanceOfPage } from '../../core/save/provenance-of-page';
import { fileName } from '../../core/save/provenance-of-scene';
import type { SavedCell, SavedColumn, SavedJson, SavedTable } from '../../core/save/saved-table';
import type { FairnessCost } from './fairness-cost';

/** What another user needs to repeat the runs. */
export interface Origin {
  /** Address that opens the scene. */
  readonly link: string;
  readonly seeds: readonly number[];
  /** True if the user had changed the scene before the runs. */
  readonly isChanged: boolean;
  /** Simulated time that the runs have reached [s]. */
  readonly until_s: number | undefined;
  /** Version of the engine's results. Runs under the same version give the same values. */
  readonly numbers: number;
}

/** The engine's report as JSON, with the link, the seeds and the scene from which it was made. */
export function reportJson(report: Report, { link, seeds, isChanged }: Origin): SavedJson {
  return {
    name: fileName(report.preset, 'report'),
    value: { ...report, link, seed_numbers: seeds, scene: sceneWord(isChanged) },
  };
}

type PaperTableId = keyof typeof TABLES;

/** The tables for which the report has rows. */
export function paperTables(report: Report): readonly { readonly id: PaperTableId; readonly title: string }[] {
  return (Object.keys(TABLES) as PaperTableId[])
    .filter((id) => TABLES[id].of(report).length > 0)
    .map((id) => ({ id, title: TABLES[id].title }));
}

export function savedPaper(id: PaperTableId, report: Report, origin: Origin): SavedTable {
  const { title, columns, rows } = TABLES[id] as TableOfReport;
  return {
    name: fileName(report.preset, id),
    columns: [...columns, SCENE],
    rows: rows(report).map((row) => [...row, sceneWord(origin.isChanged)]),
    provenance: provenanceOfReport(`${report.title}: ${title.toLowerCase()}`, report, origin),
  };
}

export function savedCost({ points, lanes }: FairnessCost, report: Report, origin: Origin): SavedTable {
  return {
    name: fileName(report.preset, 'state-and-fairness'),
    columns: [
      LANE,
      { name: 'memory', meaning: 'State that the discipline stores about flows: stateless, partial, per-flow' },
      POINT,
      { name: 'state_bytes', unit: 'bytes', meaning: 'State stored in addition to the waiting packets' },
      { name: 'jain_index', meaning: 'Jain’s fairness index over all flows' },
      SCENE,
    ],
    rows: lanes.flatMap(({ lane, memory, bytes, fairness }) =>
      points.map((point, place): readonly SavedCell[] => [
        lane,
        memory ?? null,
        cellOf(point),
        bytes[place] ?? null,
        fairness[place] ?? null,
        sceneWord(origin.isChanged),
      ]),
    ),
    provenance: provenanceOfReport(`${report.title}: what fairness costs`, report, origin),
  };
}

export function provenanceOfReport(title: string, report: Report, origin: Origin): Provenance {
  const lanes = [...new Set(report.rows.map(({ lane }) => lane))].filter((lane) => !lane.includes(' − '));
  const { link, seeds, until_s = report.duration_s, numbers } = origin;
  return provenanceOfPage(title, link, { engine_version: report.engine, numbers }, { seeds, lanes, until_s });
}

interface TableOfReport {
  readonly title: string;
  /** The report's entries that become rows. */
  readonly of: (report: Report) => readonly unknown[];
  readonly columns: readonly SavedColumn[];
  readonly rows: (report: Report) => readonly (readonly SavedCell[])[];
}

const PRESET: SavedColumn = { name: 'preset', meaning: 'Id of the scene' };
const METRIC: SavedColumn = { name: 'metric', meaning: 'Id of the quantity' };
const UNIT: SavedColumn = { name: 'unit', meaning: 'Unit of the values' };
const LANE: SavedColumn = { name: 'lane', meaning: 'Id of the lane' };
const POINT: SavedColumn = { name: 'point', meaning: 'Value of the varied setting' };
const SEEDS: SavedColumn = { name: 'count', kind: 'number', meaning: 'Number of seeds with a value' };
const MISSING: SavedColumn = { name: 'missing', meaning: 'Reason for a missing test: too few seeds, or no variation' };
const SCENE: SavedColumn = { name: 'scene', meaning: 'Whether the scene was run as published or as changed' };
const P_MEANING = 'two-sided, not corrected for the number of tests';

const TABLES = {
  values: {
    title: 'Values',
    of: ({ rows }) => rows,
    columns: [
      PRESET,
      METRIC,
      { name: 'name', meaning: 'Name of the quantity' },
      UNIT,
      { ...LANE, meaning: 'Id of the lane; two ids for a printed difference of two lanes' },
      POINT,
      { name: 'published', kind: 'number', meaning: 'Printed value; if there are several, each has a row' },
      { name: 'place', meaning: 'Place in the document' },
      { name: 'quality', meaning: 'Printed in the text or a table, or read off a figure' },
      { name: 'note', meaning: 'Note on the printed value' },
      { name: 'caution', meaning: 'Reason why the printed value needs caution' },
      { name: 'fitted', meaning: 'Parameter of our scene that was fitted to the printed value' },
      { name: 'reference_simulator', meaning: 'Simulator of the reference' },
      { name: 'ns2_mean', kind: 'number', meaning: 'Mean of the reference' },
      { name: 'ns2_sd', kind: 'number', meaning: 'Standard deviation of the reference' },
      { name: 'ns2_seeds', kind: 'number', meaning: 'Seeds of the reference' },
      { name: 'mean', kind: 'number', meaning: 'Our mean over the seeds' },
      { name: 'sd', kind: 'number', meaning: 'Standard deviation of our values' },
      { name: 'half_width_95', kind: 'number', meaning: 'Half of the 95 % interval of our mean' },
      SEEDS,
      { name: 'values', meaning: 'Our values in the order of the seeds, with semicolons between them' },
      {
        name: 'verdict',
        meaning: 'Agreement with the printed value: number (same value), order (only the same ranking) or neither',
      },
      {
        name: 'apart',
        meaning:
          'Why the same value is no evidence: common (at least half of the other disciplines give it) or fitted to it',
      },
    ],
    rows: (report) => report.rows.flatMap((row) => valueRows(row, report.preset)),
  },
  pairs: {
    title: 'Pairs of lanes',
    of: ({ paired }) => paired,
    columns: [
      PRESET,
      METRIC,
      UNIT,
      { name: 'lane', meaning: 'First lane of the pair' },
      { name: 'less_lane', meaning: 'Second lane; a difference is the first lane minus this lane, seed by seed' },
      POINT,
      SEEDS,
      { name: 'mean', kind: 'number', meaning: 'Mean difference, in the unit of the quantity' },
      { name: 'half_width_95', kind: 'number', meaning: 'Half of the 95 % interval of the mean difference' },
      { name: 'relative', kind: 'number', meaning: 'Mean difference as a fraction of the second lane’s mean' },
      { name: 'normality_w', kind: 'number', meaning: 'Shapiro and Wilk’s W of the differences' },
      { name: 'normality_p', kind: 'number', meaning: `p of W: ${P_MEANING}` },
      { name: 't', kind: 'number', meaning: 'Student’s t of the paired differences' },
      { name: 't_degrees', kind: 'number', meaning: 'Degrees of freedom' },
      { name: 't_p', kind: 'number', meaning: `p of t: ${P_MEANING}` },
      { name: 't_low', kind: 'number', meaning: 'Lower end of the 95 % interval of the difference' },
      { name: 't_high', kind: 'number', meaning: 'Upper end of the 95 % interval of the difference' },
      { name: 'rank_count', kind: 'number', meaning: 'Differences other than 0' },
      { name: 'rank_positive', kind: 'number', meaning: 'Wilcoxon’s sum of the positive ranks' },
      { name: 'rank_negative', kind: 'number', meaning: 'Wilcoxon’s sum of the negative ranks' },
      { name: 'rank_p', kind: 'number', meaning: `p of the signed ranks: ${P_MEANING}` },
      {
        name: 'rank_exact',
        kind: 'boolean',
        meaning: 'Whether rank_p is exact; otherwise it is computed with the normal approximation',
      },
      { name: 'correlation_r', kind: 'number', meaning: 'Pearson’s r of the two lanes' },
      { name: 'correlation_t', kind: 'number', meaning: 'Student’s t for Pearson’s r; empty if r is 1 or −1' },
      { name: 'correlation_p', kind: 'number', meaning: `p of r: ${P_MEANING}` },
      { name: 'test', meaning: 'The test that applies: t_test, or signed_rank if the differences are not normal' },
      MISSING,
    ],
    rows: (report) =>
      report.paired.map((it) => [
        report.preset,
        it.metric,
        unitOf(report, it.metric),
        ...it.lanes,
        cellOf(it.point),
        it.count,
        it.mean,
        it.half_width,
        it.relative,
        ...cells(it.normality, ['w', 'p']),
        ...cells(it.t_test, ['t', 'degrees', 'p', 'low', 'high']),
        ...cells(it.signed_rank, ['count', 'positive', 'negative', 'p', 'exact']),
        ...cells(it.correlation, ['r', 't', 'p']),
        it.test,
        missingWords(it.missing),
      ]),
  },
  normality: {
    title: 'Normality',
    of: ({ normality }) => normality,
    columns: [
      PRESET,
      METRIC,
      LANE,
      POINT,
      SEEDS,
      { name: 'w', kind: 'number', meaning: 'Shapiro and Wilk’s W; 1 for perfectly normal values' },
      { name: 'p', kind: 'number', meaning: `p of W: ${P_MEANING}` },
      MISSING,
    ],
    rows: (report) =>
      report.normality.map((it) => [
        report.preset,
        it.metric,
        it.lane,
        cellOf(it.point),
        it.count,
        ...cells(it.shapiro_wilk, ['w', 'p']),
        it.missing ?? null,
      ]),
  },
  correlations: {
    title: 'Correlations',
    of: ({ correlations }) => correlations,
    columns: [
      PRESET,
      METRIC,
      LANE,
      { name: 'from_point', meaning: 'First value of the varied setting' },
      { name: 'to_point', meaning: 'Last value of the varied setting' },
      { name: 'count', kind: 'number', meaning: 'Number of points with a value' },
      { name: 'r', kind: 'number', meaning: 'Pearson’s r of the lane’s means with the setting' },
      { name: 't', kind: 'number', meaning: 'Student’s t for Pearson’s r; empty if r is 1 or −1' },
      { name: 'p', kind: 'number', meaning: `p of r: ${P_MEANING}` },
      MISSING,
    ],
    rows: (report) =>
      report.correlations.map((it) => [
        report.preset,
        it.metric,
        it.lane,
        ...it.between.map(cellOf),
        ...cells(it.correlation, ['count', 'r', 't', 'p']),
        it.missing ?? null,
      ]),
  },
  claims: {
    title: 'Claims',
    of: ({ claims }) => claims,
    columns: [
      PRESET,
      { name: 'id', meaning: 'Id of the claim' },
      { name: 'text', meaning: 'What is claimed' },
      { name: 'origin', meaning: 'Author of the claim: document, theory, ours' },
      { name: 'outlook', meaning: 'Expected verdict' },
      { name: 'verdict', meaning: 'Verdict: holds, fails, undecided' },
      { name: 'measured', meaning: 'Whether numbers can decide the claim; other claims are seen in a picture' },
      { name: 'tentative', meaning: 'Whether the verdict is tentative: from a single run, or from an unfinished run' },
      { name: 'figures', meaning: 'What was compared' },
      { name: 'reason', meaning: 'Reason for the verdict' },
    ],
    rows: (report) =>
      report.claims.map((it) => [
        report.preset,
        it.id,
        it.text,
        it.origin,
        it.outlook,
        it.verdict,
        it.measured,
        it.tentative,
        it.figures,
        it.reason ?? null,
      ]),
  },
} as const satisfies Record<string, TableOfReport>;

/** One row per published value, or a single row if there is none. */
function valueRows(row: ReportRow, preset: string): readonly (readonly SavedCell[])[] {
  const { reference, ours } = row;
  const published = row.published.length > 0 ? row.published : [undefined];
  return published.map((value) => [
    preset,
    row.metric,
    row.name,
    row.unit,
    row.lane,
    cellOf(row.point),
    value?.value ?? null,
    value?.place ?? null,
    value?.quality ?? null,
    value?.note ?? null,
    value?.caution ?? null,
    value?.fitted ?? null,
    reference?.simulator ?? null,
    reference?.mean ?? null,
    reference?.sd ?? null,
    reference?.seeds ?? null,
    ours?.mean ?? null,
    ours?.sd ?? null,
    ours?.half_width ?? null,
    ours?.count ?? null,
    ours?.values.join(';') ?? null,
    row.verdict ?? null,
    row.apart ?? null,
  ]);
}

function cells<T extends object, K extends keyof T>(from: T | null, keys: readonly K[]): readonly (T[K] | null)[] {
  return keys.map((key) => (from === null ? null : from[key]));
}

function cellOf(point: Point | undefined): SavedCell {
  return typeof point === 'number' || typeof point === 'string' || typeof point === 'boolean' ? point : null;
}

function unitOf({ rows }: Report, metric: string): string | null {
  return rows.find((row) => row.metric === metric)?.unit ?? null;
}

function missingWords(missing: Readonly<Record<string, string>>): string | null {
  const words = Object.entries(missing).map(([test, why]) => `${test}: ${why}`);
  return words.length === 0 ? null : words.join('; ');
}

function sceneWord(isChanged: boolean): string {
  return isChanged ? 'changed' : 'as published';
}
