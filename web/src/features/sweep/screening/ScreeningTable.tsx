/** The chart's numbers as a table, including settings that the chart leaves out. */

import { ScrollRegion } from '../../../ui/ScrollRegion';
import '../../../ui/numbers-table.css';
import { intervalOf, numberOf, type ShownScreening } from './shown-screening';

export function ScreeningTable({ shown }: { readonly shown: ShownScreening }) {
  const unit = shown.scale.name === '' ? '' : ` [${shown.scale.name}]`;
  return (
    <ScrollRegion
      className="screening__table numbers-table scrolls small"
      label={`What changes ${shown.metric.name}: numbers`}
    >
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Varied over</th>
            <th scope="col">μ*{unit}</th>
            <th scope="col">Single change{unit}</th>
            <th scope="col">95 % interval</th>
            <th scope="col">μ</th>
            <th scope="col">σ</th>
            <th scope="col">Limit of chance</th>
            <th scope="col">Found 4 of 5 times</th>
            <th scope="col">Effects</th>
            <th scope="col">Left out</th>
          </tr>
        </thead>
        <tbody>
          {shown.rows.map(({ key, name, range, effect }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{range}</td>
              <td>{numberOf(effect.mu_star, shown.scale)}</td>
              <td>{numberOf(effect.change, shown.scale)}</td>
              <td>{intervalOf(effect, shown.scale)}</td>
              <td>{numberOf(effect.mu, shown.scale)}</td>
              <td>{numberOf(effect.sigma, shown.scale)}</td>
              <td>{numberOf(effect.chance, shown.scale)}</td>
              <td>{numberOf(effect.detectable, shown.scale)}</td>
              <td>{effect.count}</td>
              <td>{effect.refused + effect.unmoved + effect.without_value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
