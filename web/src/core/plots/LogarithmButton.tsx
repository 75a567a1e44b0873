/** A button that switches between a logarithmic and a linear value axis. */

import type { ControlsProps } from './definition';

export function LogarithmButton({ scale, setScale }: Pick<ControlsProps, 'scale' | 'setScale'>) {
  return (
    <button
      type="button"
      className="small-button"
      aria-pressed={scale.isLogarithmic}
      onClick={() => setScale({ ...scale, isLogarithmic: !scale.isLogarithmic })}
    >
      log<span className="visually-hidden">arithmic scale</span>
    </button>
  );
}
