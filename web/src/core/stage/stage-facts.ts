/** The stage in words: title line, description, legend, and notes on packets. Pure. */

import { formatFixed, formatValue } from '../../base/format';
import { reasonInk } from '../../base/palette';
import { isMeasured, movingMean, notBefore, RECENT_S, sinceWindow } from '../../ui/figure-words';
import { type GlyphShape, REASON_SHAPES } from '../../ui/marks/glyph-mark';
import type { Ink } from '../../ui/marks/ink';
import { flowName } from '../run/describe-decision';
import { isSparse } from '../run/sparse-flows';
import type { DropGroup } from './drop-groups';
import { queueAt, queueName } from './queue-names';
import { labelInWords, labelOf } from './shades';
import { isMarked, isRetransmission, type StageMemory, type StageSource } from './stage-memory';

export interface LaneFact {
  /** Term of the glossary. */
  readonly id: 'queue' | 'average' | 'unresponsive' | 'jain';
  readonly label: string;
  /** Value with a constant width. Missing digits are replaced by figure spaces. */
  readonly value: string;
  /** Explanation of a value that is not instantaneous, such as a mean. */
  readonly says?: string;
}

/** The numbers in the title line of a lane. `waiting` is the number of packets in the displayed queue. */
export function laneFacts(run: StageSource, waiting: number = run.latest.scalars.waiting): readonly LaneFact[] {
  const { average_queue, jain_index, now_s } = run.latest.scalars;
  const { limit, scenario } = run.facts;
  const { measured_from_s } = scenario;
  const digits = String(limit).length;
  const facts: LaneFact[] = [{ id: 'queue', label: 'queue', value: kept(`${waiting} of ${limit}`, 2 * digits + 4) }];
  if (!Number.isNaN(average_queue))
    facts.push({ id: 'average', label: 'average', value: kept(formatFixed(average_queue, 1), digits + 2) });
  const unresponsive = run.facts.flows.findIndex((_, row) => run.isUnresponsive(row));
  if (unresponsive >= 0) {
    const name = (run.facts.flows[unresponsive]?.class ?? '').toUpperCase();
    facts.push({
      id: 'unresponsive',
      label: name,
      value: `${formatFixed(recentUnresponsive(run) / 1e6, 3)} Mb/s`,
      says: movingMean(RECENT_S),
    });
  }
  const index = formatFixed(jain_index, 2);
  const since = sinceWindow(measured_from_s);
  // If the measured window does not begin at time 0, the value names the beginning of the window.
  const known = `${index} ${since}`;
  const shown = measured_from_s === 0 ? index : isMeasured(now_s, measured_from_s) ? known : notBefore(measured_from_s);
  facts.push({
    id: 'jain',
    label: 'Jain',
    value: shown.padEnd(measured_from_s === 0 ? 4 : 5 + since.length, FIGURE_SPACE),
    ...(measured_from_s === 0 ? { says: since } : {}),
  });
  return facts;
}

/**
 * A sentence such as "CHOKeD: 83 of 100 packets waiting, 31 of them unresponsive; average 77.2." `queue` is the
 * displayed queue.
 */
export function describeStage(run: StageSource, queue: ShownQueue = run.latest.queue): string {
  const { average_queue } = run.latest.scalars;
  const { length } = queue.flow;
  let unresponsive = 0;
  for (const flow of queue.flow) if (run.isUnresponsive(flow)) unresponsive += 1;
  const waiting = `${length} of ${run.facts.limit} packets waiting`;
  const mix = length === 0 ? '' : `, ${unresponsive === 0 ? 'none' : unresponsive} of them unresponsive`;
  const average = Number.isNaN(average_queue) ? '' : `; average ${formatFixed(average_queue, 1)}`;
  // Which of several queues holds a packet is recorded only for the current state, not for the queue before a decision.
  const queues = queue === run.latest.queue ? describeQueues(run) : '';
  return `${run.about.name}: ${waiting}${mix}${average}${queues}.`;
}

type ShownQueue = Pick<StageSource['latest']['queue'], 'flow'>;

/** A text such as "; in 34 queues, the longest of TCP 7 with 12; UDP 1 is served next". */
function describeQueues(run: StageSource): string {
  const { queues, queue, scalars } = run.latest;
  const count = queues.id.length;
  if (count === 0) return '';
  const end = (row: number): number => queues.first[row + 1] ?? queue.flow.length;
  const size = (row: number): number => end(row) - (queues.first[row] ?? 0);
  let longest = 0;
  for (let row = 1; row < count; row += 1) if (size(row) > size(longest)) longest = row;
  const name = (row: number): string => queueName(run, queues.id[row] ?? 0);
  const next = scalars.next_queue < 0 ? '' : `; ${name(scalars.next_queue)} is served next`;
  return `; in ${count} ${count === 1 ? 'queue' : 'queues'}, the longest ${name(longest)} with ${size(longest)}${next}`;
}

/** Content of a note. */
export interface NotedFacts {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * What notes on packets need from the stage: the displayed queue, the displayed decision, and whether its outcome is
 * still hidden.
 */
type Shown = Pick<StageMemory, 'queue' | 'story' | 'isBeforeOutcome'>;

/** Note on a packet in the displayed queue or at the entrance. Undefined for any other packet. */
export function packetFacts(run: StageSource, packet: number, shown?: Shown): NotedFacts | undefined {
  const { scalars } = run.latest;
  const queue = shown?.queue ?? run.latest.queue;
  const place = queue.packet.indexOf(packet);
  if (place < 0) return arrivalFacts(run, packet, shown);
  const row = queue.flow[place] ?? 0;
  const flow = run.facts.flows[row];
  const flags = queue.flags[place] ?? 0;
  const label = labelOf(run);
  const carried = queue.label[place];
  const waited_s = Math.max(0, scalars.now_s - (queue.arrived_s[place] ?? scalars.now_s));
  const kind = kindOf(run, row);
  const notes = [isMarked(flags) ? 'ECN-marked' : '', isRetransmission(flags) ? 'a retransmission' : ''].filter(
    Boolean,
  );
  return {
    title: `${(flow?.class ?? '').toUpperCase()} flow ${flow?.number ?? row + 1}, ${kind}`,
    lines: [
      `packet ${packet}, ${formatValue(queue.bytes[place] ?? 0, 'bytes')}`,
      placeInWords(run, queue, place),
      `has waited ${formatFixed(1000 * waited_s, 1)} ms`,
      ...(label === undefined || carried === undefined ? [] : [labelInWords(label, carried)]),
      ...notes,
      ...drawnInWords(packet, shown),
    ],
  };
}

/** Note on the packet at the entrance while its decision is shown. */
function arrivalFacts(run: StageSource, packet: number, shown: Shown | undefined): NotedFacts | undefined {
  const story = shown?.story;
  if (shown?.isBeforeOutcome !== true || story?.isArrival !== true || story.packet !== packet) return undefined;
  const matches = story.draws.filter(({ isMatch }) => isMatch).map(({ place }) => place + 1);
  const many = matches.length > 1 ? 'positions' : 'position';
  return {
    title: `${flowName(run.facts, story.flow)}: arrival`,
    lines: [
      `packet ${packet}`,
      ...(story.draws.length === 0
        ? []
        : [`compared with ${story.draws.length} waiting ${story.draws.length === 1 ? 'packet' : 'packets'}`]),
      ...(matches.length === 0 ? [] : [`matches ${many} ${matches.join(', ')}; nothing is dropped yet`]),
    ],
  };
}

function drawnInWords(packet: number, shown: Shown | undefined): readonly string[] {
  if (shown?.isBeforeOutcome !== true) return [];
  const draw = shown.story?.draws.find((one) => one.packet === packet);
  if (draw === undefined) return [];
  return [draw.isMatch ? 'drawn: same flow as the arrival, a match' : 'drawn: another flow'];
}

function placeInWords(run: StageSource, queue: StageSource['latest']['queue'], place: number): string {
  const { queues } = run.latest;
  // A frame assigns packets to queues only for the current state. For a state before a decision, the note gives the
  // packet's position among the packets of all queues.
  const row = queue === run.latest.queue ? queueAt(run, place) : -1;
  if (row < 0) return `position ${place + 1} of ${queue.packet.length} from the front`;
  const from = queues.first[row] ?? 0;
  const until = queues.first[row + 1] ?? queue.packet.length;
  return `position ${place + 1 - from} of ${until - from} in ${queueName(run, queues.id[row] ?? 0)}`;
}

/** Note on the packets that one decision dropped. */
export function groupFacts(run: StageSource, group: DropGroup): NotedFacts {
  const about = run.catalog.reasons.find(({ id }) => id === group.reasonId);
  const reason = about?.name ?? 'dropped';
  const flow = group.members[0]?.flow ?? 0;
  const count = group.members.length;
  return {
    title: `${flowName(run.facts, flow)}: ${count === 1 ? reason : `${about?.family === 'match' ? 'matched' : reason}, ${count === 2 ? 'both' : count} dropped`}`,
    lines: [
      `${count === 1 ? 'packet' : 'packets'} ${group.members.map(({ packet }) => packet).join(' and ')}`,
      `at ${formatFixed(group.time_s, 3)} s: select to go there`,
    ],
  };
}

export interface LegendEntry {
  readonly id: string;
  /** Names of the classes or reasons with this symbol. */
  readonly names: readonly string[];
  readonly ink: Ink;
  readonly sign:
    | { readonly kind: 'packet'; readonly isUnresponsive: boolean; readonly isSparse: boolean }
    | { readonly kind: 'glyph'; readonly shape: GlyphShape };
}

/** The legend's entries: the classes of flows and the reasons of drops that this scene and discipline have. */
export function legendEntries(run: StageSource): readonly LegendEntry[] {
  const entries: LegendEntry[] = [];
  for (const kind of ['responsive', 'unresponsive', 'sparse'] as const) {
    const row = run.facts.flows.findIndex((_, flow) => kindOf(run, flow) === kind);
    if (row < 0) continue;
    const name = kind === 'sparse' ? 'ping, call' : (run.facts.flows[row]?.class ?? '').toUpperCase();
    entries.push({
      id: kind,
      names: [`${kind} (${name})`],
      ink: kind,
      sign: { kind: 'packet', isUnresponsive: kind !== 'responsive', isSparse: kind === 'sparse' },
    });
  }
  const reasons = run.catalog.reasons.filter(({ id }) => run.about.reasons.includes(id));
  const isMatching = reasons.filter(({ family }) => family === 'match').length > 1;
  for (const { id, name, family } of reasons) {
    const ink = reasonInk(family);
    const isMark = family === 'mark';
    if (isMark && run.facts.params.ecn === false) continue;
    // Packets are lost for this reason only if CHOKe stores them in a ring of slots, as Linux does. Without the ring,
    // the legend omits the reason.
    if (id === 'ring_lost' && run.facts.params.ring !== 'linux') continue;
    entries.push({
      id: family,
      // A match's entry says that both packets are dropped. All reasons for ECN marks share one entry and its symbol.
      names: [family === 'match' && isMatching ? 'matched, both dropped' : isMark ? 'ECN mark' : name],
      ink,
      sign: { kind: 'glyph', shape: REASON_SHAPES[family] },
    });
  }
  return onceEach(entries);
}

function kindOf(run: StageSource, row: number): 'responsive' | 'unresponsive' | 'sparse' {
  if (!run.isUnresponsive(row)) return 'responsive';
  return isSparse(run.facts, row) ? 'sparse' : 'unresponsive';
}

/** The symbols of several lanes, without duplicates. */
export function legendOfLanes(runs: readonly StageSource[]): readonly LegendEntry[] {
  return onceEach(runs.flatMap(legendEntries));
}

function onceEach(all: readonly LegendEntry[]): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const entry of all) {
    const names = new Set([...(entries.get(entry.id)?.names ?? []), ...entry.names]);
    entries.set(entry.id, { ...entry, names: [...names] });
  }
  return [...entries.values()];
}

const FIGURE_SPACE = '\u2007';

/** A text padded to a fixed width, so that the text after it does not move. */
function kept(text: string, width: number): string {
  return text.padEnd(width, FIGURE_SPACE);
}

/** Rate of all unresponsive flows over the last seconds [bit/s]. */
function recentUnresponsive(run: StageSource): number {
  const { recent_bps } = run.latest.flows;
  let sum = 0;
  for (let row = 0; row < recent_bps.length; row += 1) if (run.isUnresponsive(row)) sum += recent_bps[row] as number;
  return sum;
}
