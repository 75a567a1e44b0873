/** One setting: its name, its value, and a control that suits its kind. */

import { useEffect, useId, useRef, useState } from 'react';
import { formatNumber, formatValue, parseNumber, unitScale } from '../../base/format';
import { DraftField } from '../../ui/DraftField';
import { Icon } from '../../ui/Icon';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import { Select } from '../../ui/Select';
import type { SettingValue } from '../border/scenario';
import type { Control } from './control-groups';
import { type SliderScale, sliderScale } from './slider-scale';
import { useSettingDrag } from './use-setting-drag';

interface SettingRowProps {
  control: Control;
  /** The engine's problem with the last value that the user tried. */
  problem: string | undefined;
  onChange: (path: string, value: SettingValue, drag?: number) => Promise<void>;
  onSettle: (drag: number) => Promise<void>;
}

export function SettingRow({ control, problem, onChange, onSettle }: SettingRowProps) {
  const { spec, path, value, baseline } = control;
  const id = useId();
  const meaningId = `${id}meaning`;
  const problemId = `${id}problem`;
  const isChanged = value !== baseline;
  const describedBy = problem === undefined ? meaningId : `${problemId} ${meaningId}`;
  return (
    <div className="setting" data-path={path} data-meaning={meaningId} data-changed={isChanged || undefined}>
      <div className="row row--tight gap-1 setting__line">
        <label htmlFor={id} className="grow soft setting__name">
          {spec.name}
          {spec.symbol !== '' && spec.symbol !== spec.name && (
            <span className="small faint unbroken setting__symbol" aria-hidden="true">
              <PrintedSymbol text={spec.symbol} />
            </span>
          )}
        </label>
        {isChanged && (
          <button
            type="button"
            className="small-button"
            title={`Reset to ${shown(baseline, spec.unit)}`}
            onClick={() => void onChange(path, baseline)}
          >
            <Icon name="undo" />
            <span className="visually-hidden">
              Reset {spec.name} to {shown(baseline, spec.unit)}
            </span>
          </button>
        )}
        <Entry
          id={id}
          control={control}
          describedBy={describedBy}
          isWrong={problem !== undefined}
          onChange={onChange}
        />
      </div>
      {typeof value === 'number' && (
        <SettingSlider
          control={control}
          value={value}
          describedBy={describedBy}
          onChange={onChange}
          onSettle={onSettle}
        />
      )}
      {control.isOwn && <p className="small faint setting__default">for this lane only</p>}
      {isChanged && (
        <p className="small faint setting__default">
          {control.isOwn ? 'lane' : 'scene'} opened with {shown(baseline, spec.unit)}
        </p>
      )}
      {problem !== undefined && (
        <p className="small breakable setting__problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
      <p id={meaningId} className="visually-hidden">
        {meaningOf(control)}
      </p>
    </div>
  );
}

interface EntryProps {
  id: string;
  control: Control;
  describedBy: string;
  isWrong: boolean;
  onChange: SettingRowProps['onChange'];
}

function Entry({ id, control, describedBy, isWrong, onChange }: EntryProps) {
  const { spec, path } = control;
  // The new choice is shown while the engine is still applying it.
  const [chosen, setChosen] = useState<SettingValue | undefined>(undefined);
  const value = chosen ?? control.value;
  const choose = (next: SettingValue): void => {
    setChosen(next);
    void onChange(path, next).finally(() => setChosen(undefined));
  };
  switch (spec.kind.kind) {
    case 'switch':
      return (
        <input
          id={id}
          type="checkbox"
          className="switch"
          checked={value === true}
          aria-describedby={describedBy}
          onChange={(event) => choose(event.target.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          className="select small setting__choice"
          options={spec.kind.choices.map((choice) => ({ ...choice, name: choice.id }))}
          chosen={String(value)}
          describedBy={describedBy}
          onChoose={choose}
        />
      );
    default:
      return <NumberField id={id} control={control} describedBy={describedBy} isWrong={isWrong} onChange={onChange} />;
  }
}

/**
 * Number field with a unit that suits the value. Enter, or leaving the field, applies the number. Escape restores the
 * previous one.
 */
function NumberField({ id, control, describedBy, isWrong, onChange }: EntryProps) {
  const { spec, path } = control;
  const value = Number(control.value);
  const scale = unitScale(value, spec.unit);
  const inForce = formatNumber(value / scale.factor, spec.kind.kind === 'integer' ? 16 : 6);
  const [draft, setDraft] = useState<string | undefined>(undefined);

  const commit = (): void => {
    if (draft === undefined) return;
    const typed = parseNumber(draft);
    // Rounded to 15 digits, since a product of two floats is inexact: 2.1 Mb/s must become 2 100 000 bit/s.
    const entered = typed === undefined ? value : Number((typed * scale.factor).toPrecision(15));
    if (entered === value) setDraft(undefined);
    else void onChange(path, entered).finally(() => setDraft(undefined));
  };

  return (
    <span className="row row--tight gap-1 mono small setting__number">
      <DraftField
        {...{ id, draft, inForce, isWrong, describedBy }}
        className="field setting__field"
        least={4}
        onDraft={setDraft}
        onCommit={commit}
      />
      {scale.name !== '' && <span className="soft setting__unit">{scale.name === 'packets' ? 'pkt' : scale.name}</span>}
    </span>
  );
}

interface SliderProps {
  control: Control;
  value: number;
  describedBy: string;
  onChange: SettingRowProps['onChange'];
  onSettle: SettingRowProps['onSettle'];
}

export function SettingSlider({ control, value, describedBy, onChange, onSettle }: SliderProps) {
  const { spec, baseline } = control;
  const input = useRef<HTMLInputElement>(null);
  // The scale must stay the same while the user holds the slider.
  const { held, move, release, releaseSoon } = useSettingDrag<{
    readonly position: number;
    readonly scale: SliderScale;
  }>(control, (of) => of.scale.valueAt(of.position), { change: onChange, settle: onSettle });
  const scale = held?.scale ?? sliderScale(spec, Number(baseline), value);
  const position = held?.position ?? scale?.positionOf(value) ?? 0;
  const positions = scale?.positions ?? 1;

  useEffect(() => {
    input.current?.style.setProperty('--fill', `${Math.min(100, (position / positions) * 100)}%`);
  }, [position, positions]);

  if (scale === undefined) return null;
  return (
    <input
      ref={input}
      type="range"
      className="slider"
      min={0}
      max={positions}
      step={1}
      value={Math.min(position, positions)}
      aria-label={spec.name}
      aria-valuetext={formatValue(held === undefined ? value : scale.valueAt(position), spec.unit)}
      aria-describedby={describedBy}
      onChange={(event) => move({ position: Number(event.target.value), scale })}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyUp={releaseSoon}
      onBlur={release}
    />
  );
}

function shown(value: SettingValue, unit: string): string {
  if (typeof value === 'number') return formatValue(value, unit);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value;
}

function meaningOf({ spec, value, isLive }: Control): string {
  const { kind } = spec;
  const chosen = kind.kind === 'choice' ? kind.choices.find(({ id }) => id === value)?.meaning : undefined;
  const allowed =
    kind.kind === 'integer' || kind.kind === 'real'
      ? ` Allowed: ${formatValue(kind.min, spec.unit)} to ${formatValue(kind.max, spec.unit)}.`
      : '';
  const chosenText = chosen === undefined ? '' : ` Selected: ${String(value)}, ${chosen}.`;
  const anew = isLive ? '' : ' A change restarts the scene and runs it up to the current time.';
  return `${sentence(spec.meaning)}${chosenText}${allowed}${anew}`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const end = /[.!?]$/.test(trimmed) ? '' : '.';
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${end}`;
}
