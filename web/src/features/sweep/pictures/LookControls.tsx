/** Chooses what the picture shows: the quantity itself, or its difference from a lane's. */

import type { SweepFacts } from '../../../core/experiment/sweep';
import type { SweepLook } from '../sweep-form';

interface Props {
  readonly facts: SweepFacts;
  readonly laneNames: readonly string[];
  readonly look: SweepLook;
  readonly onLook: (look: SweepLook) => void;
}

export function LookControls({ facts, laneNames, look, onLook }: Props) {
  const { metrics, lanes } = facts;
  const metric = metrics.find(({ id }) => id === look.metric) ?? metrics[0];
  const against = lanes.includes(look.against ?? '') ? look.against : undefined;
  return (
    <span className="sweep-look row grow">
      <label className="row row--tight soft">
        <span>Show</span>
        <select
          className="field"
          value={metric?.id}
          title={metric?.meaning}
          onChange={({ target }) => onLook({ ...look, metric: target.value })}
        >
          {metrics.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {lanes.length > 1 && (
        <label className="row row--tight soft">
          <span>as</span>
          <select
            className="field"
            value={against ?? ''}
            onChange={({ target }) => {
              const { against: _, ...rest } = look;
              onLook(target.value === '' ? rest : { ...rest, against: target.value });
            }}
          >
            <option value="">value of each lane</option>
            {lanes.map((lane, place) => (
              <option key={lane} value={lane}>
                difference from {laneNames[place]}, seed by seed
              </option>
            ))}
          </select>
        </label>
      )}
    </span>
  );
}
