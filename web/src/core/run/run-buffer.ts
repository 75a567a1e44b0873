/**
 * The page's copy of a run: the latest frame, the series, the last decision and the latest drops. Painters read it in
 * every frame, and do nothing while `version` is unchanged. React is notified only of rare changes.
 */

import { Listeners } from '../../base/listeners';
import { type Frame, Happening } from '../border/border.gen';
import type { Catalog, DisciplineAbout } from '../border/catalog';
import type { Opened, SceneFacts } from '../border/client';
import type { SettingValue } from '../border/scenario';
import { type DecisionRecord, lastMatchIndex, unpackDecision, unpackTurns } from './decision';
import type { GaugeTrail } from './gauge-trail';
import { Ring } from './ring';
import { followedWindows, RunSeries } from './run-series';

export type { QueueColumns } from '../border/border.gen';
export { Happening, PacketFlag } from '../border/border.gen';
export type { Catalog, DisciplineAbout, QuantityAbout, ReasonAbout, SettingSpec } from '../border/catalog';
export type { SceneFacts } from '../border/client';
export type { DecisionRecord, StepEntry } from './decision';
export { Ring } from './ring';
export { RunSeries } from './run-series';

/** A dropped packet, which was an arrival or waited in the queue. */
export interface DroppedPacket {
  readonly time_s: number;
  /** Flow row (flow number minus 1). */
  readonly flow: number;
  readonly packet: number;
  /** Index of the reason in `Catalog.reasons`. */
  readonly reason: number;
  /** Position in the queue, from 0 at the front. −1 for an arrival. */
  readonly place: number;
  /** Serial number of the decision that dropped the packet. */
  readonly decision: number;
  readonly isArrival: boolean;
  /** The value of `performance.now()` when the page received the drop. */
  readonly real_ms: number;
}

/** A change of a setting while the scene ran. */
interface InterventionMark {
  readonly at_s: number;
  readonly path: string;
  readonly value: SettingValue;
}

const MOST_DROPPED = 64;

export class RunBuffer {
  facts: SceneFacts;
  /** Discipline of the lane. */
  about: DisciplineAbout;
  latest: Frame;
  /** Series of the whole simulated part, including times after the displayed one. */
  series: RunSeries;
  /** Time series of the part of the run that a change in the past has replaced, and the time of the change [s]. */
  ghost: RunSeries | undefined;
  ghostFrom_s = 0;
  /** Gauge values and the number of queued UDP packets over time. Recording starts when a plot first needs them. */
  trail: GaugeTrail | undefined;
  decision: DecisionRecord | undefined;
  /** The last decision in which a drawn packet matched. */
  latestMatch: DecisionRecord | undefined;
  /** The last departure and the last timer event, whatever their outcome. */
  turns: readonly DecisionRecord[] = [];
  marks: readonly InterventionMark[] = [];
  readonly droppedPackets = new Ring<DroppedPacket>(MOST_DROPPED);

  /** Counts the changes of the buffer. */
  version = 0;
  /** Number of scenes opened so far. An increase invalidates data stored about the previous run. */
  scene = 0;
  /** Counts the changes that React shows: facts about the lane, changes of settings, and the end of the run. */
  coarseVersion = 0;
  /** For each flow row, true if the flow ignores drops. */
  private unresponsive: readonly boolean[] = [];
  private readonly listeners = new Listeners();

  constructor(
    readonly catalog: Catalog,
    opened: Opened,
  ) {
    this.facts = opened.facts;
    this.about = aboutOf(catalog, opened.facts);
    this.latest = opened.frame;
    this.series = this.emptySeries(opened.facts);
    this.reset(opened);
  }

  /**
   * Begins the run of an opened scene. If the scene differs from the previous one only by a change at `leaves_s`, the
   * previous run after that time is kept as `ghost`.
   */
  reset(opened: Opened, leaves_s?: number): void {
    if (leaves_s !== undefined) this.leaveFuture(leaves_s);
    else this.ghost = undefined;
    this.series = this.emptySeries(opened.facts);
    this.trail = this.trail?.anew(aboutOf(this.catalog, opened.facts).gauges.length);
    this.forget();
    this.scene += 1;
    this.takeFacts(opened.facts);
    this.append(opened.frame);
    this.notifyListeners();
  }

  /**
   * Continues the run with a changed setting. If the change is in the past, the part of the run after it is stored as
   * `ghost`.
   */
  change(opened: Opened): void {
    this.leaveFuture(opened.frame.scalars.now_s);
    this.trail?.keepUntil(opened.frame.scalars.now_s);
    this.takeFacts(opened.facts);
    this.append(opened.frame);
    this.notifyListeners();
  }

  dismissGhost(): void {
    if (this.ghost === undefined) return;
    this.ghost = undefined;
    this.version += 1;
    this.notifyListeners();
  }

  /** End of the simulated part [s]. The displayed time may be earlier. */
  get furthest_s(): number {
    return this.latest.scalars.furthest_s;
  }

  /** Stores the facts about the lane, which a timed change of a setting has altered. */
  updateFacts(facts: SceneFacts): void {
    this.takeFacts(facts);
    this.notifyListeners();
  }

  /** Adds the next frame. A frame after a jump to another time replaces the lists of events. */
  append(frame: Frame, now_ms: number = performance.now()): void {
    const wasFinished = this.latest.scalars.is_finished;
    this.latest = frame;
    if (frame.scalars.is_seek === 1) this.forget();
    this.series.keepUntil(frame.scalars.series_valid_until_s);
    this.series.append(frame.series, frame.windows);
    this.trail?.look(frame, this);
    this.recordDrops(frame, now_ms);
    const count = frame.decisions.serial.length;
    if (count > 0) this.decision = unpackDecision(frame, count - 1);
    const match = lastMatchIndex(frame);
    if (match >= 0) this.latestMatch = match === count - 1 ? this.decision : unpackDecision(frame, match);
    this.takeTurns(unpackTurns(frame));
    this.version += 1;
    if (frame.scalars.is_finished !== wasFinished) this.notifyListeners();
  }

  /** True if the flow in this row (flow number minus 1) ignores drops. */
  isUnresponsive(row: number): boolean {
    return this.unresponsive[row] ?? false;
  }

  /** Subscribes React to three events: the facts about the lane change, its settings change, or the run ends. */
  readonly subscribe = this.listeners.subscribe;

  /** For React's `useSyncExternalStore`. */
  readonly coarseSnapshot = (): number => this.coarseVersion;

  /** Discards the stored decisions and drops. The next frame supplies them again. */
  private forget(): void {
    this.decision = undefined;
    this.latestMatch = undefined;
    this.turns = [];
    this.droppedPackets.clear();
  }

  private takeTurns(news: readonly DecisionRecord[]): void {
    if (news.length === 0) return;
    const kept = this.turns.filter(({ trigger }) => news.every((turn) => turn.trigger !== trigger));
    this.turns = [...news, ...kept];
  }

  private emptySeries({ classes, flows }: SceneFacts): RunSeries {
    const tcpFlows = flows.filter((flow) => flow.class === 'tcp').length;
    return new RunSeries(classes.length, this.catalog.reasons.length, followedWindows(tcpFlows));
  }

  private leaveFuture(now_s: number): void {
    if (this.furthest_s <= now_s) return;
    this.ghost = this.series;
    this.ghostFrom_s = now_s;
    this.series = this.series.copy();
  }

  private takeFacts(facts: SceneFacts): void {
    this.facts = facts;
    this.about = aboutOf(this.catalog, facts);
    this.unresponsive = facts.flows.map((flow) => flow.class === 'udp');
    this.marks = facts.scenario.interventions.filter((mark) => mark.at_s > 0);
  }

  /** Records the drops of a frame. If there are thousands, only the latest are stored. */
  private recordDrops({ happenings }: Frame, now_ms: number): void {
    const { kind } = happenings;
    let first = kind.length;
    for (let count = 0; first > 0 && count < MOST_DROPPED; first -= 1) if (isDrop(kind[first - 1])) count += 1;
    for (let at = first; at < kind.length; at += 1) {
      if (!isDrop(kind[at])) continue;
      this.droppedPackets.push({
        time_s: happenings.time_s[at] ?? Number.NaN,
        flow: happenings.flow[at] ?? 0,
        packet: happenings.packet[at] ?? 0,
        reason: happenings.reason[at] ?? 255,
        place: happenings.place[at] ?? -1,
        decision: happenings.decision[at] ?? 0,
        isArrival: kind[at] === Happening.droppedArriving,
        real_ms: now_ms,
      });
    }
  }

  private notifyListeners(): void {
    this.coarseVersion += 1;
    this.listeners.notify();
  }
}

function isDrop(kind: number | undefined): boolean {
  return kind === Happening.droppedArriving || kind === Happening.droppedWaiting;
}

function aboutOf(catalog: Catalog, { aqm, script }: SceneFacts): DisciplineAbout {
  // The catalog lists only built-in disciplines. The description of a script is part of the facts about its lane.
  const about = script?.about ?? catalog.disciplines.find(({ id }) => id === aqm);
  if (about === undefined) throw new Error(`the engine runs the discipline ${aqm}, which its catalog does not list`);
  return about;
}
