/** Describes a screening in words: its settings, their ranges, and which of them matter. Pure. */

import { formatNumber, formatValue, unitScale } from '../../base/format';
import type { Catalog } from '../../core/border/catalog';
import type { Scenario, SettingValue } from '../../core/border/scenario';
import type { SweepMetric } from '../../core/experiment/sweep';
import { settingName } from '../../core/run/setting-names';
import { type MetricEffects, type ScreeningFacts, type SettingEffect, sizeOf, type VariedSetting } from './screening';

type NamedSettings = Pick<Catalog, 'disciplines' | 'scene_settings'>;

/** Name of a setting, such as "max threshold", "schedule of draws: regions" or "UDP rate". */
export function nameOfSetting(
  catalog: NamedSettings,
  scene: Scenario,
  aqm: string,
  setting: Pick<VariedSetting, 'path' | 'id' | 'other'>,
): string {
  const own = setting.path.startsWith('lanes.')
    ? catalog.disciplines.find(({ id }) => id === aqm)?.params.find(({ id }) => id === setting.id)
    : undefined;
  const name = own?.name ?? settingName(catalog as Catalog, scene, setting.path).name;
  const symbol = own?.symbol ?? '';
  const named = symbol === '' || symbol === name ? name : `${name} ${symbol}`;
  return setting.other === undefined ? named : `${named}: ${valueWords(setting.other)}`;
}

/** A setting's range, such as "from 12.5 to 50" or "false to true". */
export function rangeWords({ levels, value, other, unit }: VariedSetting): string {
  if (levels === undefined) return `${valueWords(value)} to ${valueWords(other ?? value)}`;
  const [least = 0, most = 0] = [levels[0], levels.at(-1)];
  const scale = unitScale(most, unit);
  const end = `${formatNumber(most / scale.factor)}${scale.name === '' ? '' : `\u00a0${scale.name}`}`;
  return `${formatNumber(least / scale.factor)} to ${end}`;
}

function valueWords(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? formatNumber(value) : String(value).replaceAll('_', ' ');
}

/** The range that a factor gives to a setting, in words: "from half to twice its value". */
export function factorWords(factor: number): string {
  return factor === 2
    ? 'from half to twice its value'
    : `from 1/${formatNumber(factor)} to ${formatNumber(factor)} times its value`;
}

/** Maximum number of names in a sentence. Further settings are only counted. */
const MOST_NAMED = 3;

export interface ScreeningWords {
  readonly facts: ScreeningFacts;
  readonly effects: MetricEffects;
  readonly metric: SweepMetric;
  /** The name of the lane, such as "CHOKe". */
  readonly lane: string;
  readonly nameOf: (setting: VariedSetting) => string;
}

/**
 * One sentence about the settings that matter most, those with no more effect than chance, and those without any
 * effect.
 */
export function sentenceOf({ facts, effects, metric, lane, nameOf }: ScreeningWords): string {
  const named = (found: readonly SettingEffect[]): string =>
    listed(found.flatMap(({ setting }) => facts.settings[setting] ?? []).map(nameOf));
  const known = effects.settings.filter((effect) => sizeOf(effect) !== null);
  const isAbove = ({ is_above_chance }: SettingEffect): boolean => is_above_chance === true;
  // Choices and switches are not ranked among the numbers: each was changed once, while the other settings stayed the
  // same.
  const above = known.filter((effect) => isAbove(effect) && effect.mu_star !== null);
  const changes = known.filter((effect) => isAbove(effect) && effect.mu_star === null);
  const nothing = known.filter(({ is_none }) => is_none);
  const chance = known.filter((effect) => !isAbove(effect) && !nothing.includes(effect));
  const [first = changes[0]] = above;
  const parts = [
    above[0] !== undefined
      ? mostWords(above[0])
      : known.length === 0
        ? 'no setting has been compared yet'
        : first === undefined
          ? `no setting changes the ${metric.name} more than chance`
          : `no number changes the ${metric.name} more than chance`,
    changes.length > 0 ? `switched alone, ${changed(changes)}` : '',
    first !== undefined && chance.length > 0 ? `no more than chance: ${named(chance)}` : '',
    nothing.length > 0 ? `${counted(nothing.length)} nothing at all` : '',
  ];
  return `Under ${lane}, with each number varied ${factorWords(facts.factor)}, ${parts.filter(Boolean).join('; ')}.`;

  function changed(found: readonly SettingEffect[]): string {
    const [largest, ...others] = found;
    if (largest === undefined) return '';
    const change = largest.change ?? 0;
    const size = `${named([largest])} changes it by ${change > 0 ? '+' : ''}${formatValue(change, metric.unit, 2)}`;
    return others.length === 0
      ? size
      : `${size}, and ${others.length} more ${others.length === 1 ? 'has' : 'have'} less effect`;
  }

  function mostWords({ mu_star, low }: SettingEffect): string {
    // A setting whose interval overlaps that of the strongest setting is named with it, because their order is
    // uncertain.
    const leading = above.filter(({ high }, place) => place === 0 || low === null || (high ?? 0) >= low);
    const size = formatValue(mu_star ?? 0, metric.unit, 2);
    return leading.length === 1
      ? `${named(leading)} matters most for the ${metric.name}: ${size} on average over its range`
      : `${named(leading)} matter most for the ${metric.name}, up to ${size} on average over the range, in no certain order`;
  }
}

function counted(count: number): string {
  return count === 1 ? '1 setting changes' : `${count} settings change`;
}

function listed(names: readonly string[]): string {
  const said =
    names.length <= MOST_NAMED + 1 ? names : [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`];
  return said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}
