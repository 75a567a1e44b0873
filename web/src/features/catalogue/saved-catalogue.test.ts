import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { rowsOf } from './catalogue-rows';
import { costOf, MEASUREMENT } from './costs';
import { disciplinesTable, parameterSetsTable, parametersTable } from './saved-catalogue';

const LINK = 'https://example.org/#/catalogue';
const rows = rowsOf(CATALOG.disciplines, [], {});

describe('the catalogue as tables', () => {
  const table = disciplinesTable(rows, LINK, CATALOG);
  const cells = (id: string): Record<string, unknown> =>
    Object.fromEntries(
      table.columns.map(({ name }, place) => [name, table.rows.find(([first]) => first === id)?.[place]]),
    );

  it('contains every discipline with its measured numbers at full precision', () => {
    expect(table.rows.map(([id]) => id)).toEqual(CATALOG.disciplines.map(({ id }) => id));
    const about = CATALOG.disciplines.find(({ id }) => id === 'choked');
    expect(cells('choked')).toMatchObject({
      year: about?.year,
      memory: about?.memory,
      comparisons: costOf('choked')?.comparisons,
      time_per_packet_ns: costOf('choked')?.ns,
      parameters: about?.params.length,
      idea: about?.idea,
    });
    expect(cells('choke').times_choke).toBe(1);
  });

  it('names the engine and the method of the measurement', () => {
    expect(table.provenance).toEqual({
      title: 'Queue disciplines',
      link: LINK,
      engine: CATALOG.engine_version,
      numbers: CATALOG.numbers,
      seeds: [],
      lanes: [],
    });
    expect(table.remark).toContain(MEASUREMENT.date);
    for (const { meaning } of table.columns) expect(meaning).toMatch(/^[A-Z0-9].{3}/);
  });

  it('lists all parameters and named sets of every discipline', () => {
    for (const about of CATALOG.disciplines) {
      const parameters = parametersTable(about, LINK, CATALOG);
      expect(parameters.rows.map(([id]) => id)).toEqual(about.params.map(({ id }) => id));
      for (const row of parameters.rows) expect(row).toHaveLength(parameters.columns.length);
      const values = parameterSetsTable(about, LINK, CATALOG);
      const expected = about.param_sets.flatMap(({ id, values: set }) =>
        Object.entries(set).map(([param, value]) => [id, param, String(value)]),
      );
      expect(values.rows.map(([set, , , param, value]) => [set, param, value])).toEqual(expected);
    }
  });
});
