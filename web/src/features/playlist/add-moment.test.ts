import { expect, it } from 'vitest';
import { titleOf } from './add-moment';

function title(scene: string, name: string, lanes = 1): string {
  const moment = {
    about: { name },
    facts: { scenario: { lanes: Array.from({ length: lanes }) } },
    latest: { scalars: { now_s: 20.135 } },
    decision: undefined,
  };
  return titleOf(moment as unknown as Parameters<typeof titleOf>[0], scene);
}

it('an entry of a playlist names its discipline if the title of the scene does not', () => {
  const at = /^20\.135.s/;
  expect(title('CHOKe against one greedy flow', 'RED').replace(at, 'T')).toBe(
    'T under RED, CHOKe against one greedy flow',
  );
  expect(title('CHOKe against one greedy flow', 'CHOKe').replace(at, 'T')).toBe('T, CHOKe against one greedy flow');
  expect(title('CHOKeD: FQ-CoDel, CHOKe', 'CHOKe').replace(at, 'T')).toBe('T, CHOKeD: FQ-CoDel, CHOKe');
  expect(title('FQ-CoDel: newcomers first', 'CoDel').replace(at, 'T')).toBe('T under CoDel, FQ-CoDel: newcomers first');
  expect(title('Model 1', 'RED', 2).replace(at, 'T')).toBe('T, Model 1');
});
