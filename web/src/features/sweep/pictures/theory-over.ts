/** The formulas that apply to a sweep's varied settings and measured quantity. Pure. */

import { type Comparison, greatestShare, steadyStateOf } from '../../../base/theory/choke-limit';
import type { FlowGroup, Lane, Scenario, SettingValue } from '../../../core/border/scenario';
import { settingAt } from '../../../core/scene/edit';
import type { ShownSweep } from './shown-sweep';

export interface TheoryCurve {
  /** Name at the end of the curve: "theory". */
  readonly name: string;
  /** The formula's source, and the conditions under which it is valid. */
  readonly source: string;
  readonly valueAt: (x: number) => number;
  /** The curve's greatest value and its position, computed from the formula and not from the drawn points. */
  readonly peak: { readonly x: number; readonly y: number } | undefined;
}

/** The scene and the lanes of a sweep, from which its formulas take their values. */
interface SweptScene {
  readonly scene: Scenario;
  /** The lanes in sweep order. */
  readonly lanes: readonly Lane[];
  /** The default of a parameter that the scene does not set. */
  readonly defaultOf?: ((aqm: string, parameter: string) => SettingValue | undefined) | undefined;
}

const SOURCE = 'Tang, Wang & Low 2004, for one unresponsive flow among very many TCP flows';
const EXTENDED = 'gCHOKe’s draws: our extension of that argument';

/** The theory curves for the displayed quantity. Most quantities, and all differences between lanes, have none. */
export function theoryOver(shown: ShownSweep, swept: SweptScene): readonly TheoryCurve[] {
  const [axis, ...others] = shown.axes;
  if (axis === undefined || others.length > 0 || shown.against !== undefined || axis.scale === 'words') return [];
  const { scene } = swept;
  const capacity = scene.bottleneck.capacity_bps;
  // The formulas give UDP's share of the link; times the capacity, this is UDP's throughput.
  const unit = { udp_utilization: 1, udp_throughput_bps: capacity }[shown.metric.id];
  const flow = onlyUnresponsive(scene);
  if (unit === undefined || flow === undefined) return [];
  const lanes = shown.lanes.flatMap(({ lane }) => swept.lanes[lane] ?? []);
  if (axis.path === `flows.${flow.place}.rate_bps`)
    return comparisonsOf(lanes, swept).map(({ name, comparison }) => {
      const greatest = greatestShare(comparison);
      return {
        name,
        source: comparison.kind === 'choke' ? SOURCE : EXTENDED,
        valueAt: (rate_bps) => steadyStateOf(rate_bps / capacity, comparison).share * unit,
        peak: { x: greatest.load * capacity, y: greatest.share * unit },
      };
    });
  const load = flow.rate_bps / capacity;
  if (axis.path.endsWith('.maxcomp') && lanes.some(({ aqm }) => aqm === 'gchoke') && load > 0)
    return [
      {
        name: 'theory, gCHOKe',
        source: EXTENDED,
        valueAt: (most) => steadyStateOf(load, { kind: 'gchoke', most }).share * unit,
        peak: undefined,
      },
    ];
  return [];
}

/** The unresponsive flow, if there is exactly one and it sends at a constant rate. */
function onlyUnresponsive({ flows }: Scenario): { readonly place: number; readonly rate_bps: number } | undefined {
  const udp = flows.flatMap((group, place) => (group.transport === 'udp' ? [{ group, place }] : []));
  const [only, ...others] = udp;
  if (only === undefined || others.length > 0 || only.group.count !== 1) return undefined;
  const { rate_bps, source } = only.group as FlowGroup & Readonly<Record<string, unknown>>;
  if (source !== 'cbr' || typeof rate_bps !== 'number') return undefined;
  const tcp = flows.some(({ transport }) => transport !== 'udp');
  return tcp ? { place: only.place, rate_bps } : undefined;
}

/**
 * The rules by which the lanes' disciplines compare an arriving packet with packets in the queue. Each rule is listed
 * once.
 */
function comparisonsOf(
  lanes: readonly Lane[],
  { scene, defaultOf }: SweptScene,
): readonly { readonly name: string; readonly comparison: Comparison }[] {
  const found = new Map<string, { name: string; comparison: Comparison }>();
  for (const { aqm, params } of lanes) {
    if (aqm === 'choke' || aqm === 'rear-choke')
      found.set('choke', { name: 'theory, CHOKe', comparison: { kind: 'choke' } });
    if (aqm !== 'gchoke') continue;
    const most = params.maxcomp ?? settingAt(scene, 'queue.params.maxcomp') ?? defaultOf?.(aqm, 'maxcomp');
    if (typeof most === 'number')
      found.set(`gchoke ${most}`, { name: `theory, gCHOKe\u00a0${most}`, comparison: { kind: 'gchoke', most } });
  }
  return [...found.values()];
}
