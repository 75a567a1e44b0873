/** A discipline's parameters, and its named sets of values. */

import { formatNumber } from '../../base/format';
import type { DisciplineAbout, SettingSpec } from '../../core/border/catalog';
import type { SettingValue } from '../../core/border/scenario';
import { PHONE, useMedia } from '../../ui/use-media';

export function ParameterTable({ about }: { about: DisciplineAbout }) {
  const isPhone = useMedia(PHONE);
  return (
    <table className="parameters table table--words body">
      <thead className={isPhone ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Allowed</th>
          <th scope="col">Default</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {about.params.map((spec) => (
          <tr key={spec.id}>
            <th scope="row">
              {spec.name}
              {spec.symbol !== '' && spec.symbol !== spec.name && spec.symbol !== spec.id && (
                <var className="mono plain">{spec.symbol}</var>
              )}
              <code className="mono small plain soft">{spec.id}</code>
            </th>
            <td>
              <Allowed spec={spec} />
            </td>
            <td>{shownValue(spec, spec.default)}</td>
            <td>{spec.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ParameterSets({ about }: { about: DisciplineAbout }) {
  if (about.param_sets.length === 0) return null;
  return (
    <dl className="parameters__sets body">
      {about.param_sets.map(({ id, name, origin, values }) => (
        <div key={id}>
          <dt className="strong">
            {name} <code className="mono small plain soft">{id}</code>
          </dt>
          <dd>
            <p className="soft">{origin}</p>
            {Object.entries(values).map(([param, value]) => (
              <span key={param} className="parameters__value mono small soft">
                {param} = {String(value)}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Allowed({ spec: { kind, unit } }: { spec: SettingSpec }) {
  switch (kind.kind) {
    case 'integer':
    case 'real':
      return (
        <>
          {shownNumber(kind.min)} to {shownNumber(kind.max)}
          {unit !== '' && unit !== '1' && ` ${unit}`}
        </>
      );
    case 'switch':
      return <>on or off</>;
    case 'choice':
      return (
        <ul>
          {kind.choices.map(({ id, meaning }) => (
            <li key={id}>
              <code className="mono small plain soft">{id}</code> {meaning}
            </li>
          ))}
        </ul>
      );
  }
}

function shownValue({ kind, unit }: SettingSpec, value: SettingValue): string {
  if (kind.kind === 'switch') return value === true ? 'on' : 'off';
  if (typeof value !== 'number') return String(value);
  return unit === '' || unit === '1' ? shownNumber(value) : `${shownNumber(value)}\u00a0${unit}`;
}

/** The number as in scene files, without a unit prefix, so that the user can type it there. */
function shownNumber(value: number): string {
  return formatNumber(value, 10);
}
