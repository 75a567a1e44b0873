/**
 * An experiment without an engine, for tests and for work on the page: it reads the paper part of a preset and makes up
 * values around what was published. They mean nothing.
 */

import { EngineLost } from '../engine/client';
import { experimentLanes, laneName, type PresetFile } from './preset-file';
import type { ClaimReport, Job, Point, PublishedValue, Report, ReportRow, RowVerdict, Sample } from './report';
import type { Runner } from './runner';

interface PaperPart extends PresetFile {
  readonly published?: readonly (PublishedValue & { metric: string; lane: string; point?: Point })[];
  readonly reference?: readonly {
    metric: string;
    lane: string;
    point?: Point;
    mean: number;
    sd: number;
    seeds: number;
  }[];
  readonly claims?: readonly (ClaimReport & { check: object | null })[];
}

export interface FakeFaults {
  /** Whether a run is refused. */
  readonly refuses?: (job: Job) => boolean;
  /** Whether the worker dies of a run. */
  readonly dies?: (job: Job) => boolean;
  /** How long a run takes [ms]. */
  readonly run_ms?: number;
}

export function fakeRunner({ refuses, dies, run_ms = 0 }: FakeFaults = {}): Runner {
  let file: PaperPart | undefined;
  let added = new Map<string, { job: Job; isWhole: boolean }>();
  let asked = 0;
  let isClosed = false;
  const opened = (): PaperPart => {
    if (isClosed) throw new EngineLost('it was closed');
    if (file === undefined) throw new Error('no experiment is open');
    return file;
  };
  const points = (): readonly Point[] => opened().experiment?.sweep?.values ?? [null];
  return {
    open: async (preset) => {
      file = JSON.parse(preset) as PaperPart;
    },
    jobs: async (seeds) => {
      asked = seeds;
      const lanes = experimentLanes(opened());
      return lanes.flatMap((_, lane) =>
        points().flatMap((_point, point) => Array.from({ length: seeds }, (__, at) => ({ lane, point, seed: at + 1 }))),
      );
    },
    run: async (job) => {
      await new Promise((resolve) => setTimeout(resolve, run_ms));
      opened();
      if (dies?.(job) === true) {
        isClosed = true;
        throw new EngineLost('it ran out of memory');
      }
      if (refuses?.(job) === true) throw new Error('it does not run');
      return JSON.stringify({ fake: job });
    },
    add: async (job, result) => {
      added.set(JSON.stringify(job), { job, isWhole: result.includes('fake') });
    },
    forget: async () => {
      added = new Map();
    },
    report: async () => reportOf(opened(), [...added.values()], asked),
    close: () => {
      isClosed = true;
    },
  };
}

function reportOf(file: PaperPart, runs: readonly { job: Job; isWhole: boolean }[], asked: number): Report {
  const lanes = experimentLanes(file).map(laneName);
  const points: readonly Point[] = file.experiment?.sweep?.values ?? [null];
  const rows = new Map<string, ReportRow>();
  for (const { metric, lane, point } of [...(file.published ?? []), ...(file.reference ?? [])]) {
    const key = JSON.stringify([metric, lane, point ?? null]);
    if (rows.has(key)) continue;
    const isIt = (it: { metric: string; lane: string; point?: Point }): boolean =>
      it.metric === metric && it.lane === lane && (it.point ?? null) === (point ?? null);
    const published = (file.published ?? []).filter(isIt).map(({ value, place, quality, note, caution }) => ({
      ...{ value, place, quality },
      ...(note === undefined ? {} : { note }),
      ...(caution === undefined ? {} : { caution }),
    }));
    const reference = (file.reference ?? []).find(isIt);
    const about = reference?.mean ?? published[0]?.value ?? 1;
    const place = points.findIndex((value) => value === (point ?? null));
    const mine = runs.filter(({ job }) => lanes[job.lane] === lane && job.point === place);
    const ours = sampleOf(mine.map(({ job }) => about * (1 + 0.06 * noise(`${key}${job.seed}`))));
    rows.set(key, {
      ...{ metric, name: nameOf(metric), unit: unitOf(metric), lane, published },
      ...(point === undefined ? {} : { point }),
      ...(reference === undefined
        ? {}
        : { reference: { mean: reference.mean, sd: reference.sd, seeds: reference.seeds } }),
      ...(ours === undefined ? {} : { ours, verdict: verdictOf(ours, published) }),
    });
  }
  const isTentative = runs.length < 2 || runs.some(({ isWhole }) => !isWhole);
  return {
    ...{ schema: 1, engine: 'fake', preset: file.scenario.id, title: file.scenario.title, document: file.document },
    ...{ seeds: new Set(runs.map(({ job }) => job.seed)).size, asked_seeds: asked, profile: file.scenario.profile },
    ...{ duration_s: file.scenario.duration_s, measured_from_s: file.scenario.measured_from_s },
    points,
    rows: [...rows.values()],
    claims: (file.claims ?? []).map(({ id, text, outlook, check, reason }) => ({
      ...{ id, text, outlook, measured: check !== null, tentative: isTentative },
      verdict: check === null || runs.length === 0 || outlook === 'open' ? 'undecided' : outlook,
      figures: check === null ? '' : `made up of ${runs.length} runs`,
      ...(reason === undefined ? {} : { reason }),
    })),
    paired: [],
  };
}

function sampleOf(values: readonly number[]): Sample | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, sd: null, half_width: null, count, values };
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1));
  return { mean, sd, half_width: (2.26 * sd) / Math.sqrt(count), count, values };
}

function verdictOf(ours: Sample, published: readonly PublishedValue[]): RowVerdict | null {
  const [first] = published;
  if (first === undefined) return null;
  const reach = Math.max(0.1 * Math.abs(first.value), ours.half_width ?? 0);
  return Math.abs(ours.mean - first.value) <= reach ? 'number' : 'neither';
}

function nameOf(metric: string): string {
  const words = metric.replace(/_(bps|s|packets)$/, '').replaceAll('_', ' ');
  return words.replace(/^(tcp|udp)/, (word) => word.toUpperCase()).replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function unitOf(metric: string): string {
  if (metric.endsWith('_bps')) return 'bit/s';
  if (metric.endsWith('_packets')) return 'packets';
  return metric.endsWith('_s') ? 's' : '';
}

/** From −1 to 1, the same for the same text. */
function noise(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return ((hash >>> 0) / 2 ** 31 - 1) as number;
}
