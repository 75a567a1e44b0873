import { describe, expect, it } from 'vitest';
import { report, row, sample as sampleOf } from './fixtures';
import { type PaperTable, paperTable, pointText, timesApart } from './paper-table';
import type { Report, Sample } from './report';
import { PLUG_IN } from './verdicts.gen';

const PRINTED = { value: 120_000, place: 'Fig. 4.3', quality: 'text' } as const;

describe('the published values beside ours', () => {
  it('have one unit and one number of decimals for each quantity', () => {
    const table = made([
      row({
        lane: 'red',
        published: [{ ...PRINTED, value: 750_000 }],
        reference: { mean: 981_900, sd: 3_700, seeds: 10, simulator: 'ns-2' },
        reference_half_width: 2_647,
      }),
      row({ lane: 'choked', published: [{ ...PRINTED, value: 36_000 }], ours: sample(4_100, 900) }),
    ]);
    const [group] = table.groups;
    expect(group?.unit).toBe('Mb/s');
    expect(group?.rows.map(({ published }) => published[0]?.text)).toEqual(['0.7500', '0.0360']);
    expect(group?.rows[0]?.reference).toMatchObject({ text: '0.9819', spreadText: '± 0.0026', count: 10 });
    expect(group?.rows[1]?.ours).toMatchObject({ text: '0.0041', spreadText: '± 0.0009' });
  });

  it('are drawn on one axis from zero, which ends at 1 for a share', () => {
    const jain = made([row({ metric: 'jain_index', unit: '', published: [{ ...PRINTED, value: 0.9668 }] })]);
    expect(jain.groups[0]?.axis).toEqual({ from: 0, to: 1, ticks: [0, 0.5, 1] });
    // The confidence interval of a share may extend beyond 1. The axis still ends at 1.
    const near = made([row({ metric: 'jain_index', unit: '', ours: sample(0.98, 0.1) })]);
    expect(near.groups[0]?.axis.to).toBe(1);
    const delay = made([row({ metric: 'queueing_delay_s', unit: 's', published: [{ ...PRINTED, value: 0.364 }] })]);
    expect(delay.groups[0]).toMatchObject({ unit: 'ms', axis: { from: 0, to: 400 } });
    const goodput = made([
      row({
        published: [
          { ...PRINTED, value: -0.4e6 },
          { ...PRINTED, value: 0.8e6 },
        ],
      }),
    ]);
    expect(goodput.groups[0]?.axis.from).toBeLessThan(0);
  });

  it('name the simulator of the values for a discipline that ns-2 does not have', () => {
    const reference = { mean: 981_900, sd: 3_700, seeds: 10, simulator: 'ns-2' };
    expect(made([row({ reference })]).notes).toEqual([]);
    const table = made([row({ lane: 'choke', reference: { ...reference, simulator: 'ns-2 with a plug-in' } })]);
    expect(table.notes).toEqual([{ text: PLUG_IN, isCaution: true }]);
    expect(table.groups[0]?.rows[0]?.simulator).toBe('ns-2 with a plug-in');
  });

  it('are marked if most disciplines reach the same value', () => {
    const common = row({ published: [PRINTED], ours: sample(120_000, 10), verdict: 'number', apart: 'common' });
    expect(made([common]).groups[0]?.rows[0]).toMatchObject({ verdict: 'number', apart: 'common' });
  });

  it('have a note if the number was read off a figure', () => {
    const table = made([row({ published: [{ ...PRINTED, quality: 'figure' }] })]);
    expect(table.groups[0]?.rows[0]?.published[0]).toMatchObject({ text: '≈\u00a00.120', isRead: true });
  });

  it('refer to their notes by number, and a note that several values share appears once', () => {
    const caution = 'The thesis contradicts itself.';
    const table = made([
      row({
        published: [
          { ...PRINTED, caution },
          { ...PRINTED, value: 255_000, note: 'Eq. 4.1' },
        ],
      }),
      row({ lane: 'choke', published: [{ ...PRINTED, caution }] }),
    ]);
    expect(table.notes).toEqual([
      { text: caution, isCaution: true },
      { text: 'Eq. 4.1', isCaution: false },
    ]);
    const marks = table.groups[0]?.rows.flatMap(({ published }) =>
      published.flatMap(({ notes }) => notes.map(({ note }) => note)),
    );
    expect(marks).toEqual([1, 2, 1]);
  });

  it('are shown with the run on the page and the experiment, and with the verdict of the experiment', () => {
    const published = [PRINTED];
    const table = made(
      [row({ published, ours: sample(118_000, 4_000), verdict: 'number' })],
      [row({ published, ours: sample(300_000, null), verdict: 'neither' })],
    );
    expect(table.groups[0]?.rows[0]).toMatchObject({
      live: { text: '0.300', spreadText: '' },
      ours: { text: '0.118', spreadText: '± 0.004' },
      verdict: 'number',
      isTentative: false,
    });
  });

  it('are compared with the unfinished run on the page if there is no experiment', () => {
    const rows = [row({ published: [PRINTED], ours: sample(118_000, null), verdict: 'number' })];
    const table = paperTable({ experiment: undefined, live: report(rows), nameOf: String, sweepPath: undefined });
    expect(table.groups[0]?.rows[0]).toMatchObject({
      ours: undefined,
      live: { text: '0.118' },
      verdict: 'number',
      isTentative: true,
    });
  });

  it('state the factor of deviation if only the ranking agrees', () => {
    const apart = (mean: number, verdict: 'order' | 'number') =>
      made([row({ published: [PRINTED], ours: sample(mean, null), verdict })]).groups.flatMap(({ rows }) =>
        rows.map(timesApart),
      );
    // The printed value is 0.12 Mb/s.
    expect(apart(1_680_000, 'order')).toEqual([', 14 times larger']);
    expect(apart(40_000, 'order')).toEqual([', 3 times smaller']);
    expect(apart(125_000, 'order')).toEqual(['']);
    expect(apart(1_680_000, 'number')).toEqual(['']);
  });

  it('name the point of the sweep to which they belong', () => {
    const table = paperTable({
      experiment: report([row({ point: 2e6, published: [PRINTED] })]),
      live: undefined,
      nameOf: (lane) => lane.toUpperCase(),
      sweepPath: 'flows.0.rate_bps',
    });
    expect(table.groups[0]?.rows[0]).toMatchObject({ laneName: 'RED', at: 'at 2\u00a0Mb/s' });
    expect(pointText(25, 'flows.1.count')).toBe('25');
  });
});

function made(experiment: Report['rows'], live?: Report['rows']): PaperTable {
  return paperTable({
    experiment: report(experiment),
    live: live && report(live),
    nameOf: (lane) => lane,
    sweepPath: undefined,
  });
}

function sample(mean: number, half_width: number | null): Sample {
  return sampleOf({ mean, sd: half_width, half_width, count: half_width === null ? 1 : 10, values: [mean] });
}
