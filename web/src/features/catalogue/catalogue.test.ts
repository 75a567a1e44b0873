import { describe, expect, it } from 'vitest';
import type { DisciplineAbout } from '../../core/border/catalog';
import type { Preset } from '../../core/border/scenario';
import { SMALL_SCENE } from '../../testing/small-scene';
import { appearancesOf, characterScene } from './appearances';
import {
  FIRST_ORDER,
  foundRows,
  NO_FILTER,
  type Order,
  type Row,
  reordered,
  rowsOf,
  sortedRows,
} from './catalogue-rows';
import { costOf, MEASUREMENT, timesYardstick, YARDSTICK } from './costs';
import { tinyScene } from './tiny-scene';

const ABOUTS = [
  about('drop-tail', 1998, 'stateless', 'high'),
  about('red', 1993, 'stateless', 'high'),
  about('choked', 2015, 'stateless', 'medium'),
  about('sred', 1999, 'partial', 'low'),
  about('ward', 2005, 'per-flow', 'low'),
];

function about(
  id: string,
  year: number,
  memory: DisciplineAbout['memory'],
  confidence: DisciplineAbout['confidence'],
): DisciplineAbout {
  const fields: Partial<DisciplineAbout> = { id, name: id.toUpperCase(), year, memory, confidence };
  return { ...fields, citation: '', idea: '', params: [] } as unknown as DisciplineAbout;
}

function preset(id: string, document: string, lanes: readonly string[] = ['choked']): Preset {
  return {
    order: 1,
    document: { id: document, title: `The ${document}`, citation: '', place: 'section 1' },
    lesson: '',
    scenario: { ...SMALL_SCENE, id, lanes: lanes.map((aqm) => ({ aqm, params: { max_th: 60 } })) },
  };
}

const PRESETS = [
  preset('choked-model1', 'thesis'),
  preset('second', 'paper'),
  preset('third', 'thesis'),
  preset('character-red', 'house', ['choked', 'red']),
];
/** A preset has more disciplines than its scene has lanes if its experiment compares others as well. */
const DISCIPLINES = {
  'choked-model1': ['red', 'choked'],
  second: ['choked'],
  third: ['red'],
  'character-red': ['red'],
};

describe('the documents in which a discipline appears', () => {
  it('are listed in the order of their scenes', () => {
    const appearances = appearancesOf('red', PRESETS, DISCIPLINES);
    expect(
      appearances.map(({ document, presets }) => [document.id, presets.map(({ scenario }) => scenario.id)]),
    ).toEqual([['thesis', ['choked-model1', 'third']]]);
    expect(appearancesOf('choked', PRESETS, DISCIPLINES).map(({ document }) => document.id)).toEqual([
      'thesis',
      'paper',
    ]);
    expect(appearancesOf('sfq', PRESETS, DISCIPLINES)).toEqual([]);
  });

  it('do not include the scene that was made for the discipline', () => {
    expect(characterScene('red', PRESETS)?.scenario.id).toBe('character-red');
    expect(appearancesOf('red', PRESETS, DISCIPLINES).some(({ document }) => document.id === 'house')).toBe(false);
  });
});

describe('the table of the catalogue', () => {
  const rows = rowsOf(ABOUTS, PRESETS, DISCIPLINES);
  const ids = (order: Order, of: readonly Row[] = rows): string[] => sortedRows(of, order).map(({ about }) => about.id);

  it('starts with the oldest discipline', () => {
    const years = sortedRows(rows, FIRST_ORDER).map(({ about }) => about.year);
    expect(years).toEqual([1993, 1998, 1999, 2005, 2015]);
  });

  it('sorts stored state and sources by their amount, and not by their names', () => {
    expect(ids({ column: 'memory', isDescending: true })[0]).toBe('ward');
    expect(ids({ column: 'confidence', isDescending: false }).at(-1)).toBe('ward');
    expect(ids({ column: 'documents', isDescending: true })[0]).toBe('red');
  });

  it('sorts up, then down, and upwards again for another column', () => {
    const byName = reordered(FIRST_ORDER, 'name');
    expect(byName).toEqual({ column: 'name', isDescending: false });
    const up = ids(byName);
    expect(ids(reordered(byName, 'name'))).toEqual([...up].reverse());
    expect(reordered(reordered(byName, 'name'), 'year').isDescending).toBe(false);
  });

  it('puts disciplines without a measurement last, in both directions', () => {
    const made = rows.map((row, place) => ({
      ...row,
      cost: place === 1 ? undefined : { comparisons: place, ns: 100 - place },
    }));
    const unmeasured = made[1]?.about.id;
    for (const isDescending of [false, true]) expect(ids({ column: 'ns', isDescending }, made).at(-1)).toBe(unmeasured);
    expect(ids({ column: 'comparisons', isDescending: true }, made)[0]).toBe(made.at(-1)?.about.id);
  });

  it('finds disciplines with all words, in names, ideas and documents, and by kind', () => {
    const found = (filter: Partial<typeof NO_FILTER>): string[] =>
      foundRows(rows, { ...NO_FILTER, ...filter }).map(({ about }) => about.id);
    expect(found({})).toHaveLength(rows.length);
    expect(found({ words: 'THE  paper' })).toEqual(['choked']);
    expect(found({ words: 'red no-such-word' })).toEqual([]);
    expect(found({ memory: 'per-flow' })).toEqual(['ward']);
    expect(found({ confidence: 'low' })).toEqual(['sred', 'ward']);
    expect(found({ confidence: 'low', memory: 'partial' })).toEqual(['sred']);
  });
});

describe('the measured costs', () => {
  it('include the reference discipline, and no discipline twice', () => {
    const ids = MEASUREMENT.costs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(timesYardstick(costOf(YARDSTICK))).toBe(1);
    for (const { comparisons, ns } of MEASUREMENT.costs) {
      expect(comparisons).toBeGreaterThanOrEqual(0);
      expect(ns).toBeGreaterThan(0);
    }
  });

  it('are empty if nothing was measured', () => {
    expect(costOf('none-of-them')).toBeUndefined();
    expect(timesYardstick(undefined)).toBeUndefined();
    expect(timesYardstick({ comparisons: 1, ns: 1 }, { ...MEASUREMENT, costs: [] })).toBeUndefined();
  });
});

describe('the small scene of a discipline', () => {
  it('is the scene made for the discipline, with only its own lane', () => {
    const scene = tinyScene('red', PRESETS);
    expect(scene?.isItsOwn).toBe(true);
    expect(scene?.scenario.lanes).toEqual([{ aqm: 'red', params: { max_th: 60 } }]);
  });

  it('is Model 1 for all others', () => {
    const scene = tinyScene('gchoke', PRESETS);
    expect([scene?.isItsOwn, scene?.scenario.id]).toEqual([false, 'choked-model1']);
    expect(scene?.scenario.lanes).toEqual([{ aqm: 'gchoke', params: {} }]);
  });
});
