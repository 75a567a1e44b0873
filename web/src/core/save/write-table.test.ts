import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { parquetOf } from './parquet';
import type { SavedTable } from './saved-table';
import { csvOf, jsonOf } from './write-table';

const TABLE: SavedTable = {
  name: 'some',
  columns: [
    { name: 'lane', meaning: 'Name of the lane.' },
    { name: 'at_s', unit: 's' },
    { name: 'is_marked' },
    { name: 'label', kind: 'number' },
  ],
  rows: [
    ['CHOKe, "m 3"', 0.1 + 0.2, true, null],
    ['two\nlines', 1e-9, false, null],
    ['RED', Number.NaN, null, null],
    ['', Number.POSITIVE_INFINITY, true, null],
  ],
  provenance: {
    title: 'Queue',
    link: 'https://lab.example/#2.a.b.1~:at_s=1,5~c',
    engine: '0.1.0',
    numbers: 1,
    seeds: [1, 2],
    lanes: ['CHOKe', 'RED'],
    until_s: 12.5,
  },
};

describe('a table saved as CSV', () => {
  it('contains every number, has quotes where needed, and has its origin in each row', () => {
    const origin = '"https://lab.example/#2.a.b.1~:at_s=1,5~c",0.1.0,1,1 2';
    expect(csvOf(TABLE).split('\r\n')).toEqual([
      'lane,at_s,is_marked,label,link,engine,numbers,seeds',
      `"CHOKe, ""m 3""",0.30000000000000004,true,,${origin}`,
      `"two\nlines",1e-9,false,,${origin}`,
      `RED,,,,${origin}`,
      `,,true,,${origin}`,
      '',
    ]);
  });

  it('has no formula in a cell, a title or a comment line', () => {
    const name = '=HYPERLINK("http://evil","x")';
    const guarded = '"\'=HYPERLINK(""http://evil"",""x"")"';
    const { provenance } = TABLE;
    const table = { ...TABLE, columns: [{ name: '@lane' }, { name: 'at_s' }], rows: [[name, -3.2]] };
    const [head, row] = csvOf({ ...table, provenance: { ...provenance, link: '+x' } }).split('\r\n');
    expect(head).toBe("'@lane,at_s,link,engine,numbers,seeds");
    expect(row).toBe(`${guarded},-3.2,'+x,0.1.0,1,1 2`);
    const lines = csvOf({ ...table, facts: { definition: { name: `a,${name}` } } }).split('\r\n');
    expect(lines[0]).toBe(String.raw`# definition: {"name":"a\u002c=HYPERLINK(\"http://evil\",\"x\")"}`);
    expect(lines.slice(1, 3)).toEqual(["'@lane,at_s", `${guarded},-3.2`]);
  });

  it('has quotes around cells with the comment sign, if it has comment lines', () => {
    const table = { ...TABLE, columns: [{ name: 'lane' }, { name: 'seed' }] };
    const csv = csvOf({
      ...table,
      rows: [
        ['RED #2', 1],
        ['#1, "RED"', 2],
      ],
      facts: { numbers: 1 },
    });
    expect(csv.split('\r\n').slice(2, 4)).toEqual(['"RED #2",1', '"#1, ""RED""",2']);
  });

  it('contains the date if the user wants it', () => {
    const dated = csvOf({ ...TABLE, provenance: { ...TABLE.provenance, date: '2026-11-23' } });
    expect(dated.split('\r\n')[0]).toMatch(/,seeds,date$/);
    expect(dated.split('\r\n')[3]).toMatch(/,1 2,2026-11-23$/);
  });
});

it('a table saved as JSON is complete', () => {
  const { provenance, columns, rows } = JSON.parse(jsonOf(TABLE));
  expect(provenance).toEqual(TABLE.provenance);
  expect(columns).toEqual(TABLE.columns);
  expect(rows[0]).toEqual(['CHOKe, "m 3"', 0.1 + 0.2, true, null]);
  expect(rows[3]).toEqual(['', null, true, null]);
  expect(JSON.parse(jsonOf({ ...TABLE, rows: [] })).rows).toEqual([]);
});

it('a table saved as Parquet has types and provenance, and is unchanged when it is read again', async () => {
  const { buffer } = await parquetOf(TABLE);
  const file = buffer as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual([
    { lane: 'CHOKe, "m 3"', at_s: 0.1 + 0.2, is_marked: true, label: null },
    { lane: 'two\nlines', at_s: 1e-9, is_marked: false, label: null },
    { lane: 'RED', at_s: null, is_marked: null, label: null },
    { lane: '', at_s: null, is_marked: true, label: null },
  ]);
  const { schema, key_value_metadata = [], row_groups } = parquetMetadata(file);
  // SNAPPY is the only codec that both the command line and Python can read.
  expect(row_groups.flatMap((group) => group.columns).map((column) => column.meta_data?.codec)).toEqual(
    TABLE.columns.map(() => 'SNAPPY'),
  );
  expect(schema.slice(1).map(({ type, converted_type }) => converted_type ?? type)).toEqual([
    'UTF8',
    'DOUBLE',
    'BOOLEAN',
    'DOUBLE',
  ]);
  const metadata = Object.fromEntries(key_value_metadata.map(({ key, value }) => [key, value]));
  expect(metadata).toMatchObject({
    'chokepoint.link': TABLE.provenance.link,
    'chokepoint.seeds': '1 2',
    'unit.at_s': 's',
  });
  expect((await parquetOf({ ...TABLE, rows: [] })).length).toBeGreaterThan(0);
});
