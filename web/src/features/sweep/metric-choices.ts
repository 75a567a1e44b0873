/** The metrics of a scene. A metric with an argument is listed once for each argument that the scene has. Pure. */

import type { Catalog } from '../../core/border/catalog';
import { METRICS, type MetricAbout, type MetricTakes } from '../../core/border/metrics.gen';
import type { Scenario } from '../../core/border/scenario';

interface MetricChoice {
  /** Id with its argument, such as `flow_loss_ratio:1`. */
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly meaning: string;
}

interface MetricGroup {
  readonly title: string;
  readonly metrics: readonly MetricChoice[];
}

/** Largest number of flows in a list. A longer list would be useless. */
const MOST_FLOWS = 40;

export function metricGroups(catalog: Catalog, scenario: Scenario): readonly MetricGroup[] {
  const args = argumentsOf(catalog, scenario);
  const { flows } = scenario;
  const hasUdp = flows.some(({ transport }) => transport === 'udp');
  const hasTcp = flows.some(({ transport }) => transport !== 'udp');
  const fits = ({ id }: MetricAbout): boolean =>
    id.startsWith('udp_') ? hasUdp : id.startsWith('tcp_') ? hasTcp : true;
  const all = METRICS.filter(fits);
  const titles = Object.keys(TITLES) as readonly MetricTakes[];
  return titles
    .map((takes) => ({
      title: TITLES[takes],
      metrics: all.filter((about) => about.takes === takes).flatMap((about) => withArguments(about, args[takes])),
    }))
    .filter(({ metrics }) => metrics.length > 0);
}

/** The metric with this id, even if the scene does not have it. Undefined for an unknown name. */
export function metricChoice(id: string): MetricChoice | undefined {
  const [name = '', argument] = id.split(':');
  const about = METRICS.find((known) => known.id === name);
  return about === undefined ? undefined : withArguments(about, [argument ?? ''])[0];
}

const TITLES: Readonly<Record<MetricTakes, string>> = {
  nothing: 'Of the whole run',
  flow: 'Of one flow',
  group: 'Of one group of flows',
  transport: 'Of one transport',
  source: 'Of one kind of source',
  reason: 'Drops by reason',
};

function withArguments(about: MetricAbout, args: readonly string[]): readonly MetricChoice[] {
  const { id, name, unit, takes, meaning } = about;
  return args.map((argument) => ({
    id: takes === 'nothing' ? id : `${id}:${argument}`,
    name: name.replace('{}', argument),
    unit,
    meaning,
  }));
}

function argumentsOf(catalog: Catalog, { flows, lanes }: Scenario): Readonly<Record<MetricTakes, readonly string[]>> {
  const numbers = (count: number, from: number): string[] =>
    Array.from({ length: count }, (_, at) => String(at + from));
  const flowCount = flows.reduce((sum, { count }) => sum + count, 0);
  const reasons = new Set(lanes.flatMap(({ aqm }) => catalog.disciplines.find(({ id }) => id === aqm)?.reasons ?? []));
  return {
    nothing: [''],
    flow: numbers(Math.min(flowCount, MOST_FLOWS), 1),
    group: numbers(flows.length, 0),
    transport: [...new Set(flows.map(({ transport, source }) => (transport === 'udp' ? source : transport)))],
    source: [...new Set(flows.map(({ source }) => source))],
    reason: catalog.reasons.filter(({ id, is_mark }) => reasons.has(id) && !is_mark).map(({ id }) => id),
  };
}
