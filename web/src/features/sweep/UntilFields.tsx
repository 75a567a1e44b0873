/** The rule that gives a point further seeds: a metric, the largest half-width of its interval, and a limit. */

import { useId } from 'react';
import type { UnitScale } from '../../base/format';
import type { UntilDefinition } from '../../core/experiment/sweep';
import { Icon } from '../../ui/Icon';
import { membersOf, metricChoice } from './metric-choices';
import { NumberEntry, WholeEntry } from './NumberEntry';
import { MOST_SEEDS, mostSeedsOf, type SweepForm } from './sweep-form';

interface Props {
  readonly form: SweepForm;
  readonly problem: string | undefined;
  readonly onChange: (form: SweepForm) => void;
}

const PERCENT: UnitScale = { factor: 0.01, name: '%' };
/** Default half-width of the 95 % interval in a new rule for further seeds, as a share of the mean. */
const FIRST_SHARE = 0.02;
/**
 * Default absolute half-width in a new rule for further seeds, by the unit of the metric. For a unit that is not
 * listed, it is 1.
 */
const FIRST_WIDTHS: Readonly<Record<string, number>> = { '': 0.01, s: 0.001, 'bit/s': 10_000 };

export function UntilFields({ form, problem, onChange }: Props) {
  const id = useId();
  const { until } = form;
  const ids = form.metrics.flatMap(membersOf);
  const change = (next: UntilDefinition): void => onChange({ ...form, until: next });
  if (until === undefined) {
    const metric = ids.includes(form.view.metric) ? form.view.metric : (ids[0] ?? '');
    return (
      <p className="sweep-form__more">
        <button
          type="button"
          className="small-button"
          title="Points with wide intervals get more seeds than others"
          onClick={() =>
            onChange({
              ...form,
              seeds: Math.max(2, form.seeds),
              until: { metric, relative_half_width: FIRST_SHARE, at_most: mostSeedsOf(form) },
            })
          }
        >
          <Icon name="plus" /> Add seeds for a precise mean
        </button>
      </p>
    );
  }
  const { metric, half_width, relative_half_width } = until;
  const isShare = half_width === undefined;
  const unit = metricChoice(metric)?.unit ?? '';
  const width: UnitScale = isShare ? PERCENT : { factor: 1, name: unit };
  return (
    <fieldset className="sweep-form__row row">
      <legend className="sweep-form__label soft unbroken">Until</legend>
      <label htmlFor={`${id}metric`} className="soft">
        the half-width of
      </label>
      <select
        id={`${id}metric`}
        className="field select"
        value={metric}
        onChange={({ target }) => change({ ...until, metric: target.value })}
      >
        {[...new Set([...ids, metric])].map((one) => (
          <option key={one} value={one}>
            {metricChoice(one)?.name ?? one}
          </option>
        ))}
      </select>
      <NumberEntry
        label="is at most"
        value={isShare ? (relative_half_width ?? FIRST_SHARE) : half_width}
        isWhole={false}
        scale={width}
        min={Number.MIN_VALUE}
        max={isShare ? 1 : Number.MAX_VALUE}
        onChange={(value) =>
          change(isShare ? { ...until, relative_half_width: value } : { ...until, half_width: value })
        }
      />
      <select
        className="field select"
        aria-label="Unit of the half-width"
        value={isShare ? 'share' : 'unit'}
        onChange={({ target }) => {
          const { half_width: _, relative_half_width: __, ...rest } = until;
          change(
            target.value === 'share'
              ? { ...rest, relative_half_width: FIRST_SHARE }
              : { ...rest, half_width: FIRST_WIDTHS[unit] ?? 1 },
          );
        }}
      >
        <option value="share">% of the mean</option>
        <option value="unit">{unit === '' ? 'absolute' : unit}</option>
      </select>
      <WholeEntry
        label="with at most"
        value={mostSeedsOf(form)}
        min={form.seeds}
        max={MOST_SEEDS}
        onChange={(at_most) => change({ ...until, at_most })}
      />
      <span className="soft">seeds</span>
      <button
        type="button"
        className="small-button"
        title="Use the same number of seeds at every point"
        onClick={() => {
          const { until: _, ...fixed } = form;
          onChange(fixed);
        }}
      >
        <Icon name="close" />
        <span className="visually-hidden">Use the same number of seeds at every point</span>
      </button>
      {problem !== undefined && <p className="sweep__problem">{problem}</p>}
    </fieldset>
  );
}
