/**
 * The scene that public parameters describe: lanes, settings and seed, by their names in the engine's catalog. Pure.
 */

import { formatValue } from '../../base/format';
import type { Catalog, SettingSpec } from '../border/catalog';
import type { Lane, Scenario, SettingValue } from '../border/scenario';
import { MOST_LANES } from '../run/lanes';
import { parameterPath, patternOf, withLanes, withSetting } from '../scene/edit';
import type { SettingProblem } from '../scene/scene-store';
import { type Asked, type AskedSetting, nearestOf, numberIn, quoted } from './public-parameters';

/** A change of the scene by a parameter: its text in the address, and its effect. */
export interface SceneChange {
  readonly word: string;
  readonly change: (scenario: Scenario) => Scenario;
}

type ReportProblem = (path: string, problem: string) => void;

/** The requested changes whose names are known. The engine checks the resulting scene. */
export function changesAskedFor(
  base: Scenario,
  asked: Pick<Asked, 'aqm' | 'set' | 'seed'>,
  catalog: Catalog,
): { readonly changes: readonly SceneChange[]; readonly problems: readonly SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const report: ReportProblem = (path, problem) => {
    problems.push({ path, problem });
  };
  const changes: SceneChange[] = [];
  const lanes = lanesAskedFor(base, asked.aqm, catalog, report);
  if (lanes.length > 0)
    changes.push({
      word: `aqm=${lanes.map(({ aqm }) => aqm).join(',')}`,
      change: (scenario) => withLanes(scenario, lanes),
    });
  const laid = lanes.length > 0 ? withLanes(base, lanes) : base;
  for (const setting of asked.set) {
    const found = settingNamed(setting, laid, catalog, report);
    if (found === undefined) continue;
    const value = settingValue(setting, found.spec, report);
    if (value === undefined) continue;
    changes.push({
      word: `set=${setting.name}:${setting.value}`,
      change: (scenario) => found.paths.reduce((changed, path) => withSetting(changed, path, value), scenario),
    });
  }
  const { seed } = asked;
  if (seed !== undefined) changes.push({ word: `seed=${seed}`, change: (scenario) => ({ ...scenario, seed }) });
  return { changes, problems };
}

/**
 * Index of the lane that a parameter names by its discipline: `choke`, or `choke:2` for the second lane with this
 * discipline.
 */
export function laneNamed(word: string, { lanes }: Scenario): number | string {
  const [aqm = '', count = '1'] = word.split(':');
  const places = lanes.flatMap((lane, place) => (lane.aqm === aqm ? [place] : []));
  const place = /^[1-9]\d*$/.test(count) ? places[Number(count) - 1] : undefined;
  const known = lanes.map((lane, at) => {
    const nth = lanes.slice(0, at + 1).filter((other) => other.aqm === lane.aqm).length;
    return nth === 1 ? lane.aqm : `${lane.aqm}:${nth}`;
  });
  return place ?? `cannot be ${quoted(word)}: ${nearestOf(word, known)}`;
}

function lanesAskedFor(
  base: Scenario,
  ids: readonly string[],
  { disciplines }: Catalog,
  report: ReportProblem,
): readonly Lane[] {
  const known = disciplines.map(({ id }) => id);
  const right = ids.filter((id) => {
    const isKnown = known.includes(id);
    if (!isKnown) report('aqm', `cannot be ${quoted(id)}: ${nearestOf(id, known)}`);
    return isKnown;
  });
  if (right.length > MOST_LANES)
    report('aqm', `names ${right.length} disciplines; only the first ${MOST_LANES} are compared`);
  return right.slice(0, MOST_LANES).map((aqm) => base.lanes.find((lane) => lane.aqm === aqm) ?? { aqm, params: {} });
}

interface Found {
  readonly spec: SettingSpec;
  readonly paths: readonly string[];
}

function settingNamed(
  { name }: AskedSetting,
  scenario: Scenario,
  { disciplines, scene_settings }: Catalog,
  report: ReportProblem,
): Found | undefined {
  const own = (lane: Lane): readonly SettingSpec[] => disciplines.find(({ id }) => id === lane.aqm)?.params ?? [];
  const [, place, parameter = name] = /^(?:queue|lanes\.(\d+))\.params\.([^.]+)$/.exec(name) ?? [];
  const spec = scene_settings.find(({ path }) => path === patternOf(name));
  if (spec !== undefined) {
    const group = /^flows\.(\d+)\./.exec(name)?.[1];
    if (group === undefined || Number(group) < scenario.flows.length) return { spec, paths: [name] };
    const count = scenario.flows.length;
    report('set', `cannot be ${quoted(name)}: flow groups are numbered from 0 to ${count - 1}`);
    return undefined;
  }
  const isParameter = !name.includes('.') || parameter !== name;
  const places = scenario.lanes.flatMap((lane, at) =>
    isParameter && (place === undefined || Number(place) === at) && own(lane).some(({ id }) => id === parameter)
      ? [at]
      : [],
  );
  const [first] = places;
  const owner = first === undefined ? undefined : scenario.lanes[first];
  const parameterSpec = owner && own(owner).find(({ id }) => id === parameter);
  if (parameterSpec !== undefined) {
    const paths = place === undefined ? places.map((at) => parameterPath(scenario, parameter, at)) : [name];
    return { spec: parameterSpec, paths: [...new Set(paths)] };
  }
  // A setting of the scene may be named by the last word of its path, if only one setting ends with this word.
  const ending = scene_settings.filter(({ path }) => !path.includes('*') && path.endsWith(`.${name}`));
  const [only] = ending;
  if (only !== undefined && ending.length === 1) return { spec: only, paths: [only.path] };
  const known = [
    ...new Set([
      ...scenario.lanes.flatMap((lane) => own(lane).map(({ id }) => id)),
      ...scene_settings.flatMap(({ path }) =>
        path.includes('*') ? scenario.flows.map((_, group) => path.replace('*', String(group))) : [path],
      ),
    ]),
  ];
  const lanes = scenario.lanes.map(({ aqm }) => aqm).join(', ');
  const isElsewhere = disciplines.some(({ params }) => params.some(({ id }) => id === parameter));
  const why = isElsewhere ? `no lane (${lanes}) has it; ` : '';
  report('set', `cannot be ${quoted(name)}: ${why}${nearestOf(name, known)}`);
  return undefined;
}

function settingValue(
  { name, value: text }: AskedSetting,
  { kind, unit }: SettingSpec,
  report: ReportProblem,
): SettingValue | undefined {
  const value = valueIn(text, kind);
  if (value === undefined) report(`set=${name}`, `cannot be ${quoted(text)}: ${allowed(kind, unit)}`);
  return value;
}

type Kind = SettingSpec['kind'];

const SWITCH: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  '1': true,
  false: false,
  off: false,
  '0': false,
};

function valueIn(text: string, kind: Kind): SettingValue | undefined {
  switch (kind.kind) {
    case 'integer':
      return numberIn(text, (value) => Number.isInteger(value) && value >= kind.min && value <= kind.max);
    case 'real':
      return numberIn(text, (value) => value >= kind.min && value <= kind.max);
    case 'switch':
      return Object.hasOwn(SWITCH, text) ? SWITCH[text] : undefined;
    case 'choice':
      return kind.choices.find(({ id }) => id === text)?.id;
  }
}

function allowed(kind: Kind, unit: string): string {
  switch (kind.kind) {
    case 'integer':
    case 'real': {
      const [least, most] = [kind.min, kind.max].map((bound) => formatValue(bound, unit).replaceAll('\u00a0', ' '));
      return `a ${kind.kind === 'integer' ? 'whole ' : ''}number from ${least} to ${most}`;
    }
    case 'switch':
      return 'on or off';
    case 'choice':
      return `one of ${kind.choices.map(({ id }) => id).join(', ')}`;
  }
}
