/** A scene's metrics. A metric with an argument is listed once for each argument that the scene has. Pure. */

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

/** Maximum number of flows in a list. A longer list would be unusable. */
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

/** The metric with this id, even if the scene lacks it. Undefined for an unknown name. */
export function metricChoice(id: string): MetricChoice | undefined {
  const [name = '', argument] = id.split(':');
  const about = METRICS.find((known) => known.id === name);
  return about === undefined ? undefined : withArguments(about, [argument ?? ''])[0];
}

/** A range's metrics: `flow_loss_ratio:1..3` gives those of three flows. Any other metric gives itself. */
export function membersOf(id: string): readonly string[] {
  const range = RANGE.exec(id);
  if (range === null) return [id];
  const [, name = '', from = '', to = ''] = range;
  const count = Number(to) - Number(from) + 1;
  // The engine reports an invalid range.
  return count < 1 || count > MOST_IN_RANGE
    ? [id]
    : Array.from({ length: count }, (_, place) => `${name}:${Number(from) + place}`);
}

/** The ranges in a typed text, such as `throughput 1..34` or `flow_throughput_bps:1..34`. */
export function typedRanges(text: string): readonly MetricChoice[] {
  const range = /(?:^|[\s:])(\d+\.\.\d+)\s*$/.exec(text);
  if (range === null) return [];
  const words = text.slice(0, range.index).toLowerCase().split(/\s+/).filter(Boolean);
  return METRICS.filter(({ id, name, takes }) => {
    const all = `${id} ${name}`.toLowerCase();
    return (takes === 'flow' || takes === 'group') && words.every((word) => all.includes(word));
  }).flatMap((about) => withArguments(about, [range[1] ?? '']));
}

const RANGE = /^(\w+):(\d+)\.\.(\d+)$/;
/** Maximum number of metrics in a range, as in the engine. */
const MOST_IN_RANGE = 1000;

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
    name: argument.includes('..')
      ? name.replace(/ \{\}/, `s ${argument.replace('..', ' to ')}`)
      : name.replace('{}', argument),
    unit,
    meaning,
  }));
}

function argumentsOf(catalog: Catalog, { flows, lanes }: Scenario): Readonly<Record<MetricTakes, readonly string[]>> {
  const numbers = (count: number, from: number): string[] =>
    Array.from({ length: count }, (_, at) => String(at + from));
  // Inserts the range of all flows or groups, such as `1..34`, before the single numbers.
  const withRange = (all: readonly string[], count: number, from: number): readonly string[] =>
    count > 1 ? [`${from}..${Math.min(count, MOST_IN_RANGE) + from - 1}`, ...all] : all;
  const flowCount = flows.reduce((sum, { count }) => sum + count, 0);
  const reasons = new Set(lanes.flatMap(({ aqm }) => catalog.disciplines.find(({ id }) => id === aqm)?.reasons ?? []));
  return {
    nothing: [''],
    flow: withRange(numbers(Math.min(flowCount, MOST_FLOWS), 1), flowCount, 1),
    group: withRange(numbers(flows.length, 0), flows.length, 0),
    transport: [...new Set(flows.map(({ transport, source }) => (transport === 'udp' ? source : transport)))],
    source: [...new Set(flows.map(({ source }) => source))],
    reason: catalog.reasons.filter(({ id, is_mark }) => reasons.has(id) && !is_mark).map(({ id }) => id),
  };
}
