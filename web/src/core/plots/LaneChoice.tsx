/**
 * Buttons that choose the focused lane, for a plot that shows one lane. Each is labelled with the number key of its
 * lane.
 */

import { focusLane } from '../page/view-store';
import type { ControlsProps } from './definition';

export function LaneChoice({ lanes }: Pick<ControlsProps, 'lanes'>) {
  if (lanes.isSingle) return null;
  return (
    <fieldset className="plot-lanes">
      <legend className="visually-hidden">Lane of this plot</legend>
      {lanes.all.map(({ index, name }) => (
        <button
          key={index}
          type="button"
          className="bare plot-lane"
          data-lane={index}
          aria-pressed={index === lanes.focus.index}
          title={`Lane ${index + 1}: ${name}`}
          onClick={() => focusLane(index)}
        >
          <span className="small strong" aria-hidden="true">
            {index + 1}
          </span>
          <span className="visually-hidden">{name}</span>
        </button>
      ))}
    </fieldset>
  );
}
