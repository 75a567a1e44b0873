import { describe, expect, it } from 'vitest';
import { csvOf, jsonOf } from './export-text';
import { figureOf } from './figure';
import { report, row } from './fixtures';
import { paperTable } from './paper-table';

const ORIGIN = { link: 'https://example.org/#1.abc', seeds: [1, 2, 3], isChanged: false };
const OURS = { mean: 118_000, sd: 3_000, half_width: 4_000, count: 3, values: [115_000, 118_000, 121_000] };
const REPORT = report([
  row({
    lane: 'choke',
    published: [
      { value: 120_000, place: 'Fig. 4.3, "left"', quality: 'text', caution: 'Two values, one scene' },
      { value: 127_000, place: 'Table II', quality: 'table' },
    ],
    reference: { mean: 249_500, sd: 3_300, seeds: 10, simulator: 'ns-2' },
    ours: OURS,
    verdict: 'number',
  }),
  row({ lane: 'red & <old>' }),
]);

describe('an experiment as CSV', () => {
  const lines = csvOf(REPORT, ORIGIN).split('\r\n');

  it('has a line for every published value and for every lane without one', () => {
    expect(lines).toHaveLength(1 + 3 + 1);
    expect(lines[0]).toMatch(/^preset,metric,name,unit,lane,point,published,place,/);
  });

  it('quotes what would break a line into other cells', () => {
    expect(lines[1]).toContain(
      '120000,"Fig. 4.3, ""left""",text,"Two values, one scene",249500,3300,10,118000,3000,4000,3',
    );
  });

  it('tells in every line the value of every seed and how to run it again', () => {
    for (const line of lines.slice(1, 4))
      expect(line).toMatch(/,1;2;3,as published,0\.1\.0,https:\/\/example\.org\/#1\.abc$/);
    expect(lines[2]).toContain('115000;118000;121000,number');
    expect(lines[3]).toContain('udp_throughput_bps,UDP throughput,bit/s,red & <old>,,,,,,,,,,,,,,,');
  });
});

it('an experiment as JSON is the report with its link and its seeds', () => {
  const told = JSON.parse(jsonOf(REPORT, { ...ORIGIN, isChanged: true }));
  expect(told).toMatchObject({ preset: 'model', link: ORIGIN.link, seed_numbers: [1, 2, 3], scene: 'changed' });
  expect(told.rows[0].ours).toEqual(OURS);
});

describe('the figure', () => {
  const table = paperTable({ experiment: REPORT, live: undefined, nameOf: (lane) => lane, sweepPath: undefined });
  const facts = { title: 'Model', source: 'A thesis', made: '3 seeds.', link: ORIGIN.link, theme: 'light' } as const;
  const { svg, height } = figureOf(table, facts);

  it('puts paper, ns-2 and ours of a lane on one axis', () => {
    // 0 to 0.3 Mb/s lie on 236 to 640.
    const at = (value: number): number => Math.round((236 + (404 * value) / 0.3) * 10) / 10;
    expect(svg).toContain(`<circle cx="${at(0.118)}"`);
    expect(svg).toContain(`<line x1="${at(0.114)}" y1="`);
    expect(svg).toContain(`M${at(0.12)} `);
    expect(svg).toContain(`x1="${at(0.2495)}"`);
    expect(svg).toContain('>0.118 ± 0.004<');
  });

  it('carries its link and how it was made, and no text breaks out of its place', () => {
    expect(svg).toContain(ORIGIN.link);
    expect(svg).toContain('3 seeds.');
    expect(svg).toContain('red &amp; &lt;old&gt;');
  });

  it('marks a value that cannot be taken as it stands, and says why', () => {
    expect(svg).toContain('>△1<');
    expect(svg).toContain('>△ 1  Two values, one scene<');
  });

  it('grows with its rows and has no number that is none', () => {
    const { height: empty } = figureOf({ groups: [], notes: [] }, facts);
    expect(height).toBeGreaterThan(empty + 2 * 20);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});
