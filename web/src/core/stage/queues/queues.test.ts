import { describe, expect, it } from 'vitest';
import type { StageMark } from '../stage-display';
import { describeStage, packetFacts } from '../stage-facts';
import { StageMemory, type StageMoment } from '../stage-memory';
import { type QueuesOptions, QueuesRun } from './fixtures';
import { queuePicture } from './queue-picture';
import { chooseRows, type QueueState, queuesBefore, queuesNow, type RowSlot, restOf, rowPlaces } from './queue-rows';

const state = (id: number, packets: number, isNext = false): QueueState => ({
  ...{ id, from: 0, until: packets, unresponsive: 0, credit: Number.NaN, isNext },
});
const ids = (rows: readonly RowSlot[]): readonly number[] => rows.map(({ id }) => id);
const many = Array.from({ length: 300 }, (_, id) => state(id, (id * 7) % 20));
const wish = { room: 6, count: 300, musts: [], guestFor: 0, passed: 16 };

describe('the queues that have a row on the stage', () => {
  it('are all queues, each with a permanent row, if they fit', () => {
    const few = { ...wish, room: 6, count: 4 };
    const rows = chooseRows([], [state(2, 3), state(0, 1)], few);
    expect(ids(rows)).toEqual([0, 1, 2, 3]);
    expect(ids(chooseRows(rows, [state(3, 9)], few))).toEqual([0, 1, 2, 3]);
  });

  it('are at first the longest, and then keep their places', () => {
    const rows = chooseRows([], many, wish);
    expect(rows.map(({ id }) => (id * 7) % 20)).toEqual([19, 19, 19, 19, 19, 19]);
    const others = many.map((one) => state(one.id, rows.some(({ id }) => id === one.id) ? 18 : 19));
    expect(ids(chooseRows(rows, others, { ...wish, passed: 10_000 }))).toEqual(ids(rows));
  });

  it('change for a longer queue only after some time, one at a time', () => {
    const rows = chooseRows([], many, wish);
    const grown = many.map((one) => ([20, 40].includes(one.id) ? state(one.id, 60) : one));
    expect(ids(chooseRows(rows, grown, wish))).toEqual(ids(rows));
    const later = chooseRows(rows, grown, { ...wish, passed: 2000 });
    expect(ids(later).filter((id, at) => id !== rows[at]?.id)).toEqual([20]);
    expect(ids(chooseRows(later, grown, wish))).toContain(40);
  });

  it('always include queues that must have a row, which share one row', () => {
    let rows = chooseRows([], many, wish);
    const at = [0, 20, 40, 60, 80].map((id) => {
      rows = chooseRows(rows, many, { ...wish, musts: [id] });
      return ids(rows).indexOf(id);
    });
    expect(at[0]).toBeGreaterThanOrEqual(0);
    expect(new Set(at).size).toBe(1);
    rows = chooseRows(rows, many, { ...wish, musts: [100, 120] });
    expect(ids(rows)).toEqual(expect.arrayContaining([100, 120]));
  });

  it('do not change in that row with every packet, if packets are fast', () => {
    const rows = chooseRows(chooseRows([], many, wish), many, { ...wish, musts: [0], guestFor: 500 });
    expect(ids(rows)).toContain(0);
    expect(ids(chooseRows(rows, many, { ...wish, musts: [20], guestFor: 500 }))).toEqual(ids(rows));
    expect(ids(chooseRows(rows, many, { ...wish, musts: [20], guestFor: 500, passed: 600 }))).toContain(20);
  });

  it('leave the other queues to a summary', () => {
    const rows = chooseRows([], many, wish);
    const { queues, packets, responsive } = restOf(rows, many, 300, 30);
    const all = many.reduce((sum, { until }) => sum + until, 0);
    expect([queues, packets]).toEqual([285 - 6, all - 6 * 19]);
    expect(responsive.reduce((sum, part) => sum + part, 0)).toBe(packets);
    expect(restOf([], [state(0, 1)], 300, 30).responsive[29]).toBe(1);
  });

  it('have a scale with round steps, which does not shrink at once', () => {
    expect(rowPlaces(1, 0)).toBe(5);
    expect(rowPlaces(13, 12)).toBe(20);
    expect(rowPlaces(11, 20)).toBe(20);
    expect(rowPlaces(6, 20)).toBe(8);
    expect(rowPlaces(70_000, 0)).toBe(80_000);
  });
});

describe('the queues before a decision', () => {
  it('contain the packets that waited at that time', () => {
    for (const options of [{}, { view: 'bucket-queues', params: { buckets: 16 } }] satisfies QueuesOptions[]) {
      const run = new QueuesRun([4, 2, 1], options);
      const sizes = (states: readonly QueueState[]) => states.map(({ id, from, until }) => [id, until - from]);
      const before = sizes(queuesNow(run));
      const known = new Map([0, 1, 2].map((flow) => [flow, options.view === undefined ? flow : flow * 7]));
      run.arrive(2, { flow: 0, place: 3 });
      if (run.decision?.before === undefined) throw new Error('no decision');
      expect(sizes(queuesBefore(run, run.decision.before, queuesNow(run), known))).toEqual(before);
      expect(sizes(queuesNow(run))).not.toEqual(before);
    }
  });
});

/** A stage for tests, which control its real time. */
class Watched {
  readonly memory = new StageMemory();
  readonly picture = queuePicture();
  readonly layout;
  private now_ms = 0;

  constructor(
    readonly run: QueuesRun,
    readonly pace: StageMoment['pace'] = { kind: 'decisions', per_s: 0.8 },
    width = 1000,
    height = 320,
    lanes = 1,
  ) {
    this.layout = this.picture.layout(run, { x: 0, y: 0, width, height }, { lanes, places: run.facts.limit });
    this.watch(32);
  }

  watch(span_ms: number): boolean {
    let isMoving = false;
    for (let passed = 0; passed < span_ms; passed += 16) {
      this.now_ms += 16;
      const { now_ms, pace } = this;
      const moment = { now_ms, isPlaying: true, isBackward: false, pace, isCalm: false, isHalfway: false };
      isMoving = this.memory.observe(this.run, moment, this.layout);
      isMoving = this.picture.observe(this.run, this.memory, moment) || isMoving;
    }
    return isMoving;
  }

  list() {
    const unseen = { pointedAt: undefined, pointedGroup: undefined, hoveredFlow: undefined };
    return this.picture.model(this.run, this.memory, this.layout, { ...unseen, isCalm: false, isDivergence: false });
  }

  texts(role: string): readonly string[] {
    return this.list().marks.flatMap((mark) => (mark.kind === 'text' && mark.role === role ? [mark.text] : []));
  }

  all(role: string): readonly StageMark[] {
    return this.list().marks.filter((mark) => mark.role === role);
  }
}

describe('several queues on the stage', () => {
  it('have a row each with name, packets, credit, and a pointer to the next queue', () => {
    const watched = new Watched(new QueuesRun([4, 2, 0, 1]));
    expect(watched.texts('queue-name')).toEqual(['UDP 1', 'TCP 2', 'TCP 3', 'TCP 4']);
    expect(watched.texts('queue-packets')).toEqual(['4', '2', '0', '1']);
    expect(watched.texts('queue-credit')).toEqual(['0', '370', '1110']);
    const rowY = (row: number) => (watched.all('queue-name')[row] as { y: number }).y;
    expect((watched.all('next')[0] as { y: number }).y).toBeCloseTo(rowY(0), 0);
    watched.run.serve();
    watched.watch(400);
    expect((watched.all('next')[0] as { y: number }).y).toBeCloseTo(rowY(1), 0);
    expect(watched.texts('queue-packets')).toEqual(['3', '2', '0', '1']);
  });

  it('have their front at the right, with every packet inside its row', () => {
    const watched = new Watched(new QueuesRun([4, 2, 0, 1]));
    const { packets } = watched.list();
    expect(packets).toHaveLength(7);
    expect(packets.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(packets[0]?.packet).toBe(1);
    expect(packets[0]?.x).toBeGreaterThan(packets[1]?.x ?? 0);
    const { box } = watched.layout;
    for (const { x, width } of packets) expect(x > box.x && x + width < box.x + box.width).toBe(true);
  });

  it('show the arrival at its queue, and the dropped packet before it falls', () => {
    const watched = new Watched(new QueuesRun([4, 2, 0, 1]));
    watched.run.arrive(2, { flow: 0, place: 3 });
    watched.watch(640);
    expect(watched.all('arrival-row')).toHaveLength(1);
    expect(watched.all('victim-ring')).toHaveLength(1);
    expect(watched.texts('queue-packets')).toEqual(['4', '2', '0', '1']);
    watched.watch(450);
    const falling = watched.all('dropped')[0] as { height: number } | undefined;
    expect(falling?.height).toBeLessThan(watched.layout.box.height / 4);
    watched.watch(1800);
    expect(watched.all('victim-ring')).toHaveLength(0);
    expect(watched.texts('queue-packets')).toEqual(['3', '2', '1', '1']);
    expect(watched.all('dropped')).toHaveLength(1);
  });

  it('highlight a queue that loses a packet while playing', () => {
    for (const [rate, frames] of [
      [0.25, 1],
      [1, 0],
    ] as const) {
      const watched = new Watched(new QueuesRun([4, 2, 0, 1]), { kind: 'time', rate });
      watched.run.refuse(1);
      watched.watch(32);
      expect([watched.all('row-loss').length, watched.all('row-flash').length]).toEqual([1, frames]);
      watched.watch(600);
      expect([watched.all('row-loss').length, watched.all('row-flash').length]).toEqual([0, 0]);
    }
  });

  it('show packets without animation if they are fast', () => {
    const watched = new Watched(new QueuesRun([4, 2, 0, 1]), { kind: 'time', rate: 1 });
    watched.run.arrive(2);
    watched.watch(16);
    expect(watched.list().packets.map(({ opacity }) => opacity)).toEqual(Array(8).fill(1));
  });

  it('include a summary of 300 queues', () => {
    const sizes = Array.from({ length: 300 }, (_, flow) => (flow === 0 ? 90 : flow % 3));
    const watched = new Watched(new QueuesRun(sizes, { limit: 400 }), { kind: 'time', rate: 1 });
    const names = watched.texts('queue-name');
    expect(names[0]).toBe('UDP 1');
    expect(names.length).toBeGreaterThan(5);
    const shown = watched.texts('queue-packets').reduce((sum, text) => sum + Number(text), 0);
    const others = 201 - names.length;
    expect(watched.texts('rest-name')).toEqual([`and ${others} more, ${390 - shown} packets`]);
  });

  it('say that no other queue has packets', () => {
    const watched = new Watched(new QueuesRun([9, 9, 9, ...Array<number>(40).fill(1)]), { kind: 'time', rate: 1 });
    expect(watched.texts('rest-name')[0]).toMatch(/^and \d+ more, \d+ packets?$/);
    for (let served = 0; served < 43; served += 1) watched.run.serve();
    watched.watch(16);
    expect(watched.texts('rest-name')).toEqual(['no other queue']);
  });

  it('have two wide rows for two classes', () => {
    const watched = new Watched(new QueuesRun([6, 3], { view: 'two-queues' }));
    expect(watched.texts('queue-name')).toEqual(['L4S', 'classic']);
    const [first, second] = watched.all('queue-name') as readonly unknown[] as readonly { y: number }[];
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(watched.layout.box.height * 0.4);
  });

  it('have all rows inside the lane, with many lanes and on a phone', () => {
    for (const [width, height, lanes] of [
      [380, 216, 1],
      [380, 84, 4],
      [1000, 96, 4],
      [1000, 170, 2],
    ] as const) {
      const sizes = Array.from({ length: 34 }, (_, flow) => flow % 5);
      const watched = new Watched(new QueuesRun(sizes), undefined, width, height, lanes);
      const { box, dropArea } = watched.layout;
      expect(watched.texts('rest-name')).toHaveLength(1);
      for (const mark of watched.all('queue-name') as readonly unknown[] as readonly { y: number }[])
        expect(mark.y > box.y && mark.y < box.y + box.height).toBe(true);
      expect(box.y + box.height).toBeLessThan(dropArea.y);
      expect(dropArea.y + dropArea.height).toBeLessThanOrEqual(height);
    }
  });
});

describe('the description of several queues', () => {
  it('includes the longest queue and the next one', () => {
    expect(describeStage(new QueuesRun([4, 5, 0, 1]))).toBe(
      'DRR: 10 of 100 packets waiting, 4 of them unresponsive; in 3 queues, the longest TCP 2 with 5; UDP 1 is served next.',
    );
  });

  it('includes the place of a packet in its own queue', () => {
    expect(packetFacts(new QueuesRun([4, 5]), 6)?.lines[1]).toBe('position 2 of 5 in TCP 2');
  });

  it('includes the queue under the pointer', () => {
    const watched = new Watched(new QueuesRun([4, 2, 0, 1]));
    const { y } = watched.all('queue-name')[1] as { y: number };
    const note = watched.picture.noteAt?.(watched.run, watched.layout.box.x + 12, y);
    expect(note?.facts).toEqual({ title: 'TCP 2', lines: ['2 packets wait', 'credit 370 bytes'] });
  });
});
