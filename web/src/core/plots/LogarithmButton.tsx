/** A button that switches between a logarithmic and a linear value axis. */

import type { ControlsProps } from './definition';

interface Props extends Pick<ControlsProps, 'scale' | 'setScale'> {
  readonly title?: string;
}

export function LogarithmButton({ scale, setScale, title }: Props) {
  return (
    <button
      type="button"
      className="small-button"
      aria-pressed={scale.isLogarithmic}
      title={title}
      onClick={() => setScale({ ...scale, isLogarithmic: !scale.isLogarithmic })}
    >
      log<span className="visually-hidden">arithmic scale</span>
    </button>
  );
}
