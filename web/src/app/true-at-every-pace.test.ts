/**
 * Checks that the picture matches the engine. Every discipline plays at every speed, on a page clock that the test
 * advances. In 200 random frames at each speed, the test compares the picture with the engine's state at the displayed
 * time.
 */

import { describe, expect, it } from 'vitest';
import { formatFixed } from '../base/format';
import type { EngineClient } from '../core/border/client';
import { DROPS_AND_MARKS } from '../core/events/event-rows';
import { PresentLine } from '../core/events/present-line';
import { drewMatch } from '../core/run/decision';
import { flowLabel } from '../core/run/describe-decision';
import { PACES, type Playback, pausedAt, play, tick } from '../core/run/playback';
import { RunBuffer } from '../core/run/run-buffer';
import { binPicture } from '../core/stage/bins/bin-picture';
import { FIFO } from '../core/stage/fifo-picture';
import type { Picture } from '../core/stage/picture';
import { queueId, queueKind } from '../core/stage/queue-names';
import { layoutQueues, rowPacketX, rowPitch } from '../core/stage/queues/queue-layout';
import { hasCredit, hasTag } from '../core/stage/queues/queue-model';
import { queuePicture } from '../core/stage/queues/queue-picture';
import { longestQueueName } from '../core/stage/queues/short-names';
import type { DisplayList, StageMark } from '../core/stage/stage-display';
import { laneFacts } from '../core/stage/stage-facts';
import { type LaneLayout, lengthX } from '../core/stage/stage-layout';
import { StageMemory } from '../core/stage/stage-memory';
import { PLAIN_LOOK } from '../core/stage/stage-view';
import { StateMemory } from '../core/state/state-model';
import { CATALOG, testEngine } from '../testing/engine';
import { SMALL_SCENE } from '../testing/small-scene';

/** Longest page time [ms] for which a packet may be drawn more than one position off, at speed 1/4 × or less. */
const LONGEST_MS = 120;
const RECT = { x: 0, y: 0, width: 1000, height: 260 };
const FRAMES_OF_A_RUN = 44;
const WARM_UP = 6;
/** Number of frames compared at each speed. */
const COMPARED = 200;

let state = 20251122;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** Stands in for the page that shows a running discipline. The test advances the clock of this page frame by frame. */
class Page {
  readonly memory = new StageMemory();
  readonly strip = new StateMemory();
  readonly picture: Picture;
  readonly layout: LaneLayout;
  list: DisplayList = { marks: [], packets: [], dropGroups: [] };
  now_ms = 1000;
  private playback: Playback;
  private readonly presentLine = new PresentLine();
  /** The number of packets dropped or marked in the frames so far. */
  private readonly losses: { readonly now_s: number; readonly count: number }[] = [];
  /** The line above the list of events. The line is updated in every frame, the list in some frames only. */
  private present = { now: '', more: '' };
  private listedUntil: number | undefined;
  /**
   * By packet number, the time on the page's clock at which a packet that is away from its place in the queue left it
   * [ms].
   */
  private readonly away = new Map<number, number>();

  constructor(
    readonly client: EngineClient,
    readonly run: RunBuffer,
    readonly pace: number,
  ) {
    const { view } = run.about;
    const isOne = view === 'fifo' || view === 'fifo-with-regions';
    this.picture = isOne ? FIFO : view === 'fifo-with-bins' ? binPicture() : queuePicture();
    this.layout = this.picture.layout(run, RECT, { lanes: 1, places: run.facts.limit });
    const { now_s } = run.latest.scalars;
    this.playback = play(pausedAt(now_s, pace), now_s);
  }

  async frame(passed_ms: number): Promise<void> {
    const { client, run } = this;
    this.now_ms += passed_ms;
    const { playback, request } = tick(this.playback, this.now_ms, run.latest.scalars.now_s, false);
    this.playback = playback;
    if (request?.kind === 'advance') run.append(await client.advance(Math.min(request.until_s, 300), 8), this.now_ms);
    else if (request?.kind === 'step') run.append(await client.stepDecision(), this.now_ms);
    const pace = PACES[this.pace]?.pace ?? { kind: 'max' };
    const moment = { now_ms: this.now_ms, isPlaying: true, isBackward: false, pace, isCalm: false, isHalfway: false };
    this.memory.observe(run, moment, this.layout);
    this.picture.observe(run, this.memory, moment);
    this.list = this.picture.model(run, this.memory, this.layout, PLAIN_LOOK);
    const { now_s, dropped, marked } = run.latest.scalars;
    this.losses.push({ now_s, count: dropped + marked });
    // The list of events is updated at random frames while the run plays.
    if (random() < 0.2) this.listedUntil = this.losses.length - 1;
    const until_s = this.losses[this.listedUntil ?? 0]?.now_s ?? 0;
    this.present = this.presentLine.look(run, { until_s, rows: [] }, DROPS_AND_MARKS);
  }

  /**
   * Distance of each waiting packet on the stage from its position in the engine [positions]. The packets of the
   * displayed decision are left out.
   */
  displacements(): Map<number, number> {
    const { run, memory, list, layout } = this;
    const own = new Set<number>();
    if (memory.level === 'decisions' && memory.story !== undefined) {
      own.add(memory.story.packet);
      for (const { packet } of memory.story.victims) own.add(packet);
    }
    const found = new Map<number, number>();
    // Until the decision's outcome is shown, the picture shows the queue before the decision.
    const queue = (memory.isBeforeOutcome ? run.decision?.before : undefined) ?? run.latest.queue;
    const { first } = run.latest.queues;
    if (first.length > 0) {
      if (queue !== run.latest.queue) return found;
      const { rows, pitchOf } = this.rows();
      for (const mark of list.packets) {
        const at = queue.packet.indexOf(mark.packet);
        if (mark.role !== 'waiting' || own.has(mark.packet)) continue;
        const row = first.findLastIndex((from) => from <= at);
        const x = rowPacketX(rows, pitchOf, at - (first[row] ?? 0));
        found.set(mark.packet, Math.abs(mark.x - x) / pitchOf);
      }
      return found;
    }
    const { slots, pitch } = layout;
    for (const mark of list.packets) {
      if (mark.role !== 'waiting' || own.has(mark.packet)) continue;
      const shown = (slots.x + slots.width - (mark.x + mark.width / 2)) / pitch - 0.5;
      const at = queue.packet.indexOf(mark.packet);
      found.set(mark.packet, at < 0 ? Number.POSITIVE_INFINITY : Math.abs(shown - at));
    }
    return found;
  }

  private rows() {
    const { run, list } = this;
    const longest = longestQueueName(run);
    const company = { lanes: 1, places: run.facts.limit };
    const rows = layoutQueues(RECT, run.facts.limit, company, { longest, hasCredit: hasCredit(run) || hasTag(run) });
    const scale = list.marks.find((mark) => mark.kind === 'text' && mark.role === 'scale');
    const places = scale?.kind === 'text' ? Number.parseInt(scale.text, 10) : Number.NaN;
    return { rows, pitchOf: rowPitch(rows, places) };
  }

  /** Checks the packets' distances. Runs in every frame. */
  checkPlaces(): void {
    const { pace } = PACES[this.pace] ?? {};
    const isSlow = pace?.kind === 'decisions' || (pace?.kind === 'time' && pace.rate <= 0.25);
    const displacements = this.displacements();
    for (const [packet, away] of displacements) {
      if (!isSlow) expect(away, `packet ${packet} is away from its place`).toBeLessThan(1e-6);
      if (away <= 1 + 1e-6) this.away.delete(packet);
      else {
        const since = this.away.get(packet) ?? this.now_ms;
        this.away.set(packet, since);
        expect(this.now_ms - since, `packet ${packet} is ${away} places away`).toBeLessThanOrEqual(LONGEST_MS);
      }
    }
    for (const packet of this.away.keys()) if (!displacements.has(packet)) this.away.delete(packet);
  }

  all<Kind extends StageMark['kind']>(kind: Kind, role: string): Extract<StageMark, { kind: Kind }>[] {
    return this.list.marks.filter(
      (mark): mark is Extract<StageMark, { kind: Kind }> => mark.kind === kind && mark.role === role,
    );
  }

  /** Checks that counts, marks, printed numbers and bars in the picture all belong to the same simulated time. */
  compare(): void {
    const { run, memory, layout, list } = this;
    const { scalars, queue, queues } = run.latest;
    const isBefore = memory.isBeforeOutcome;
    // At speeds that show single decisions, the run stops at each decision, so the last decision has the displayed
    // time.
    if (memory.level === 'decisions' && memory.story !== undefined) expect(run.decision?.time_s).toBe(scalars.now_s);
    const shown = (isBefore ? run.decision?.before : undefined) ?? queue;
    const header = laneFacts(run, memory.queue.packet.length);
    const printed = Number.parseInt((header.find(({ id }) => id === 'queue')?.value ?? '').trim(), 10);
    expect(printed).toBe(shown.packet.length);
    if (!isBefore) expect(printed).toBe(scalars.waiting);
    const waiting = list.packets.filter(({ role }) => role === 'waiting');
    if (queues.id.length === 0) this.compareOneQueue(printed, waiting.length);
    else if (!isBefore) this.compareQueues();

    const average = this.all('needle', 'average');
    if (Number.isNaN(scalars.average_queue)) expect(average).toEqual([]);
    else if (queues.id.length === 0) expect(average[0]?.x).toBeCloseTo(lengthX(layout, scalars.average_queue), 6);

    this.comparePresentLine();

    const { dials, table } = this.strip.look(run, 8, this.now_ms, false);
    for (const [id, dial] of dials) {
      const value = run.latest.gauges.value[run.about.gauges.findIndex((gauge) => gauge.id === id)] ?? Number.NaN;
      if (!Number.isFinite(value)) {
        expect(dial.share).toBeUndefined();
        continue;
      }
      // The bar ends at the printed value.
      const [from, to, written] = [dial.from, dial.to, dial.value].map((text) => Number.parseFloat(plain(text)));
      if (from === undefined || to === undefined || written === undefined || value < from || to <= from) continue;
      expect(Math.abs((dial.share ?? 0) - Math.min(1, (written - from) / (to - from)))).toBeLessThan(0.02);
    }
    for (const row of table?.rows ?? []) {
      const at = run.latest.rows.flow.indexOf(row.flow);
      const width = row.values.length;
      const value = run.latest.rows.value[at * width];
      if (at >= 0) expect(row.share === 0).toBe((value ?? 0) <= 0);
    }
  }

  /** Checks the line above the events: the displayed time, and the number of drops not yet in the list. */
  private comparePresentLine(): void {
    const { now_s, dropped, marked } = this.run.latest.scalars;
    expect(this.present.now).toBe(`now ${formatFixed(now_s, 3)}\u00a0s`);
    const listed = this.losses[this.listedUntil ?? 0];
    const more = dropped + marked - (listed?.count ?? 0);
    if (more === 0) expect(this.present.more).toBe('');
    else
      expect(this.present.more).toBe(
        `${more} more dropped or marked since ${formatFixed(listed?.now_s ?? 0, 3)}\u00a0s`,
      );
  }

  private compareOneQueue(printed: number, painted: number): void {
    const { run, memory, layout } = this;
    const queue = (memory.isBeforeOutcome ? run.decision?.before : undefined) ?? run.latest.queue;
    const [strip] = this.all('strip', 'strip');
    if (strip === undefined) expect(painted).toBe(printed);
    else {
      const perColumn = Math.round(strip.columnWidth / layout.pitch);
      const counts = new Float64Array(strip.columns);
      for (let place = 0; place < queue.flow.length; place += 1)
        if (run.isUnresponsive(queue.flow[place] ?? 0)) {
          const column = Math.floor(place / perColumn);
          const there = Math.min(perColumn, printed - column * perColumn);
          counts[column] = (counts[column] ?? 0) + 1 / there;
        }
      for (const [column, count] of counts.entries()) expect(strip.unresponsive[column]).toBeCloseTo(count, 5);
      expect((strip.length ?? Number.NaN) / layout.pitch).toBeCloseTo(printed, 6);
    }
    // If packets are waiting, the picture shows one at the head of the queue.
    if (strip === undefined && printed > 0)
      expect(this.list.packets.some((mark) => mark.role === 'waiting' && mark.place === 0)).toBe(true);
    const { front_region } = run.latest.scalars;
    const [midpoint] = this.all('rule', 'midpoint');
    if (!memory.isBeforeOutcome && printed > 1 && !Number.isNaN(front_region)) {
      expect(midpoint?.x1).toBeCloseTo(lengthX(layout, front_region), 6);
      expect(this.all('box', 'rear-region')[0]?.x).toBeCloseTo(lengthX(layout, printed), 6);
    }
  }

  private compareQueues(): void {
    const { queues, queue } = this.run.latest;
    const sizes = new Map<string, number>();
    const isBucket = queueKind(this.run) === 'bucket';
    for (const [row, id] of queues.id.entries()) {
      const until = queues.first[row + 1] ?? queue.flow.length;
      const from = queues.first[row] ?? 0;
      // The stage names a bucket after one of its flows, so the size of a bucket is stored under the name of each of
      // its flows. Any other queue has a single name.
      const owners = isBucket ? [...queue.flow.subarray(from, until)] : [];
      for (const name of [queueId(this.run, id), ...owners.map((flow) => flowLabel(this.run.facts, flow))])
        sizes.set(name, until - from);
    }
    const names = this.all('text', 'queue-name');
    const numbers = this.all('text', 'queue-packets');
    for (const [at, { text }] of names.entries()) {
      const size = sizes.get(text.replace(/ \+\d+$/, ''));
      // `sizes` has no entry if a bucket is named after a flow without waiting packets.
      if (isBucket && size === undefined) continue;
      expect(numbers[at]?.text).toBe(`${size ?? 0}`);
    }
  }
}

function plain(text: string): string {
  return text.replaceAll('\u2212', '-').replaceAll(/[\u2007\u00a0\u202f,]/g, '');
}

describe.each(PACES.map(({ name }, pace) => [name, pace] as const))('at %s', (_, pace) => {
  it('the page shows the state of the engine at the displayed time', async () => {
    let compared = 0;
    let frames = 0;
    let matches = 0;
    const client = await testEngine({ kind: 'full' });
    const { disciplines } = CATALOG;
    for (const [at, { id }] of disciplines.entries()) {
      const opened = await client.open({ ...SMALL_SCENE, duration_s: 300, lanes: [{ aqm: id, params: {} }] }, 3 + at);
      const page = new Page(client, new RunBuffer(CATALOG, opened), pace);
      const isIrregular = at % 2 === 1;
      for (let frame = 0; frame < FRAMES_OF_A_RUN; frame += 1) {
        await page.frame(isIrregular ? 4 + random() * 90 : 16.7);
        frames += 1;
        if (page.memory.level === 'decisions' && page.run.decision !== undefined && drewMatch(page.run.decision))
          matches += 1;
        if (frame < WARM_UP) continue;
        page.checkPlaces();
        const left = (disciplines.length - at) * (FRAMES_OF_A_RUN - WARM_UP) - (frame - WARM_UP);
        if (random() < (COMPARED - compared) / left) {
          page.compare();
          compared += 1;
        }
      }
    }
    client.close();
    expect(compared).toBe(COMPARED);
    expect(frames).toBe(disciplines.length * FRAMES_OF_A_RUN);
    // At speeds that show single decisions, the runs must contain matches. Otherwise the test would check no match.
    if (PACES[pace]?.pace.kind === 'decisions') expect(matches).toBeGreaterThan(0);
  });
});
