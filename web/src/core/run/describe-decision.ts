/** Describes a decision in one plain sentence: the arrival, the draws, and the outcome for the packet. */

import { formatFixed } from '../../base/format';
import type { Catalog, DisciplineAbout } from '../border/catalog';
import type { SceneFacts } from '../border/client';
import type { DecisionRecord } from './decision';

/** The decision in a sentence. Places count from 1 at the front of the queue. */
export function describeDecision(
  record: DecisionRecord,
  catalog: Catalog,
  about: DisciplineAbout,
  facts: SceneFacts,
): string {
  const outlined = outline(record);
  if (record.trigger !== undefined) return describeTrigger(outlined, record, catalog, facts);
  const arrived = `A packet of ${flowName(facts, record.flow)} arrived`;
  const outcome = outcomeOfArrival(outlined, record, catalog, about);
  const drawn = outlined.draws.length;
  if (drawn === 0) {
    const evicted = outlined.evicted.length === 0 ? '' : `; ${evictions(outlined, catalog)}`;
    return evicted === '' ? `${arrived} and ${outcome}.` : `${arrived}${evicted}, and the arrival ${outcome}.`;
  }

  const candidates = drawn === 1 ? '1 candidate was drawn' : `${drawn} candidates were drawn`;
  const matches = outlined.draws.filter((draw) => draw.isMatch).map((draw) => draw.place + 1);
  const where = drawn === 1 ? '' : whereDrawn(outlined.draws, boundary(record, about));
  if (matches.length === 0) {
    const none = drawn === 1 ? 'which is from another flow' : 'none from the same flow';
    if (outlined.evicted.length > 0)
      return `${arrived}; ${candidates}${where}, ${none}; ${evictions(outlined, catalog)}, and the arrival ${outcome}.`;
    const link = outlined.arrivalReason === undefined ? ', so the arrival' : ', but the arrival';
    return `${arrived}; ${candidates}${where}, ${none}${link} ${outcome}.`;
  }
  const same = `${matches.length === 1 ? 'the one' : 'those'} at ${places(matches)} ${matches.length === 1 ? 'is' : 'are'} from the same flow`;
  const hasDropped = outlined.evicted.length > 0 || outlined.arrivalReason !== undefined;
  if (!hasDropped && outlined.admittedAt === undefined && outlined.markReason === undefined)
    return `${arrived}; ${candidates}${where}; ${same}: nothing has been removed yet.`;
  const end =
    outlined.arrivalReason !== undefined && outlined.evicted.length > 0
      ? `${allDropped(outlined)} were dropped`
      : `the arrival ${outcome}`;
  return `${arrived}; ${candidates}${where}; ${same}, so ${end}.`;
}

/** What will happen when a run that has stopped at a match continues: "both will be dropped". */
export function describeComing(record: DecisionRecord): string {
  const outlined = outline(record);
  const victims = outlined.evicted.length;
  if (outlined.arrivalReason !== undefined)
    return victims > 0 ? `${allDropped(outlined)} will be dropped` : 'it will be dropped';
  if (victims === 0) return 'nothing will be dropped';
  return victims === 1
    ? 'the drawn packet will be dropped'
    : `${NUMBERS[victims] ?? victims} drawn packets will be dropped`;
}

/** The coming outcome as an imperative: "drop both". */
export function comingAction(record: DecisionRecord): string {
  const [, victims] = /^(.*) will be dropped$/.exec(describeComing(record)) ?? [];
  return victims === undefined || victims === 'nothing' ? 'continue' : `drop ${victims}`;
}

function allDropped({ evicted }: Outline): string {
  const dropped = evicted.length + 1;
  return dropped === 2 ? 'both' : `all ${NUMBERS[dropped] ?? dropped}`;
}

/** Words for the trigger of a decision that is not about an arrival: a departure or a timer event. */
export const TRIGGER_WORDS = { exit: 'at dequeue', timer: 'when a timer expired' } as const;

/** Time and cause of a decision that is not about an arrival: "as a packet of TCP flow 3 left at 4.062 s". */
export function turnWords({ trigger, flow, time_s }: DecisionRecord, facts: SceneFacts): string {
  const what = trigger === 'timer' ? 'the timer expired' : `a packet of ${flowName(facts, flow)} left`;
  return `as ${what} at ${formatFixed(time_s, 3)} s`;
}

function describeTrigger(outlined: Outline, record: DecisionRecord, catalog: Catalog, facts: SceneFacts): string {
  const where = TRIGGER_WORDS[record.trigger ?? 'exit'];
  const dropped = outlined.evicted.length;
  const who = `A packet of ${flowName(facts, record.flow)}`;
  if (dropped === 0) return `${who} was ECN-marked ${where} (${reasonName(catalog, outlined.markReason ?? -1)}).`;
  const others = dropped === 1 ? ' was' : ` and ${dropped - 1} more were`;
  const marked = outlined.markReason === undefined ? '' : ', and the next one was ECN-marked';
  return `${who}${others} dropped ${where} (${reasonName(catalog, outlined.evicted[0]?.reason ?? -1)})${marked}.`;
}

/** Name of a flow by class and number, such as "UDP flow 1". */
export function flowName(facts: SceneFacts, row: number): string {
  const flow = facts.flows[row];
  return `${(flow?.class ?? '').toUpperCase()} flow ${flow?.number ?? row + 1}`.trimStart();
}

/** Short name of a flow, such as "UDP 1". */
export function flowLabel(facts: SceneFacts, row: number): string {
  const flow = facts.flows[row];
  return `${(flow?.class ?? '').toUpperCase()} ${flow?.number ?? row + 1}`.trimStart();
}

interface Outline {
  readonly draws: readonly { readonly place: number; readonly isMatch: boolean }[];
  readonly evicted: readonly { readonly place: number; readonly reason: number }[];
  readonly arrivalReason: number | undefined;
  readonly admittedAt: number | undefined;
  readonly markReason: number | undefined;
}

function outline(record: DecisionRecord): Outline {
  const draws: { place: number; isMatch: boolean }[] = [];
  const evicted: { place: number; reason: number }[] = [];
  let arrivalReason: number | undefined;
  let admittedAt: number | undefined;
  let markReason: number | undefined;
  for (const step of record.steps) {
    if (step.kind === 'draw') draws.push(step);
    else if (step.kind === 'admit') admittedAt = step.place;
    else if (step.kind === 'mark') markReason = step.reason;
    else if (step.kind === 'drop' && step.place >= 0) evicted.push(step);
    else if (step.kind === 'drop') arrivalReason = step.reason;
  }
  return { draws, evicted, arrivalReason, admittedAt, markReason };
}

function outcomeOfArrival(outlined: Outline, record: DecisionRecord, catalog: Catalog, about: DisciplineAbout): string {
  if (outlined.arrivalReason !== undefined) {
    const chance = outlined.arrivalReason === indexOfReason(catalog, 'early') ? probability(record, about) : undefined;
    const with_ = chance === undefined ? '' : `, probability ${chance.toPrecision(2)}`;
    return `was dropped (${reasonName(catalog, outlined.arrivalReason)}${with_})`;
  }
  const marked =
    outlined.markReason === undefined ? '' : `ECN-marked (${reasonName(catalog, outlined.markReason)}) and `;
  return outlined.admittedAt === undefined
    ? `was ${marked}admitted`
    : `was ${marked}admitted at position ${outlined.admittedAt + 1}`;
}

function evictions(outlined: Outline, catalog: Catalog): string {
  const at = places(outlined.evicted.map(({ place }) => place + 1));
  const which = `the ${outlined.evicted.length === 1 ? 'packet' : 'packets'} at ${at}`;
  const reason = reasonName(catalog, outlined.evicted[0]?.reason ?? -1);
  return `${which} ${outlined.evicted.length === 1 ? 'was' : 'were'} dropped (${reason})`;
}

function places(numbers: readonly number[]): string {
  if (numbers.length === 1) return `position ${numbers[0]}`;
  return `positions ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

/**
 * Returns " from the rear" or " (5 from the rear, 3 from the front)". Empty if the discipline does not distinguish the
 * halves of the queue.
 */
function whereDrawn(draws: Outline['draws'], front: number | undefined): string {
  if (front === undefined) return '';
  const fromFront = draws.filter((draw) => draw.place < front).length;
  if (fromFront === 0) return ' from the rear';
  if (fromFront === draws.length) return ' from the front';
  return ` (${draws.length - fromFront} from the rear, ${fromFront} from the front)`;
}

/** Number of waiting packets in the front half, if the decision recorded it. */
function boundary(record: DecisionRecord, about: DisciplineAbout): number | undefined {
  if (about.view !== 'fifo-with-regions') return undefined;
  return lastValue(record, about, [FRONT_LENGTH]);
}

/** Id of the recorded quantity with the length of the queue's front half. */
export const FRONT_LENGTH = 'front';
/** Quantities that contain the probability of a drop. The first of these quantities with a value is used. */
const PROBABILITIES = ['p_a', 'p_b'];

function probability(record: DecisionRecord, about: DisciplineAbout): number | undefined {
  return lastValue(record, about, PROBABILITIES);
}

/** The last value of the first quantity in the list that has a value in the decision. */
function lastValue(record: DecisionRecord, about: DisciplineAbout, ids: readonly string[]): number | undefined {
  for (const id of ids) {
    const quantity = about.quantities.findIndex((candidate) => candidate.id === id);
    const step = record.steps.findLast((entry) => entry.kind === 'value' && entry.quantity === quantity);
    if (step?.kind === 'value' && Number.isFinite(step.value)) return step.value;
  }
  return undefined;
}

function indexOfReason(catalog: Catalog, id: string): number {
  return catalog.reasons.findIndex((reason) => reason.id === id);
}

function reasonName(catalog: Catalog, reason: number): string {
  return catalog.reasons[reason]?.name ?? 'reason unknown';
}

const NUMBERS: readonly string[] = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
