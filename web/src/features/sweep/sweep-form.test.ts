import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { openSweep } from '../../testing/runner';
import { SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { definitionForFile, definitionOf, formOf, mostSeedsOf, readForm, type SweepForm } from './sweep-form';

const WITHOUT_UDP = { ...SWEPT_SCENE, flows: SWEPT_SCENE.flows.slice(1) };

describe('the first sweep of a scene', () => {
  it('varies the load of unresponsive flows around the capacity, if there are any', () => {
    const { axes, metrics, view } = formOf(SWEPT_SCENE, CATALOG);
    expect(axes).toEqual([{ path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 21, scale: 'log' }]);
    expect(view.metric).toBe('udp_utilization');
    expect(metrics).toContain('jain_index');
  });

  it('varies a threshold of the lane if there are no unresponsive flows', () => {
    expect(formOf(WITHOUT_UDP, CATALOG).axes[0]?.path).toBe('queue.params.min_th');
    const codel = {
      ...WITHOUT_UDP,
      lanes: [
        { aqm: 'red', params: {} },
        { aqm: 'codel', params: {} },
      ],
    };
    expect(formOf(codel, CATALOG, 1).axes[0]?.path).toBe('queue.params.target_s');
  });

  it('measures the default metrics of the engine', () => {
    for (const scene of [SWEPT_SCENE, WITHOUT_UDP, { ...SWEPT_SCENE, flows: SWEPT_SCENE.flows.slice(0, 1) }]) {
      const { metrics: _, ...definition } = definitionOf({ ...formOf(scene, CATALOG), axes: [] }, scene);
      expect(formOf(scene, CATALOG).metrics).toEqual(openSweep(definition).metrics.map(({ id }) => id));
    }
  });

  it('is valid for the engine, for every discipline', () => {
    for (const { id } of CATALOG.disciplines) {
      const scene = { ...WITHOUT_UDP, lanes: [{ aqm: id, params: {} }] };
      const facts = openSweep(definitionOf(formOf(scene, CATALOG), scene));
      expect(facts.points, id).toBeGreaterThan(5);
    }
  });
});

describe('the form of a sweep in a link', () => {
  const form: SweepForm = {
    axes: [
      { path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 21, scale: 'log' },
      { path: 'flows.1.transport', values: ['newreno', 'cubic'] },
    ],
    lanes: ['red', { aqm: 'choke', name: 'CHOKe, 60', params: { max_th: 60, gentle: true } }],
    seeds: 30,
    metrics: ['udp_utilization', 'flow_loss_ratio:1'],
    view: { metric: 'udp_utilization', against: 'red' },
  };

  it('is the same after writing and reading', () => {
    expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
    const { lanes: _, ...rest } = form;
    expect(readForm(rest)).toEqual({ ...form, lanes: undefined });
  });

  it('keeps fields that only a file can set, and passes them to the engine unchanged', () => {
    const over = [
      {
        paths: ['limit', 'min_th'],
        values: [
          [50, 10],
          [100, 20],
        ],
      },
    ];
    const derive = { max_th: '3 * min_th' };
    const read = readForm({ ...form, axes: over, derive, against: 'red' });
    expect(read?.axes[0]).toEqual({
      path: 'limit',
      values: [50, 100],
      coupled: [{ path: 'min_th', values: [10, 20] }],
    });
    expect(read && readForm(JSON.parse(JSON.stringify(read)))).toEqual(read);
    const definition = read && definitionOf(read, SWEPT_SCENE);
    expect(definition).toMatchObject({ over, derive, against: 'red' });
    const facts = definition && openSweep(definition);
    expect(facts?.derived).toEqual([{ path: 'queue.params.max_th', expression: '3 * min_th' }]);
    expect(facts?.axes[0]?.coupled?.[0]?.values).toEqual([10, 20]);
    expect(facts?.against).toBe('red');
  });

  it('keeps conditions and the rule for further seeds', () => {
    const where = ['min_th < max_th', 'limit > 20'];
    const until = { metric: 'udp_utilization', relative_half_width: 0.02, at_most: 50 };
    const read = readForm({ ...form, where, until });
    expect(read).toEqual({ ...form, where, until });
    expect(read && definitionOf(read, SWEPT_SCENE)).toMatchObject({ where, until, seeds: 30 });
  });

  it('has at most as many seeds as the engine if a rule names no number', () => {
    const until = { metric: 'udp_utilization', relative_half_width: 0.02 };
    const facts = openSweep(definitionOf({ ...form, seeds: 10, until }, SWEPT_SCENE));
    expect(mostSeedsOf({ seeds: 10, until })).toBe(facts.until?.at_most);
  });

  it('keeps the figures of a sweep file for the next file, and not for the runs', () => {
    const figures = { 'figure-1': { y: 'udp_utilization', kind: 'box', names: { red: 'RED' } } };
    const read = readForm({ ...form, figures });
    expect(read).toEqual({ ...form, figures });
    expect(read && definitionForFile(read, SWEPT_SCENE)).toEqual({ ...definitionOf(form, SWEPT_SCENE), figures });
    expect(read && definitionOf(read, SWEPT_SCENE)).toEqual(definitionOf(form, SWEPT_SCENE));
    for (const wrong of [[], { a: 1 }, { '': {} }, { a: { title: 'x'.repeat(30_000) } }])
      expect(readForm({ ...form, figures: wrong })).toBeUndefined();
  });

  it('is not read if any part of it is wrong', () => {
    const axis = { path: 'limit', from: 1, to: 5, count: 3 };
    for (const wrong of [
      { axes: [{ ...axis, from: '1' }] },
      { axes: [{ ...axis, to: null }] },
      { axes: [{ ...axis, count: 1e9 }] },
      { axes: [{ ...axis, count: 2.5 }] },
      { axes: [{ ...axis, scale: 'square' }] },
      { axes: [{ path: '', values: [1] }] },
      { axes: [{ path: 'limit', values: [] }] },
      { axes: [{ path: 'limit', values: [{}] }] },
      { axes: [axis, axis, axis, axis, axis] },
      { axes: 'limit' },
      { axes: [{ paths: ['limit'], values: [[1]] }] },
      { axes: [{ paths: ['limit', 'min_th'], values: [[1]] }] },
      { axes: [{ path: 'limit', values: [1, 2], coupled: [{ path: 'min_th', values: [1] }] }] },
      { derive: { min_th: 3 } },
      { derive: ['min_th'] },
      { against: 1 },
      { where: 'min_th < max_th' },
      { where: [1] },
      { until: 'udp_utilization:2%' },
      { until: { metric: 'udp_utilization' } },
      { until: { metric: 'udp_utilization', half_width: 1, relative_half_width: 0.1 } },
      { until: { metric: 'udp_utilization', half_width: 1, at_most: 0 } },
      { until: { half_width: 1 } },
      { lanes: [] },
      { lanes: [{ name: 'RED' }] },
      { lanes: [{ aqm: 'red', params: { max_th: [] } }] },
      { lanes: [{ aqm: 'red', params: [] }] },
      { seeds: 0 },
      { seeds: 10_001 },
      { seeds: '10' },
      { metrics: [] },
      { metrics: [7] },
      { metrics: ['x'.repeat(500)] },
      { view: {} },
      { view: { metric: 'jain_index', against: 1 } },
    ])
      expect(readForm({ ...form, ...wrong }), JSON.stringify(wrong)).toBeUndefined();
    for (const wrong of [undefined, null, 7, 'form', []]) expect(readForm(wrong)).toBeUndefined();
  });
});
