/**
 * Lanes to compare: ready-made comparisons, the lane that is added next, and the parameters that distinguish a lane.
 * Pure.
 */

import { formatNumber, formatValue } from '../../base/format';
import type { Catalog, DisciplineAbout, SettingSpec } from '../border/catalog';
import type { Lane, Scenario, SettingValue } from '../border/scenario';
import { hasTwoLinks } from '../scene/edit';

/** A ready-made set of lanes to compare, with its name in the list. */
interface Comparison {
  readonly name: string;
  readonly lanes: readonly Lane[];
  /** A note that the disciplines may rank differently in this scene than in the paper. */
  readonly remark?: string;
}

/** A parameter that a lane sets for itself. */
interface OwnParameter {
  readonly id: string;
  /** Name and value, such as "draws 3". */
  readonly text: string;
}

/** Disciplines that “Add a lane” tries first, in this order. The others follow in the order of the catalog. */
const GOOD_NEIGHBOURS = ['choke', 'choked', 'red', 'gchoke', 'drop-tail'];

const READY: readonly (readonly string[])[] = [
  ['choke', 'choked'],
  ['red', 'choke', 'gchoke', 'choked'],
  ['drop-tail', 'red', 'choke', 'choked'],
];

/**
 * Scene in which Manzoor’s thesis on CHOKeD finds this ranking of UDP throughput: RED 0.98, CHOKe 0.25, gCHOKe 0.14,
 * CHOKeD 0.004 Mb/s.
 */
const THESIS_SCENE = 'choked-model1';
const THESIS_SET = READY[1];
const THESIS_REMARK =
  'The thesis compares these in its Model 1, with 33 TCP flows. This scene may rank them differently.';

/**
 * The lane that "Add a lane" adds. It runs a discipline that no lane runs yet, or the discipline of the last lane if
 * all are in use.
 */
export function nextLane(catalog: Catalog, lanes: readonly Lane[]): Lane {
  const known = catalog.disciplines.map(({ id }) => id);
  const candidates = [...GOOD_NEIGHBOURS.filter((id) => known.includes(id)), ...known];
  const aqm = candidates.find((id) => lanes.every((lane) => lane.aqm !== id)) ?? lanes.at(-1)?.aqm;
  return { aqm: aqm ?? '', params: {} };
}

/**
 * Ready-made comparisons of several disciplines, and one of a single discipline with several values of its main
 * parameter.
 */
export function readyComparisons(catalog: Catalog, scenario: Scenario, aqm: string): readonly Comparison[] {
  const nameOf = (id: string): string | undefined => aboutOf(catalog, id)?.name;
  const ready = READY.filter((ids) => ids.every((id) => nameOf(id) !== undefined)).map((ids) => ({
    name: ids.map(nameOf).join(' · '),
    lanes: ids.map((id) => ({ aqm: id, params: {} })),
    ...(ids === THESIS_SET && scenario.id !== THESIS_SCENE ? { remark: THESIS_REMARK } : {}),
  }));
  const strengths = atSeveralStrengths(aboutOf(catalog, aqm), scenario);
  return strengths === undefined ? ready : [...ready, strengths];
}

/** The parameters that a lane sets itself, in words. */
export function ownParameters(about: DisciplineAbout | undefined, lane: Lane): readonly OwnParameter[] {
  return Object.entries(lane.params).map(([id, value]) => {
    const spec = about?.params.find((param) => param.id === id);
    return { id, text: `${spec?.name ?? id} ${shown(value, spec)}` };
  });
}

/** The lane without its own value of one parameter. The value that is set for all lanes then applies. */
export function withoutOwn(lane: Lane, parameter: string): Lane {
  return { ...lane, params: Object.fromEntries(Object.entries(lane.params).filter(([id]) => id !== parameter)) };
}

/** A sentence that says whether all lanes get the same packets, according to the sources of the scene. */
export function sameTrafficHint(scenario: Scenario): string {
  if (hasTwoLinks(scenario)) return 'The lanes of link 1 and link 2 show the same network.';
  const isOpenLoop = scenario.flows.map(({ transport }) => transport === 'udp');
  if (isOpenLoop.every((open) => open)) return 'Every lane gets exactly the same packets.';
  if (isOpenLoop.some((open) => open)) return 'UDP sends the same packets to every lane; TCP reacts to each lane.';
  return 'The same TCP flows start in every lane; from then on they react to that lane.';
}

/**
 * A comparison of several values of a discipline's main parameter: draws for CHOKe, max_p for RED. The main parameter
 * is the last numeric one that the discipline does not declare as advanced.
 */
function atSeveralStrengths(about: DisciplineAbout | undefined, scenario: Scenario): Comparison | undefined {
  const spec = about?.params.findLast(
    ({ kind, is_advanced }) => !is_advanced && (kind.kind === 'integer' || kind.kind === 'real'),
  );
  if (about === undefined || spec === undefined) return undefined;
  if (spec.kind.kind !== 'integer' && spec.kind.kind !== 'real') return undefined;
  const { min, max } = spec.kind;
  const base = Number(scenario.queue.params[spec.id] ?? spec.default);
  const values = [base, base * 2, base * 4].filter((value) => value > 0 && value >= min && value <= max);
  if (values.length < 2) return undefined;
  return {
    name: `${about.name} · ${spec.name} ${values.map((value) => formatNumber(value)).join(', ')}`,
    lanes: values.map((value) => ({ aqm: about.id, params: { [spec.id]: value } })),
  };
}

function aboutOf(catalog: Catalog, id: string): DisciplineAbout | undefined {
  return catalog.disciplines.find((about) => about.id === id);
}

function shown(value: SettingValue, spec: SettingSpec | undefined): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value;
  return formatValue(value, spec?.unit === 'packet' || spec?.unit === 'packets' ? '' : (spec?.unit ?? ''));
}
