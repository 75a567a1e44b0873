import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../testing/engine';
import { openSweep } from '../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { membersOf, metricChoice, metricGroups, typedRanges } from './metric-choices';
import { definitionOf } from './sweep-form';

const FLOWS = SWEPT_SCENE.flows.reduce((sum, { count }) => sum + count, 0);

describe('a range of flows or groups', () => {
  it('is the first choice of each metric that takes a flow or a group', () => {
    const groups = metricGroups(CATALOG, SWEPT_SCENE);
    const namesOf = (title: string): readonly string[] =>
      groups.find((group) => group.title === title)?.metrics.map(({ id, name }) => `${id} ${name}`) ?? [];
    expect(namesOf('Of one flow')).toContain(`flow_throughput_bps:1..${FLOWS} throughput of flows 1 to ${FLOWS}`);
    expect(namesOf('Of one group of flows')).toContain('group_throughput_bps:0..1 throughput of groups 0 to 1');
  });

  it('can be typed by the id of the metric or by words of its name', () => {
    const idsOf = (text: string): readonly string[] => typedRanges(text).map(({ id }) => id);
    expect(idsOf('flow_throughput_bps:1..34')).toEqual(['flow_throughput_bps:1..34']);
    expect(idsOf('Throughput flow 2..5')).toEqual(['flow_throughput_bps:2..5']);
    expect(idsOf('throughput 1..3')).toEqual(['flow_throughput_bps:1..3', 'group_throughput_bps:1..3']);
    expect(['throughput', 'inflation 1..3', '1..'].flatMap(idsOf)).toEqual([]);
    expect(metricChoice('flow_throughput_bps:2..5')?.name).toBe('throughput of flows 2 to 5');
  });

  it('has the members that the engine measures', () => {
    const metrics = ['jain_index', 'flow_loss_ratio:1..3', 'group_throughput_bps:0..1'];
    const facts = openSweep(definitionOf({ ...SMALL_FORM, metrics }, SWEPT_SCENE));
    expect(metrics.flatMap(membersOf)).toEqual(facts.metrics.map(({ id }) => id));
    expect(membersOf('flow_loss_ratio:3..1')).toEqual(['flow_loss_ratio:3..1']);
  });
});
