import { expect, it } from 'vitest';
import { type Axis, curve, type Knob, type Picture } from './picture';
import { numbersOf } from './saved-picture';

const X: Axis = { title: 'load x/C', from: 0, to: 4, scale: 'linear', text: String };
const Y: Axis = { ...X, title: 'share of the link', to: 1 };
const PICTURE: Picture = {
  x: X,
  y: Y,
  curves: [curve(X, (x) => x / 3, { id: 'c', name: 'formula', colour: 'text', width: 1 }, 2)],
  guides: [
    { along: 'y', at: 0.3, text: 'ceiling' },
    { along: 'x', at: 2, text: 'peak' },
  ],
  dots: [
    { key: 'a', x: 2, y: 0.1, name: 'CHOKe', colour: 'text', kind: 'now' },
    { key: 'b', x: 2, y: 0.2, name: 'CHOKe, ns-2', colour: 'text', kind: 'ns2' },
  ],
  histograms: [{ key: 'h', name: 'density', colour: 'text', values: [0.5, 0.25] }],
  sees: '',
  comparisons: [],
  compared: '',
};
const KNOBS: readonly Knob[] = [
  { id: 'rtt', name: 'round trip', symbol: 'T', unit: 's', min: 0, max: 1, step: 0.1, scene: 0.2 },
  { id: 'gentle', name: 'gentle', symbol: '', unit: 'switch', min: 0, max: 1, step: 1, scene: 1 },
];

it('a picture of a formula is saved as one row for each point, with the values that the user has set', () => {
  const { columns, rows } = numbersOf(PICTURE, KNOBS, (id) => (id === 'rtt' ? 0.3 : 1));
  expect(columns.map(({ name, unit }) => [name, unit])).toEqual([
    ['kind', undefined],
    ['name', undefined],
    ['x', undefined],
    ['y', undefined],
    ['set_rtt', 's'],
    ['set_gentle', undefined],
  ]);
  expect(columns[2]?.meaning).toBe('load x/C');
  expect(rows).toEqual(
    [
      ['curve', 'formula', 0, 0],
      ['curve', 'formula', 2, 2 / 3],
      ['curve', 'formula', 4, 4 / 3],
      ['measured', 'density', 1, 0.5],
      ['measured', 'density', 3, 0.25],
      ['measured', 'CHOKe', 2, 0.1],
      ['ns-2', 'CHOKe, ns-2', 2, 0.2],
      ['guide', 'ceiling', null, 0.3],
      ['guide', 'peak', 2, null],
    ].map((row) => [...row, 0.3, 1]),
  );
});
