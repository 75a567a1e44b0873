/** The quantities of a formula, each with a slider that starts at the scene's value, and a button that resets them. */

import { useId } from 'react';
import { formatNumber } from '../../base/format';
import { PrintedSymbol } from '../../ui/PrintedSymbol';
import type { Knob, Settings } from './picture';

interface Props {
  readonly knobs: readonly Knob[];
  readonly settings: Settings;
  readonly isChanged: boolean;
  readonly onChange: (id: string, value: number) => void;
  readonly onReset: () => void;
}

/** Number of positions of a logarithmic slider. */
const POSITIONS = 400;

export function Knobs({ knobs, settings, isChanged, onChange, onReset }: Props) {
  return (
    <div className="knobs column gap-1">
      {knobs.map((knob) => (
        <KnobRow key={knob.id} knob={knob} value={settings(knob.id)} onChange={(value) => onChange(knob.id, value)} />
      ))}
      <button type="button" className="button knobs__reset" disabled={!isChanged} onClick={onReset}>
        As in the scene
      </button>
    </div>
  );
}

function KnobRow({ knob, value, onChange }: { knob: Knob; value: number; onChange: (value: number) => void }) {
  const id = useId();
  const { name, symbol, unit } = knob;
  if (unit === 'switch')
    return (
      <label className="knobs__row knobs__row--switch soft" htmlFor={id}>
        <span>{name}</span>
        <input
          id={id}
          type="checkbox"
          className="switch"
          checked={value === 1}
          onChange={(event) => onChange(event.target.checked ? 1 : 0)}
        />
      </label>
    );
  const { positions, position, valueAt } = scaleOf(knob, value);
  const text = `${formatNumber(value, 3)}${unit === '' ? '' : `\u00a0${unit === 'packets' ? 'pkt' : unit}`}`;
  return (
    <div className="knobs__row soft">
      <label htmlFor={id}>
        {name}{' '}
        {symbol !== '' && (
          <i className="faint">
            <PrintedSymbol text={symbol} />
          </i>
        )}
      </label>
      <output className="clear mono small" htmlFor={id}>
        {text}
      </output>
      <input
        id={id}
        type="range"
        className="slider"
        min={0}
        max={positions}
        step={1}
        value={position}
        aria-valuetext={text}
        style={{ '--fill': `${(100 * position) / positions}%` } as React.CSSProperties}
        onChange={(event) => onChange(valueAt(Number(event.target.value)))}
        onKeyDown={(event) => {
          // While a slider has the focus, the arrow keys do not step the run.
          if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') event.stopPropagation();
        }}
      />
    </div>
  );
}

/** Maps values to whole positions, which suit a native range input. */
export function scaleOf(
  { min, max, step, isLogarithmic }: Knob,
  value: number,
): { readonly positions: number; readonly position: number; readonly valueAt: (position: number) => number } {
  if (isLogarithmic === true) {
    const span = Math.log(max / min);
    return {
      positions: POSITIONS,
      position: Math.round((POSITIONS * Math.log(Math.max(min, value) / min)) / span),
      valueAt: (position) =>
        position >= POSITIONS
          ? max
          : Math.max(min, Number((min * Math.exp((span * position) / POSITIONS)).toPrecision(3))),
    };
  }
  return {
    positions: Math.round((max - min) / step),
    position: Math.round((value - min) / step),
    valueAt: (position) => Math.min(max, Number((min + position * step).toPrecision(12))),
  };
}
