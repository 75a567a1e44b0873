/**
 * A setting that is varied, and its values: a range in equal steps or equal factors, a list, or some of the possible
 * choices.
 */

import { useId, useState } from 'react';
import { formatNumber, formatValue, type UnitScale, unitScale } from '../../base/format';
import type { SettingValue } from '../../core/border/scenario';
import type { AxisDefinition } from '../../core/experiment/sweep';
import { DraftField } from '../../ui/DraftField';
import { Icon } from '../../ui/Icon';
import { ChoiceField, type ChoiceGroup } from './ChoiceField';
import { NumberEntry, numberOf, WholeEntry } from './NumberEntry';
import { type SweepSetting, type SweepSettingGroup, suggestedAxis } from './sweep-settings';

interface AxisFieldsProps {
  /** Text before the field, "Vary" or "and". */
  readonly label: string;
  readonly axis: AxisDefinition;
  readonly groups: readonly SweepSettingGroup[];
  /** The page's name for the setting, including its owner. */
  readonly name: string;
  /** The engine's problem with a field of the axis, such as `path`, `to` or `values.2`. */
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (axis: AxisDefinition) => void;
  /** Removes the setting. Absent if it is the only one. */
  readonly onRemove?: (() => void) | undefined;
}

/** Maximum number of values for one setting. */
const MOST_VALUES = 10_000;

export function AxisFields({ label, axis, groups, name, problemOf, onChange, onRemove }: AxisFieldsProps) {
  const setting = groups.flatMap(({ settings }) => settings).find(({ path }) => path === axis.path);
  const choose = (path: string): void => {
    const chosen = groups.flatMap(({ settings }) => settings).find((it) => it.path === path);
    if (chosen !== undefined && path !== axis.path) onChange(suggestedAxis(chosen));
  };
  const isUnknown = setting === undefined && problemOf('path') === undefined;
  return (
    <div className="sweep-axis row">
      <ChoiceField
        label={label}
        groups={settingGroups(groups)}
        chosen={axis.path}
        chosenName={name}
        placeholder="Type a setting’s name"
        problem={isUnknown ? `${axis.path} is not a setting of this scene` : problemOf('path')}
        onChoose={choose}
      />
      {onRemove !== undefined && (
        <button type="button" className="small-button" title="Remove this setting" onClick={onRemove}>
          <Icon name="close" />
          <span className="visually-hidden">Do not vary {setting?.spec.name ?? axis.path}</span>
        </button>
      )}
      {setting !== undefined &&
        (setting.spec.kind.kind === 'choice' || setting.spec.kind.kind === 'switch' ? (
          <Choices {...{ setting, axis, problemOf, onChange }} />
        ) : (
          <Numbers key={axis.path} {...{ setting, axis, problemOf, onChange }} />
        ))}
    </div>
  );
}

/** The settings as a grouped list, with the scene's values. */
function settingGroups(groups: readonly SweepSettingGroup[]): readonly ChoiceGroup[] {
  return groups.map(({ title, settings }) => ({
    title,
    options: settings.map(({ path, spec, value }) => ({
      id: path,
      name: spec.name,
      detail: valueWords(value, spec.unit),
      meaning: `${spec.meaning}${rangeWords(spec)}`,
    })),
  }));
}

function valueWords(value: SettingValue, unit: string): string {
  if (typeof value === 'number') return formatValue(value, unit);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value;
}

function rangeWords({ kind, unit }: SweepSetting['spec']): string {
  if (kind.kind !== 'integer' && kind.kind !== 'real') return '';
  return `; ${formatValue(kind.min, unit)} to ${formatValue(kind.max, unit)}`;
}

interface PartProps extends Pick<AxisFieldsProps, 'axis' | 'problemOf' | 'onChange'> {
  readonly setting: SweepSetting;
}

function Choices({ setting: { path, spec }, axis, problemOf, onChange }: PartProps) {
  const all: readonly { readonly value: SettingValue; readonly meaning: string }[] =
    spec.kind.kind === 'choice'
      ? spec.kind.choices.map(({ id, meaning }) => ({ value: id, meaning }))
      : [
          { value: false, meaning: '' },
          { value: true, meaning: spec.meaning },
        ];
  const values = 'values' in axis ? axis.values : [];
  const problem = problemOf('values') ?? (values.length === 0 ? 'Choose at least one value' : undefined);
  return (
    <fieldset className="sweep-axis__choices row">
      <legend className="visually-hidden">Values of {spec.name}</legend>
      {all.map(({ value, meaning }) => (
        <label key={String(value)} className="row row--tight gap-1" title={meaning}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange({
                path,
                values: all.map((it) => it.value).filter((it) => (it === value ? target.checked : values.includes(it))),
              })
            }
          />
          {valueWords(value, '')}
        </label>
      ))}
      {problem !== undefined && <p className="sweep__problem">{problem}</p>}
    </fieldset>
  );
}

type Steps = 'linear' | 'log' | 'listed';

function Numbers({ setting, axis, problemOf, onChange }: PartProps) {
  const { spec, path } = setting;
  const id = useId();
  const { kind } = spec;
  if (kind.kind !== 'integer' && kind.kind !== 'real') return null;
  const isWhole = kind.kind === 'integer';
  const steps: Steps = 'values' in axis ? 'listed' : axis.scale === 'log' ? 'log' : 'linear';
  const scale = unitScale(largest(axis), spec.unit);
  const range = (): { from: number; to: number; count: number } => {
    if (!('values' in axis)) return axis;
    const numbers = axis.values.map(Number).filter(Number.isFinite);
    return { from: Math.min(...numbers), to: Math.max(...numbers), count: Math.max(2, numbers.length) };
  };
  const chooseSteps = (next: Steps): void => {
    if (next === 'listed') return onChange({ path, values: valuesOf(axis, isWhole) });
    const { from, to, count } = range();
    const least = isWhole ? 1 : to / 100;
    onChange({ path, from: next === 'log' && from <= 0 ? least : from, to, count, scale: next });
  };
  return (
    <>
      <label className="visually-hidden" htmlFor={`${id}steps`}>
        Steps of {spec.name}
      </label>
      <select
        id={`${id}steps`}
        className="select"
        value={steps}
        onChange={(event) => chooseSteps(event.target.value as Steps)}
      >
        <option value="linear">equal steps</option>
        <option value="log">equal factors</option>
        <option value="listed">listed values</option>
      </select>
      {'values' in axis ? (
        <Listed
          name={spec.name}
          values={axis.values}
          scale={scale}
          limits={kind}
          isWhole={isWhole}
          problem={problemOf('values')}
          onChange={(values) => onChange({ path, values })}
        />
      ) : (
        <>
          <NumberEntry
            label="from"
            value={axis.from}
            {...{ isWhole, scale }}
            min={kind.min}
            max={kind.max}
            problem={problemOf('from')}
            onChange={(from) => onChange({ ...axis, from })}
          />
          <NumberEntry
            label="to"
            value={axis.to}
            {...{ isWhole, scale }}
            min={kind.min}
            max={kind.max}
            problem={problemOf('to')}
            onChange={(to) => onChange({ ...axis, to })}
          />
          {scale.name !== '' && <span className="faint">{scale.name}</span>}
          <WholeEntry
            label="values:"
            value={axis.count}
            min={1}
            max={MOST_VALUES}
            problem={problemOf('count') ?? problemOf('values')}
            onChange={(count) => onChange({ ...axis, count })}
          />
        </>
      )}
    </>
  );
}

interface ListedProps {
  readonly name: string;
  readonly values: readonly SettingValue[];
  readonly scale: UnitScale;
  readonly limits: { readonly min: number; readonly max: number };
  readonly isWhole: boolean;
  readonly problem: string | undefined;
  readonly onChange: (values: readonly SettingValue[]) => void;
}

/** A list of values, separated by commas or spaces. Decimal commas are therefore not possible. */
function Listed({ name, values, scale, limits, isWhole, problem, onChange }: ListedProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const inForce = values.map((value) => formatNumber(Number(value) / scale.factor, isWhole ? 16 : 6)).join(', ');
  const words = (draft ?? inForce).split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map((word) => numberOf(word, scale));
  const isRight = (number: number | undefined): boolean =>
    number !== undefined && number >= limits.min && number <= limits.max && (!isWhole || Number.isInteger(number));
  const wrong = words.find((_, at) => !isRight(numbers[at]));
  const most = `${formatNumber(limits.min / scale.factor)} to ${formatNumber(limits.max / scale.factor)}`;
  const message =
    words.length === 0
      ? 'List at least one value'
      : wrong === undefined
        ? problem
        : `${wrong} is not a ${isWhole ? 'whole ' : ''}number from ${most}${scale.name === '' ? '' : ` ${scale.name}`}`;
  const commit = (): void => {
    if (draft === undefined || words.length === 0 || wrong !== undefined) return;
    setDraft(undefined);
    onChange(numbers.filter((number) => number !== undefined));
  };
  return (
    <span className="number-entry number-entry--listed row">
      <label htmlFor={id} className="visually-hidden">
        Values of {name}
      </label>
      <DraftField
        {...{ id, draft, inForce }}
        className="field"
        isWrong={message !== undefined}
        describedBy={message === undefined ? undefined : `${id}problem`}
        onDraft={setDraft}
        onCommit={commit}
      />
      {scale.name !== '' && <span className="faint">{scale.name}</span>}
      {message !== undefined && (
        <span className="sweep__problem" id={`${id}problem`}>
          {message}
        </span>
      )}
    </span>
  );
}

function largest(axis: AxisDefinition): number {
  const ends = 'values' in axis ? axis.values.map(Number) : [axis.from, axis.to];
  return Math.max(...ends.map(Math.abs), 0);
}

/**
 * An axis's values as a list that the user can edit: those of a list, or the rounded values of a range. A sweep over a
 * range uses the engine's exact values instead.
 */
function valuesOf(axis: AxisDefinition, isWhole: boolean): readonly SettingValue[] {
  if ('values' in axis) return axis.values;
  const { from, to, count, scale } = axis;
  const part = (at: number): number => (count < 2 ? 0 : at / (count - 1));
  const at = (step: number): number =>
    scale === 'log' && from > 0 && to > 0 ? from * (to / from) ** part(step) : from + (to - from) * part(step);
  const rounded = (value: number): number => (isWhole ? Math.round(value) : Number(value.toPrecision(3)));
  return [...new Set(Array.from({ length: Math.min(count, MOST_LISTED) }, (_, step) => rounded(at(step))))];
}

/** Maximum number of values in a list that is edited by hand. */
const MOST_LISTED = 50;
