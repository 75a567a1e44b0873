/** An experiment as files that other programs read. Pure. */

import type { Report, ReportRow } from './report';

/** What a reader needs to run it again. */
export interface Origin {
  /** Address that opens the scene. */
  readonly link: string;
  readonly seeds: readonly number[];
  /** Whether the viewer had changed the scene before it was run. */
  readonly isChanged: boolean;
}

const COLUMNS = [
  'preset',
  'metric',
  'name',
  'unit',
  'lane',
  'point',
  'published',
  'place',
  'quality',
  'caution',
  'ns2_mean',
  'ns2_sd',
  'ns2_seeds',
  'mean',
  'sd',
  'half_width_95',
  'count',
  'values',
  'verdict',
  'seeds',
  'scene',
  'engine',
  'link',
] as const;

/** One line a published value (RFC 4180): every line tells where it comes from, so that files can be put together. */
export function csvOf(report: Report, origin: Origin): string {
  const lines = report.rows.flatMap((row) => linesOf(row, report, origin));
  return `${[COLUMNS.join(','), ...lines.map((line) => line.map(cell).join(','))].join('\r\n')}\r\n`;
}

export function jsonOf(report: Report, { link, seeds, isChanged }: Origin): string {
  return `${JSON.stringify({ ...report, link, seed_numbers: seeds, scene: sceneWord(isChanged) }, null, 2)}\n`;
}

type Cell = string | number | null | undefined;

function linesOf(row: ReportRow, report: Report, { link, seeds, isChanged }: Origin): readonly (readonly Cell[])[] {
  const { reference, ours } = row;
  const published = row.published.length > 0 ? row.published : [undefined];
  return published.map((value) => [
    report.preset,
    row.metric,
    row.name,
    row.unit,
    row.lane,
    row.point === undefined || row.point === null ? '' : String(row.point),
    value?.value,
    value?.place,
    value?.quality,
    value?.caution,
    reference?.mean,
    reference?.sd,
    reference?.seeds,
    ours?.mean,
    ours?.sd,
    ours?.half_width,
    ours?.count,
    ours?.values.join(';'),
    row.verdict,
    seeds.join(';'),
    sceneWord(isChanged),
    report.engine,
    link,
  ]);
}

function sceneWord(isChanged: boolean): string {
  return isChanged ? 'changed' : 'as published';
}

function cell(value: Cell): string {
  if (value === undefined || value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
