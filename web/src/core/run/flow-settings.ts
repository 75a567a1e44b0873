/** The settings that apply to a group of flows, and the name of the group. Pure. */

import type { Catalog, SceneSetting } from '../border/catalog';
import type { FlowGroup, Scenario, SettingValue } from '../border/scenario';

export function settingApplies({ applies_to }: SceneSetting, { transport, source }: FlowGroup): boolean {
  const { transports = null, sources = null } = applies_to ?? {};
  return (transports === null || transports.includes(transport)) && (sources === null || sources.includes(source));
}

/**
 * Effective value of a setting that the scene does not set. For the rate or delay of a group's access links, it is the
 * value for all access links.
 */
export function unsetValue({ id, default: value }: SceneSetting, { access }: Scenario): SettingValue {
  if (id === 'access_rate_bps') return access.rate_bps;
  if (id === 'access_delay_s') return access.delay_s;
  return value;
}

/** Title of a group of flows. Groups of one class are distinguished by their transport or source. */
export function flowTitle(
  flows: FlowGroup,
  all: readonly FlowGroup[],
  { transports }: Pick<Catalog, 'transports'>,
): string {
  const isUdp = flows.transport === 'udp';
  const alike = all.filter(({ transport }) => (transport === 'udp') === isUdp);
  const title = isUdp ? 'Unresponsive flows' : 'Responsive flows';
  if (alike.length < 2) return `${title} (${isUdp ? 'UDP' : 'TCP'})`;
  const name = transports.find(({ id }) => id === flows.transport)?.name ?? flows.transport;
  const twins = alike.filter(({ transport, source }) => transport === flows.transport && source === flows.source);
  const number = twins.length > 1 ? ` ${twins.indexOf(flows) + 1}` : '';
  return `${title}: ${name}, ${flows.source}${number}`;
}
