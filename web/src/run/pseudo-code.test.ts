import { expect, it } from 'vitest';
import { cutLine, quantityMeaning } from './pseudo-code';

const P_B = { id: 'p_b', symbol: 'p_b', unit: '1', meaning: 'drop probability' };
const AVG = { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'average queue' };

it('cuts a line into text and the quantities that it names', () => {
  expect(cutLine('avg = {avg}, p = {p_b}', [P_B, AVG])).toEqual([
    { kind: 'text', text: 'avg = ' },
    { kind: 'quantity', quantity: AVG, place: 1 },
    { kind: 'text', text: ', p = ' },
    { kind: 'quantity', quantity: P_B, place: 0 },
  ]);
});

it('leaves braces that name nothing as they are', () => {
  expect(cutLine('a set {x, y} of {nobody}', [AVG])).toEqual([{ kind: 'text', text: 'a set {x, y} of {nobody}' }]);
});

it('names a unit where there is one', () => {
  expect([P_B, AVG].map(quantityMeaning)).toEqual(['p_b: drop probability', 'avg [packets]: average queue']);
});
