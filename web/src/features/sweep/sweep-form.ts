/** The user's choices: a sweep over the open scene, and how its results are shown. Pure. */

import type { Catalog, SettingSpec } from '../../core/border/catalog';
import { SCRIPT, type Scenario, type SettingValue } from '../../core/border/scenario';
import {
  type AxisDefinition,
  type CoupledDefinition,
  type LaneDefinition,
  type SceneDefinition,
  SWEEP_SCHEMA,
  type SweepDefinition,
  type UntilDefinition,
} from '../../core/experiment/sweep';
import { parameterPath, settingAt } from '../../core/scene/edit';

/** A varied setting. If its values are given as a list, further settings can change together with it (`coupled`). */
export type FormAxis = AxisDefinition & { readonly coupled?: readonly CoupledValues[] };

/** A setting that changes together with an axis's setting. It has one value for each of the axis's values. */
interface CoupledValues {
  readonly path: string;
  readonly values: readonly SettingValue[];
}

/** One of several scenes, with the names of its lanes. */
export interface FormScene {
  readonly name: string;
  readonly scene: Scenario;
  readonly laneNames: readonly string[];
}

export interface SweepForm {
  /** Scenes that are swept in place of the open scene. The form shows them but cannot change them. */
  readonly scenes?: readonly FormScene[];
  readonly axes: readonly FormAxis[];
  /**
   * Expressions that compute further settings at each point, by the path of the computed setting. The form shows them
   * but cannot change them.
   */
  readonly derive?: Readonly<Record<string, string>>;
  /** Conditions on the settings at a point. The form shows them but cannot change them. */
  readonly where?: readonly string[];
  /** The rule that gives a point further seeds. `seeds` is then the smallest number. */
  readonly until?: UntilDefinition;
  /**
   * Name of the lane with which the command line and Python compare the others. The page does not use it, but writes it
   * into the sweep file.
   */
  readonly against?: string;
  /** The lanes. Undefined for the scene's own. */
  readonly lanes: readonly LaneDefinition[] | undefined;
  readonly seeds: number;
  /** Ids of metrics with their arguments. */
  readonly metrics: readonly string[];
  /**
   * The figures that the opened sweep file defines, by name. The dialog for figures offers them, and they are written
   * into saved sweep files again.
   */
  readonly figures?: NonNullable<SweepDefinition['figures']>;
  readonly view: SweepLook;
}

export interface SweepLook {
  /** Id of the displayed metric. */
  readonly metric: string;
  /** Name of a lane. If it is set, the picture shows differences from this lane, computed for each seed. */
  readonly against?: string;
}

const FIRST_SEEDS = 10;
const FIRST_COUNT = 21;
/** Factor between the scene's value and each end of a suggested sweep on a logarithmic axis. */
const FIRST_FACTOR = 10;

/** Largest number of seeds of a sweep. */
export const MOST_SEEDS = 10_000;
/** Largest number of seeds of a point under a rule that gives no limit of its own. The engine has the same default. */
const MOST_SEEDS_OF_RULE = 200;

/** Limits that a form in a link must keep: those of the engine, and lengths of texts. */
const MOST = {
  axes: 4,
  values: 10_000,
  lanes: 16,
  seeds: MOST_SEEDS,
  metrics: 64,
  text: 200,
  params: 100,
  coupled: 8,
  derived: 32,
  conditions: 32,
  figures: 64,
  scenes: 64,
  /** Length limit for the text of a scene. */
  sceneText: 100_000,
  /** Length limit for the text of all figures. */
  figureText: 20_000,
};

/** The default metrics of the engine. */
const USUAL_METRICS = [
  'udp_utilization',
  'tcp_utilization',
  'utilization',
  'jain_index',
  'queueing_delay_s',
  'drop_ratio',
];

/** The metrics that the engine measures by default in this scene. */
function usualMetrics({ flows }: Scenario): readonly string[] {
  const hasUdp = flows.some(({ transport }) => transport === 'udp');
  const hasTcp = flows.some(({ transport }) => transport !== 'udp');
  return USUAL_METRICS.filter((id) => (id.startsWith('udp_') ? hasUdp : id.startsWith('tcp_') ? hasTcp : true));
}

/** A useful first sweep: over the load of unresponsive flows, or else over a lane's most informative setting. */
export function formOf(scene: Scenario, catalog: Catalog, lane = 0): SweepForm {
  const metrics = usualMetrics(scene);
  return {
    axes: [unresponsiveLoad(scene, catalog) ?? informativeSetting(scene, catalog, lane)],
    lanes: undefined,
    seeds: FIRST_SEEDS,
    metrics,
    view: { metric: metrics[0] ?? 'utilization' },
  };
}

export function definitionOf(form: SweepForm, scene: Scenario): SweepDefinition {
  const { axes, derive, where, lanes, against, seeds, until, metrics, scenes } = form;
  const named = lanes ?? (scenes === undefined ? namedTwins(scene) : undefined);
  return {
    schema: SWEEP_SCHEMA,
    ...(scenes === undefined ? { scene } : { scenes: scenes.map((one) => definitionOfScene(one, lanes)) }),
    over: axes.map(definitionOfAxis),
    ...(derive === undefined ? {} : { derive }),
    ...(where === undefined ? {} : { where }),
    ...(named === undefined ? {} : { lanes: named }),
    ...(against === undefined ? {} : { against }),
    seeds,
    ...(until === undefined ? {} : { until }),
    metrics,
  };
}

/**
 * The definition of one scene of a sweep over several scenes. If the form has chosen lanes, they replace the scene's
 * lanes.
 */
function definitionOfScene({ name, scene, laneNames }: FormScene, chosen: SweepForm['lanes']): SceneDefinition {
  if (chosen !== undefined) return { name, scene };
  return { name, scene, lanes: scene.lanes.map((lane, place) => ({ ...lane, name: laneNames[place] ?? lane.aqm })) };
}

/**
 * The lanes chosen in the form. If none are chosen, the lanes of the form's first scene. Undefined if the form has no
 * scenes either.
 */
export function lanesOfForm({ lanes, scenes }: Pick<SweepForm, 'lanes' | 'scenes'>): SweepForm['lanes'] {
  const [first] = scenes ?? [];
  return lanes ?? (first === undefined ? undefined : definitionOfScene(first, undefined).lanes);
}

/** The definition for a file, with the figures, which the runs do not need. */
export function definitionForFile(form: SweepForm, scene: Scenario): SweepDefinition {
  const { figures } = form;
  return { ...definitionOf(form, scene), ...(figures === undefined ? {} : { figures }) };
}

/**
 * Largest number of seeds that a point gets under the form's rule for further seeds. Without a rule, the limit that a
 * new rule would get.
 */
export function mostSeedsOf({ seeds, until }: Pick<SweepForm, 'seeds' | 'until'>): number {
  return until?.at_most ?? Math.max(seeds, MOST_SEEDS_OF_RULE);
}

function definitionOfAxis(axis: FormAxis): AxisDefinition | CoupledDefinition {
  const { coupled = [], ...own } = axis;
  if (coupled.length === 0 || !('values' in own)) return own;
  return {
    paths: [own.path, ...coupled.map(({ path }) => path)],
    values: own.values.map((value, place) => [
      value,
      ...coupled.flatMap(({ values }) => values.slice(place, place + 1)),
    ]),
  };
}

/** Names for the lanes. Lanes with the same discipline are numbered. Undefined if all ids are different. */
function namedTwins({ lanes }: Scenario): readonly LaneDefinition[] | undefined {
  const before = (place: number): number => lanes.slice(0, place).filter(({ aqm }) => aqm === lanes[place]?.aqm).length;
  if (lanes.every((_, place) => before(place) === 0)) return undefined;
  return lanes.map((lane, place) => {
    const { aqm } = lane;
    const twins = before(place);
    return { ...lane, name: twins === 0 ? aqm : `${aqm} ${twins + 1}` };
  });
}

/**
 * A sweep over the rate of the first group of UDP flows that has a rate. The values are equally spaced on a logarithmic
 * axis, around the rate at which the group fills the bottleneck.
 */
function unresponsiveLoad(scene: Scenario, catalog: Catalog): AxisDefinition | undefined {
  const group = scene.flows.findIndex(({ transport, rate_bps }) => transport === 'udp' && rate_bps !== undefined);
  const spec = catalog.scene_settings.find(({ path }) => path === 'flows.*.rate_bps');
  if (group < 0 || spec === undefined) return undefined;
  const share = scene.bottleneck.capacity_bps / Math.max(1, scene.flows[group]?.count ?? 1);
  return around(`flows.${group}.rate_bps`, spec, share, true);
}

function informativeSetting(scene: Scenario, catalog: Catalog, lane: number): AxisDefinition {
  const { aqm } = scene.lanes[lane] ?? scene.lanes[0] ?? { aqm: '' };
  const params = catalog.disciplines.find(({ id }) => id === aqm)?.params ?? [];
  const numbers = params.filter((spec) => !spec.is_advanced && hasRange(spec));
  // Thresholds are the most informative settings, and the buffer is the least informative.
  const spec = numbers.find((it) => it.is_on_ruler) ?? numbers.find(({ id }) => id !== 'limit') ?? numbers[0];
  if (spec === undefined) {
    const capacity = catalog.scene_settings.find(({ path }) => path === 'bottleneck.capacity_bps');
    if (capacity === undefined) throw new Error('the engine declares no capacity');
    return around(capacity.path, capacity, scene.bottleneck.capacity_bps, true);
  }
  const path = parameterPath(scene, spec.id, lane);
  const now = settingAt(scene, path) ?? spec.default;
  return around(path, spec, typeof now === 'number' ? now : Number(spec.default), spec.is_logarithmic);
}

/** Values around `middle`, within the setting's limits. */
function around(path: string, spec: SettingSpec, middle: number, isLogarithmic: boolean): AxisDefinition {
  if (!hasRange(spec)) throw new Error(`${path} has no range`);
  const { min, max } = spec.kind;
  const within = (value: number): number => Math.min(max, Math.max(min, value));
  if (isLogarithmic && middle > 0) {
    const [from, to] = [within(middle / FIRST_FACTOR), within(middle * FIRST_FACTOR)];
    if (from > 0) return { path, from, to, count: FIRST_COUNT, scale: 'log' };
  }
  const [from, to] = middle > 0 ? [within(0), within(2 * middle)] : [min, max];
  // A range with fewer whole numbers than points is extended, so that the points are consecutive whole numbers.
  const whole = spec.kind.kind === 'integer' ? within(from + FIRST_COUNT - 1) : to;
  if (whole > to) return { path, from, to: whole, count: FIRST_COUNT, scale: 'linear' };
  return { path, from, to, count: FIRST_COUNT, scale: 'linear' };
}

function hasRange(spec: SettingSpec): spec is SettingSpec & { kind: { min: number; max: number } } {
  return spec.kind.kind === 'integer' || spec.kind.kind === 'real';
}

/**
 * Parses a form from a link or from storage. Undefined unless all of it is valid. The engine checks whether the form
 * fits the scene.
 */
export function readForm(given: unknown): SweepForm | undefined {
  if (!isRecord(given)) return undefined;
  const axes = readList(given.axes, 0, MOST.axes, readAxis);
  const lanes = given.lanes === undefined ? undefined : readList(given.lanes, 1, MOST.lanes, readLane);
  const metrics = readList(given.metrics, 1, MOST.metrics, readText);
  const { seeds } = given;
  const view = readLook(given.view);
  const derive = given.derive === undefined ? undefined : readDerive(given.derive);
  const where = given.where === undefined ? undefined : readList(given.where, 0, MOST.conditions, readText);
  const until = given.until === undefined ? undefined : readUntil(given.until);
  const against = given.against === undefined ? undefined : readText(given.against);
  const figures = given.figures === undefined ? undefined : readFigures(given.figures);
  const scenes = given.scenes === undefined ? undefined : readList(given.scenes, 1, MOST.scenes, readScene);
  if (given.scenes !== undefined && scenes === undefined) return undefined;
  if (given.figures !== undefined && figures === undefined) return undefined;
  if ((given.where !== undefined && where === undefined) || (given.until !== undefined && until === undefined)) {
    return undefined;
  }
  if ((given.derive !== undefined && derive === undefined) || (given.against !== undefined && against === undefined)) {
    return undefined;
  }
  if (axes === undefined || metrics === undefined || view === undefined) return undefined;
  if (given.lanes !== undefined && lanes === undefined) return undefined;
  if (!isWhole(seeds, MOST.seeds)) return undefined;
  return {
    ...(scenes === undefined ? {} : { scenes }),
    axes,
    ...(derive === undefined ? {} : { derive }),
    ...(where === undefined ? {} : { where }),
    ...(until === undefined ? {} : { until }),
    lanes,
    ...(against === undefined ? {} : { against }),
    seeds,
    metrics,
    ...(figures === undefined ? {} : { figures }),
    view,
  };
}

/**
 * Parses one of several scenes. The engine checks the scene itself. Scenes with scripts are refused, because a sweep
 * would run the scripts without asking the user for permission.
 */
function readScene(given: unknown): FormScene | undefined {
  if (!isRecord(given) || !isRecord(given.scene)) return undefined;
  const { lanes } = given.scene;
  const name = readText(given.name);
  const laneNames = readList(given.laneNames, 1, MOST.lanes, readText);
  const isUsable = (lane: unknown): boolean =>
    isRecord(lane) && readText(lane.aqm) !== undefined && lane.aqm !== SCRIPT;
  if (name === undefined || laneNames === undefined || !Array.isArray(lanes) || !lanes.every(isUsable))
    return undefined;
  if (lanes.length !== laneNames.length || JSON.stringify(given.scene).length > MOST.sceneText) return undefined;
  return { name, scene: given.scene as unknown as Scenario, laneNames };
}

/** The figures by name. The engine checks each figure when it is drawn. */
function readFigures(given: unknown): SweepForm['figures'] {
  if (!isRecord(given)) return undefined;
  const figures = Object.entries(given);
  if (figures.length > MOST.figures || JSON.stringify(given).length > MOST.figureText) return undefined;
  return figures.every(([name, figure]) => readText(name) !== undefined && isRecord(figure))
    ? (given as SweepForm['figures'])
    : undefined;
}

function readDerive(given: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(given)) return undefined;
  const entries = Object.entries(given).map(([path, expression]) => [readText(path), readText(expression)]);
  if (entries.length > MOST.derived || entries.flat().includes(undefined)) return undefined;
  return Object.fromEntries(entries);
}

function readUntil(given: unknown): UntilDefinition | undefined {
  if (!isRecord(given)) return undefined;
  const metric = readText(given.metric);
  const { half_width, relative_half_width, at_most } = given;
  if (metric === undefined || (at_most !== undefined && !isWhole(at_most, MOST.seeds))) return undefined;
  const most = at_most === undefined ? {} : { at_most };
  if (isNumber(half_width) && relative_half_width === undefined) return { metric, half_width, ...most };
  if (isNumber(relative_half_width) && half_width === undefined) return { metric, relative_half_width, ...most };
  return undefined;
}

function readLook(given: unknown): SweepLook | undefined {
  if (!isRecord(given)) return undefined;
  const metric = readText(given.metric);
  const against = given.against === undefined ? undefined : readText(given.against);
  if (metric === undefined || (given.against !== undefined && against === undefined)) return undefined;
  return against === undefined ? { metric } : { metric, against };
}

function readAxis(given: unknown): FormAxis | undefined {
  if (!isRecord(given)) return undefined;
  if (given.paths !== undefined) return readCoupled(given);
  const path = readText(given.path);
  if (path === undefined) return undefined;
  if (given.values !== undefined) {
    const values = readList(given.values, 1, MOST.values, readValue);
    if (values === undefined || given.coupled === undefined) return values === undefined ? undefined : { path, values };
    const coupled = readList(given.coupled, 1, MOST.coupled - 1, (one) => readCoupledValues(one, values.length));
    return coupled === undefined ? undefined : { path, values, coupled };
  }
  const { from, to, count, scale = 'linear' } = given;
  if (!isNumber(from) || !isNumber(to) || !isWhole(count, MOST.values)) return undefined;
  if (scale !== 'linear' && scale !== 'log') return undefined;
  return { path, from, to, count, scale };
}

/** Parses `{ paths, values }`, the format of a sweep file. */
function readCoupled(given: Readonly<Record<string, unknown>>): FormAxis | undefined {
  const paths = readList(given.paths, 2, MOST.coupled, readText);
  const readRow = (row: unknown) => readList(row, paths?.length ?? 0, paths?.length ?? 0, readValue);
  const rows = readList(given.values, 1, MOST.values, readRow);
  if (paths === undefined || rows === undefined) return undefined;
  const columns = paths.map((path, column) => ({ path, values: rows.flatMap((row) => row.slice(column, column + 1)) }));
  const [first, ...coupled] = columns;
  return first === undefined ? undefined : { ...first, coupled };
}

function readCoupledValues(given: unknown, count: number): CoupledValues | undefined {
  if (!isRecord(given)) return undefined;
  const path = readText(given.path);
  const values = readList(given.values, count, count, readValue);
  return path === undefined || values === undefined ? undefined : { path, values };
}

function readLane(given: unknown): LaneDefinition | undefined {
  if (typeof given === 'string') return readText(given);
  if (!isRecord(given)) return undefined;
  const aqm = readText(given.aqm);
  const name = given.name === undefined ? undefined : readText(given.name);
  if (aqm === undefined || (given.name !== undefined && name === undefined)) return undefined;
  const lane = name === undefined ? { aqm } : { aqm, name };
  if (given.params === undefined) return lane;
  if (!isRecord(given.params)) return undefined;
  const written = Object.entries(given.params);
  const params: [string, SettingValue][] = [];
  for (const [id, one] of written) {
    const value = readValue(one);
    if (value === undefined || readText(id) === undefined || params.length >= MOST.params) return undefined;
    params.push([id, value]);
  }
  return { ...lane, params: Object.fromEntries(params) };
}

function readValue(given: unknown): SettingValue | undefined {
  if (typeof given === 'boolean') return given;
  return isNumber(given) ? given : readText(given);
}

function readText(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && given.length <= MOST.text ? given : undefined;
}

function readList<T>(
  given: unknown,
  least: number,
  most: number,
  read: (item: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(given) || given.length < least || given.length > most) return undefined;
  const items = given.map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

function isNumber(given: unknown): given is number {
  return typeof given === 'number' && Number.isFinite(given);
}

function isWhole(given: unknown, most: number): given is number {
  return Number.isInteger(given) && (given as number) >= 1 && (given as number) <= most;
}
