import { describe, expect, it } from 'vitest';
import type { DialView, DisciplineAbout, QuantityAbout, TableView } from '../border/catalog';
import {
  briefOf,
  ceiling,
  REORDER_EVERY_MS,
  StateMemory,
  type StateSource,
  sentenceOf,
  targetSentence,
  wordsOfDial,
  wordsOfTable,
} from './state-model';

const PRICE: QuantityAbout = { id: 'price', symbol: 'p', unit: '', meaning: '' };
const DELAY: QuantityAbout = { id: 'delay', symbol: 'd', unit: 's', meaning: '' };
const HITS: QuantityAbout = { id: 'hits', symbol: 'n', unit: 'hits', meaning: '' };

/** A run with two gauges, price and delay, and a list of [flow row, hits]. The flow in row 0 is unresponsive. */
function source(
  gauges: readonly [number, number],
  list: readonly (readonly [number, ...number[]])[] = [],
  more: { readonly scene?: number; readonly count?: number; readonly aqm?: string } = {},
): StateSource {
  return {
    about: { id: more.aqm ?? 'rem', gauges: [PRICE, DELAY] } as unknown as DisciplineAbout,
    facts: {
      params: { target: 20, gentle: true },
      flows: Array.from({ length: 60 }, (_, row) => ({ number: row + 1, class: row === 0 ? 'udp' : 'tcp' })),
    } as unknown as StateSource['facts'],
    latest: {
      scalars: { row_count: more.count ?? list.length },
      gauges: { value: Float64Array.from(gauges) },
      rows: {
        flow: Uint32Array.from(list, ([flow]) => flow),
        value: Float64Array.from(list.flatMap(([, ...values]) => values)),
      },
    } as unknown as StateSource['latest'],
    scene: more.scene ?? 1,
    isUnresponsive: (row) => row === 0,
  };
}

const OPEN: DialView = { kind: 'dial', gauge: 'price', name: 'price', from: { value: 0 }, to: null, mark: null };
const LIST: TableView = { kind: 'table', title: 'Offenders', meaning: '', columns: [HITS], to: null, mark: null };

describe('the scale of a dial', () => {
  it('ends at 1, 2 or 5 times a power of ten', () => {
    expect([0, 0.3, 1, 1.1, 2, 4, 5.01, 10, 99, 1000].map(ceiling)).toEqual([1, 0.5, 1, 2, 2, 5, 10, 10, 100, 1000]);
    expect(ceiling(0.003)).toBeCloseTo(0.005, 12);
  });

  it('grows in steps with the largest value so far, and does not shrink', () => {
    const memory = new StateMemory();
    const ends = [3, 4.5, 5.5, 2, 21].map((price) => memory.dial(source([price, 0]), OPEN).to);
    expect(ends.map(Number)).toEqual([5, 10, 10, 10, 50]);
  });

  it('does not shrink while the run is paused or has gone back', () => {
    const memory = new StateMemory();
    const end = (price: number, isStill: boolean): string | undefined => {
      const run = source([price, 0]);
      return memory.look({ ...run, about: { ...run.about, state: [OPEN] } }, 0, 0, isStill).dials.get('price')?.to;
    };
    expect([end(3, false), end(40, false), end(3, true), end(1, false)]).toEqual(['5', '50', '50', '50']);
  });

  it('starts at a few times the value of its mark, or at a value that suits its unit', () => {
    const delay: DialView = { ...OPEN, gauge: 'delay', mark: { at: { param: 'target_s' }, name: 'target' } };
    const end = (view: DialView, unit: string, target_s: number): string => {
      const run = source([0, 0]);
      const gauges = run.about.gauges.map((gauge) => ({ ...gauge, unit }));
      const facts = { ...run.facts, params: { target_s }, capacity_bps: 1e6 };
      return new StateMemory().dial({ ...run, about: { ...run.about, gauges }, facts }, view).to;
    };
    expect([end(delay, 's', 0.005), end(delay, 's', 0.012), end(delay, 'bit/s', 1e6)]).toEqual([
      '20\u00a0ms',
      '50\u00a0ms',
      '2\u00a0Mb/s',
    ]);
    expect([end(OPEN, 's', 0), end(OPEN, 'packets', 0), end(OPEN, 'bit/s', 0), end(OPEN, '', 0)]).toEqual([
      '100\u00a0ms',
      '10\u00a0packets',
      '1\u00a0Mb/s',
      '1',
    ]);
  });

  it('starts again with another run or discipline', () => {
    const memory = new StateMemory();
    memory.dial(source([400, 0]), OPEN);
    expect(memory.dial(source([3, 0], [], { scene: 2 }), OPEN).to).toBe('5');
    memory.dial(source([400, 0], [], { scene: 2 }), OPEN);
    expect(memory.dial(source([3, 0], [], { scene: 2, aqm: 'blue' }), OPEN).to).toBe('5');
  });

  it('extends below zero only if there are such values', () => {
    const memory = new StateMemory();
    const view: DialView = { ...OPEN, from: null };
    expect(memory.dial(source([3, 0]), view).from).toBe('0');
    expect(memory.dial(source([-3, 0]), view).from).toBe('\u22125');
    expect(memory.dial(source([0, 0]), view).share).toBe(0.5);
  });

  it('ends at a parameter or at another gauge, and shows larger values at its end', () => {
    const memory = new StateMemory();
    const byParam = memory.dial(source([30, 0]), { ...OPEN, to: { param: 'target' } });
    expect([byParam.to, byParam.share, byParam.value]).toEqual(['20', 1, '30']);
    const byGauge = memory.dial(source([2, 8]), { ...OPEN, to: { gauge: 'delay' } });
    expect([byGauge.to, byGauge.share]).toEqual(['8', 0.25]);
  });

  it('is valid even if its end is not above its start, or is not a number', () => {
    const memory = new StateMemory();
    expect(memory.dial(source([0, 0]), { ...OPEN, to: { gauge: 'delay' } }).share).toBe(0);
    expect(memory.dial(source([0, 0]), { ...OPEN, to: { param: 'gentle' } }).to).toBe('1');
    expect(memory.dial(source([1, Number.NaN]), { ...OPEN, to: { gauge: 'delay' } }).to).toBe('2');
  });

  it('has no needle if there is no value', () => {
    const dial = new StateMemory().dial(source([Number.NaN, 0]), OPEN);
    expect([dial.share, dial.value]).toEqual([undefined, '–']);
  });
});

describe('a number on a scale', () => {
  it('keeps its decimals when the scale grows, and has none if all values are whole', () => {
    const memory = new StateMemory();
    const values = [3, 0.25, 40.5, 0.2].map((price) => memory.dial(source([price, 0]), OPEN).value);
    expect(values).toEqual(['3', '0.250', '40.500', '0.200']);
  });

  it('distinguishes a probability of a few thousandths from 0', () => {
    const dial = new StateMemory().dial(source([0.004, 0]), { ...OPEN, to: { value: 1 } });
    expect([dial.value, dial.from, dial.to]).toEqual(['0.004', '0', '1']);
  });

  it('has the prefix of its scale', () => {
    const view: DialView = { ...OPEN, gauge: 'delay', to: { value: 0.02 } };
    const dial = new StateMemory().dial(source([0, 0.0005]), view);
    expect([dial.value, dial.to]).toEqual(['0.5', '20\u00a0ms']);
  });

  it('has a text that names its scale and mark', () => {
    const view: DialView = { ...OPEN, to: { value: 40 }, mark: { at: { param: 'target' }, name: 'target' } };
    const dial = new StateMemory().dial(source([10, 0]), view);
    expect(dial.mark).toEqual({ share: 0.5, label: 'target 20' });
    expect(wordsOfDial(view, dial)).toBe('price: 10, on a scale from 0 to 40; target 20');
  });
});

describe('the note of a gauge', () => {
  it('is one sentence without a unit, since the scale may have another prefix', () => {
    expect(sentenceOf({ meaning: 'how long the packet being dequeued has waited' })).toBe(
      'How long the packet being dequeued has waited.',
    );
  });

  it('explains why a target differs from the value that was set', () => {
    const view: DialView = { ...OPEN, gauge: 'delay', mark: { at: { gauge: 'delay' }, name: 'target' } };
    const sentence = (target_s: number, slow_link_target: boolean): string | undefined => {
      const run = source([0, 0.012]);
      return targetSentence({ ...run, facts: { ...run.facts, params: { target_s, slow_link_target } } }, view);
    };
    expect(sentence(0.005, true)).toBe(
      'The target is 12\u00a0ms instead of 5\u00a0ms, the time that this link takes for one and a half packets.',
    );
    expect([sentence(0.02, true), sentence(0.005, false)]).toEqual([undefined, undefined]);
  });
});

describe('the list of flows', () => {
  it('shows the largest flows that fit, and their remaining number in the last place', () => {
    const run = source(
      [0, 0],
      [
        [0, 12],
        [7, 3],
        [4, 1],
      ],
      { count: 40 },
    );
    const { rows, more, to } = new StateMemory().table(run, LIST, 3, 0, true);
    expect(rows).toEqual([
      { flow: 0, name: 'UDP 1', share: 0.6, values: ['12'] },
      { flow: 7, name: 'TCP 8', share: 0.15, values: ['3'] },
    ]);
    expect([more, to]).toEqual([38, '20\u00a0hits']);
    expect(briefOf(new StateMemory().table(run, LIST, 3, 0, true))).toBe(
      'UDP 1\u00a0(12), TCP 8\u00a0(3), and 38 more',
    );
  });

  it('keeps flows in place while playing, with present numbers, and sorts them every second', () => {
    const memory = new StateMemory();
    const show = (now_ms: number, isStill: boolean, ...list: [number, number][]) =>
      memory
        .table(source([0, 0], list, { count: 9 }), LIST, 3, now_ms, isStill)
        .rows.map(({ flow, values }) => `${flow}:${values}`);
    expect(show(0, false, [1, 5], [2, 4], [3, 3])).toEqual(['1:5', '2:4']);
    expect(show(200, false, [2, 9], [1, 5], [3, 3])).toEqual(['1:5', '2:9']);
    expect(show(REORDER_EVERY_MS, false, [2, 9], [1, 5], [3, 3])).toEqual(['2:9', '1:5']);
    // While the run is paused, flows are always in the order of their values.
    expect(show(REORDER_EVERY_MS + 16, true, [1, 10], [2, 9], [3, 3])).toEqual(['1:10', '2:9']);
  });

  it('gives the place of a flow that left the list to the largest flow without a place', () => {
    const memory = new StateMemory();
    const show = (now_ms: number, ...list: [number, number][]) =>
      memory.table(source([0, 0], list, { count: 9 }), LIST, 3, now_ms, false).rows.map(({ flow }) => flow);
    expect(show(0, [1, 5], [2, 4], [3, 3])).toEqual([1, 2]);
    expect(show(200, [3, 6], [2, 4], [4, 1])).toEqual([3, 2]);
  });

  it('fills additional room at once', () => {
    const memory = new StateMemory();
    const run = source(
      [0, 0],
      [
        [1, 5],
        [2, 4],
        [3, 3],
      ],
    );
    memory.table(run, LIST, 1, 0, false);
    expect(memory.table(run, LIST, 3, 200, false).rows.map(({ flow }) => flow)).toEqual([1, 2, 3]);
  });

  it('shows all columns; the first one has the bar, and the mark is on its scale', () => {
    const view: TableView = {
      ...LIST,
      columns: [HITS, { ...PRICE, symbol: 'q' }],
      mark: { at: { gauge: 'price' }, name: 'average' },
    };
    const shown = new StateMemory().table(
      source(
        [2.5, 0],
        [
          [0, 4, 0.5],
          [7, 1, 0.25],
        ],
      ),
      view,
      4,
      0,
      true,
    );
    expect(shown.rows.map(({ share, values }) => [share, values])).toEqual([
      [0.8, ['4', '0.500']],
      [0.2, ['1', '0.250']],
    ]);
    expect(shown.mark).toEqual({ share: 0.5, label: 'average 2.5' });
    expect(wordsOfTable(view, shown)).toEqual([
      'Offenders: UDP 1, n 4, q 0.500',
      'Offenders: TCP 8, n 1, q 0.250',
      'average 2.5',
    ]);
  });

  it('says that it is empty', () => {
    const shown = new StateMemory().table(source([0, 0]), LIST, 4, 0, true);
    expect(wordsOfTable(LIST, shown)).toEqual(['Offenders: none']);
    expect(briefOf(shown)).toBe('none');
  });
});
