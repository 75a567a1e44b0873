import { describe, expect, it } from 'vitest';
import { queueLengths } from './queue-lengths';
import type { RunBuffer } from './run-buffer';

const param = (id: string, name: string, symbol: string, is_on_ruler = true) => ({ id, name, symbol, is_on_ruler });

function run(params: readonly object[], code: readonly string[] = []): Pick<RunBuffer, 'about' | 'facts'> {
  const values = { limit: 300, min_th: 5, l_th: 12, target_q: 20, early_threshold: 8, w_q: 0.1 };
  const about = { params, code: code.map((text) => ({ text })) };
  return { about, facts: { params: values, limit: 300 } } as unknown as Pick<RunBuffer, 'about' | 'facts'>;
}

describe('the queue lengths of a discipline', () => {
  it('include its parameters on the ruler, with short names', () => {
    const params = [
      param('limit', 'buffer', 'B'),
      param('min_th', 'minimum threshold', 'min_th'),
      param('l_th', 'queue threshold', 'L_th'),
      param('target_q', 'target queue', 'b*'),
      param('early_threshold', 'early threshold', 'L'),
      param('w_q', 'average weight', 'w_q', false),
    ];
    expect(queueLengths(run(params))).toEqual([
      { name: 'min', value: 5, parameter: 'min_th' },
      { name: 'L_th', value: 12, parameter: 'l_th' },
      { name: 'target queue', value: 20, parameter: 'target_q' },
      { name: 'early', value: 8, parameter: 'early_threshold' },
    ]);
  });

  it('include the fractions of the buffer that its pseudo-code names, each once', () => {
    const code = ['p_sred ← 0; p_max/4 if n ≥ B/6; p_max if n ≥ B/3', 'if n < B/6: skip to the buffer test', 'SUB/7'];
    expect(queueLengths(run([], code))).toEqual([
      { name: 'B/6', value: 50 },
      { name: 'B/3', value: 100 },
    ]);
  });
});
