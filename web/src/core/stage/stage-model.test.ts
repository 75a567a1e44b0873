import { describe, expect, it } from 'vitest';
import { textWidth } from '../../ui/marks/text-mark';
import { timeline } from './choreography';
import { FixtureRun, matchSteps, missSteps, mixedQueue, REASON } from './fixtures';
import type { Shade } from './shades';
import { packetFacts } from './stage-facts';
import { LEAST_PITCH, layoutLane, lengthX, placeLabels, placeX } from './stage-layout';
import { packetAt, stageModel } from './stage-model';
import { NORMAL, QUARTER, SLOW, STEP_MS, Watched, watched } from './watched';

describe('the queue on the stage', () => {
  it('has its front at the right, and a slot for every packet of a full buffer', () => {
    const stage = watched(83);
    const { packets } = stage.list();
    expect(packets).toHaveLength(83);
    expect(packets.map(({ place }) => place)).toEqual(Array.from({ length: 83 }, (_, place) => place));
    for (const [place, mark] of packets.entries())
      expect(mark.x + mark.width / 2).toBeCloseTo(placeX(stage.layout, place), 6);
    expect(packets[0]?.x).toBeGreaterThan(packets[82]?.x ?? Number.POSITIVE_INFINITY);
    expect((packets[0]?.width ?? 99) < stage.layout.pitch).toBe(true);
  });

  it('ends at its length on the ruler', () => {
    const { layout } = watched(40);
    expect(lengthX(layout, 40)).toBeCloseTo((placeX(layout, 39) + placeX(layout, 40)) / 2, 6);
    expect(lengthX(layout, 100)).toBeCloseTo(layout.slots.x, 6);
  });

  it('marks the unresponsive flow not only by colour', () => {
    const stage = watched(83);
    for (const mark of stage.list().packets) expect(mark.isUnresponsive).toBe(mark.flow === 0);
  });

  it('moves towards the front when packets were sent, without a jump', () => {
    const stage = watched(50, {}, SLOW);
    stage.run.serve().serve();
    stage.watch(STEP_MS);
    expect(stage.placeOf(1010)).toBeGreaterThan(9);
    stage.watch(700);
    expect(stage.placeOf(1010)).toBeCloseTo(8, 6);
  });

  it('moves by one place in slow motion, within 120 ms', () => {
    const stage = watched(50, {}, QUARTER);
    stage.run.serve();
    stage.watch(STEP_MS);
    expect(stage.placeOf(1010)).toBeGreaterThan(9);
    expect(stage.placeOf(1010)).toBeLessThanOrEqual(10);
    stage.watch(120);
    expect(stage.placeOf(1010)).toBeCloseTo(9, 6);
    stage.run.serve().serve().serve();
    stage.watch(STEP_MS);
    expect(stage.placeOf(1010), 'never further than a place').toBeLessThanOrEqual(7);
  });

  it('has its final places at once at all faster speeds', () => {
    for (const rate of [0.5, 1, 2]) {
      const stage = watched(50, {}, { kind: 'time', rate });
      stage.run.serve().serve();
      stage.watch(STEP_MS);
      expect(stage.placeOf(1010)).toBeCloseTo(8, 9);
    }
  });

  it('is shown without movement when another scene is opened', () => {
    const stage = watched(50);
    stage.run.scene += 1;
    stage.run.serve();
    stage.watch(STEP_MS);
    expect(stage.placeOf(1010)).toBeCloseTo(9, 6);
    expect(stage.dropped()).toHaveLength(0);
  });

  it('becomes a strip when places are too thin', () => {
    const stage = watched(700, { limit: 1000, thresholds: [250, 750] });
    expect(stage.list().packets).toHaveLength(0);
    const [strip] = stage.all('strip');
    expect(strip?.opacity).toBe(1);
    expect(strip?.columnWidth).toBeGreaterThanOrEqual(LEAST_PITCH);
    for (let column = 0; column < (strip?.columns ?? 0); column += 1) {
      const share = (strip?.responsive[column] ?? 0) + (strip?.unresponsive[column] ?? 0);
      expect(share).toBeLessThanOrEqual(1 + 1e-5);
    }
  });
});

/** A bucket of the time series with the given numbers of drops, by index of their reason. */
function bucketOf(run: FixtureRun, time_s: number, dropped: Readonly<Record<number, number>>) {
  const one = Float64Array.from([0]);
  const reasons = Float64Array.from(run.catalog.reasons, (_, place) => dropped[place] ?? 0);
  return {
    ...{ time_s: Float64Array.from([time_s]), queue_mean: one, queue_min: one, queue_max: one, average_queue: one },
    ...{ delay_s: one, jain_index: one, jain_index_tcp: one, class_bps: Float64Array.from([0, 0]), reasons },
  };
}

describe('fast runs on the stage', () => {
  function atSpeed(served: number, span_ms: number): Watched {
    const stage = watched(80, {}, { kind: 'time', rate: 10 });
    let next = 9000;
    for (let passed = 0; passed < span_ms; passed += STEP_MS) {
      for (let count = 0; count < served; count += 1) {
        stage.run.serve();
        next += 1;
        stage.run.decide({ packet: next, flow: next % 3 === 0 ? 0 : 5 }, [{ kind: 'admit', place: 79 }]);
      }
      stage.watch(STEP_MS);
    }
    return stage;
  }

  it('are shown in columns of several places, each with exactly the packets there', () => {
    const stage = atSpeed(20, 200);
    const [strip] = stage.all('strip');
    expect(stage.list().packets).toEqual([]);
    const perColumn = Math.round((strip?.columnWidth ?? 0) / stage.layout.pitch);
    expect(perColumn).toBeGreaterThan(1);
    const { flow } = stage.run.latest.queue;
    for (let column = 0; column < (strip?.columns ?? 0); column += 1) {
      const there = [...flow.slice(column * perColumn, (column + 1) * perColumn)];
      const all = Math.max(1, there.length);
      expect(strip?.unresponsive[column]).toBeCloseTo(there.filter((row) => row === 0).length / all, 6);
      expect(strip?.responsive[column]).toBeCloseTo(there.filter((row) => row !== 0).length / all, 6);
    }
    expect(strip?.length).toBeCloseTo(80 * stage.layout.pitch, 6);
  });

  it('show packets and drops again as soon as they pause', () => {
    const stage = atSpeed(20, 200);
    stage.isPlaying = false;
    stage.watch(STEP_MS);
    expect(stage.list().packets).toHaveLength(80);
    expect(stage.all('strip')).toEqual([]);
  });

  it('still show packets at the speed of Model 1', () => {
    const stage = watched(80, {}, NORMAL);
    expect(stage.list().packets).toHaveLength(80);
  });

  it('show the number of drops by sign, and no packet falls', () => {
    const stage = watched(80, {}, { kind: 'time', rate: 10 });
    const { run } = stage;
    for (let bucket = 1; bucket <= 10; bucket += 1)
      run.series.append({
        ...run.latest.series,
        ...bucketOf(run, bucket / 10, { [REASON.early]: 3, [REASON.victim]: 1 }),
      });
    run.decide({ packet: 7000, flow: 0 }, [{ kind: 'drop', place: -1, reason: REASON.early }]);
    stage.watch(STEP_MS);
    expect(stage.dropped()).toEqual([]);
    expect(stage.all('text', 'drops').map(({ text }) => text)).toEqual(['30', '0', '0', '10']);
    expect(stage.all('glyph', 'drops-sign')).toHaveLength(4);
    stage.pace = { kind: 'time', rate: 0.05 };
    run.decide({ packet: 7001, flow: 0 }, [{ kind: 'drop', place: -1, reason: REASON.early }]);
    stage.watch(STEP_MS);
    expect(stage.all('text', 'drops')).toEqual([]);
    expect(stage.dropped().length).toBeGreaterThan(0);
  });

  it('also show numbers of drops at normal speed if there are too many to follow', () => {
    const stage = watched(80, {}, NORMAL);
    const { run } = stage;
    for (let bucket = 1; bucket <= 10; bucket += 1)
      run.series.append({
        ...run.latest.series,
        ...bucketOf(run, bucket / 10, { [REASON.early]: bucket > 5 ? 4 : 0 }),
      });
    run.wait(0.001);
    stage.watch(STEP_MS);
    expect(stage.all('text', 'drops').length).toBeGreaterThan(0);
    const calm = watched(80, {}, NORMAL);
    calm.run.decide({ packet: 7001, flow: 0 }, [{ kind: 'drop', place: -1, reason: REASON.early }]);
    calm.watch(STEP_MS);
    expect(calm.all('text', 'drops')).toEqual([]);
    expect(calm.dropped()).toHaveLength(1);
  });
});

describe('the two halves of the queue', () => {
  it('are shaded and have a boundary if the discipline distinguishes them', () => {
    const stage = watched(84);
    const [rear] = stage.all('box', 'rear-region');
    const [front] = stage.all('box', 'front-region');
    const middle = lengthX(stage.layout, 42);
    expect(stage.all('rule', 'midpoint')[0]?.x1).toBeCloseTo(middle, 6);
    expect((rear?.x ?? 0) + (rear?.width ?? 0)).toBeCloseTo(middle, 6);
    expect(front?.x).toBeCloseTo(middle, 6);
    expect(rear?.x).toBeCloseTo(lengthX(stage.layout, 84), 6);
    expect(stage.all('text', 'rear-name')[0]?.text).toBe('REAR REGION');
  });

  it('are not shown for other disciplines, or in an empty queue', () => {
    for (const stage of [watched(84, { aqm: 'red' }), watched(0)])
      expect(
        stage
          .list()
          .marks.filter(
            ({ role }) => /region|midpoint|-name$/.test(role) && role !== 'tick-name' && role !== 'door-name',
          ),
      ).toEqual([]);
  });

  it('lose their names before the names could touch', () => {
    const stage = watched(9);
    expect(stage.all('text', 'rear-name').length + stage.all('text', 'front-name').length).toBeLessThanOrEqual(2);
    const names = [...stage.all('text', 'rear-name'), ...stage.all('text', 'front-name')];
    for (const name of names) expect(name.text).not.toContain('REGION');
  });
});

describe('the ruler below the queue', () => {
  it.each([
    [40, 80],
    [40, 41],
    [5, 15],
    [1, 2],
    [98, 99],
    [99, 100],
  ] as const)('has the names of %i and %i side by side', (min, max) => {
    for (const width of [360, 800, 1250]) {
      const stage = new Watched(new FixtureRun(mixedQueue(60), { thresholds: [min, max] }), SLOW, false, width);
      const names = stage.all('text', 'tick-name').toSorted((a, b) => a.x - b.x);
      expect(names.length).toBeGreaterThanOrEqual(3);
      const edges = names.map((name) => {
        const half = textWidth(name.text, name.size, 'text', 500) / 2;
        return { left: name.x - half, right: name.x + half };
      });
      for (const [index, edge] of edges.entries()) {
        expect(edge.left).toBeGreaterThanOrEqual(-0.001);
        expect(edge.right).toBeLessThanOrEqual(width);
        const next = edges[index + 1];
        if (next !== undefined) expect(next.left).toBeGreaterThan(edge.right);
      }
      // The names on the ruler do not overlap those of the arriving packet and of the link.
      for (const role of ['door-name', 'capacity'])
        for (const other of stage.all('text', role)) {
          const half = textWidth(other.text, other.size, 'text', other.weight) / 2;
          for (const edge of edges) expect(edge.right < other.x - half || edge.left > other.x + half).toBe(true);
        }
    }
  });

  it('has a pointer to the average with its value', () => {
    const stage = watched(83, { average: 77.2 });
    expect(stage.all('needle')[0]?.x).toBeCloseTo(lengthX(stage.layout, 77.2), 6);
    expect(stage.all('text', 'average-value')[0]?.text).toBe('avg 77.2');
  });

  it('shows no average and no thresholds for DropTail', () => {
    const stage = watched(83, { aqm: 'drop-tail' });
    expect(stage.all('needle')).toEqual([]);
    expect(stage.all('text', 'tick-name').map(({ text }) => text)).toEqual(['buffer 100']);
  });

  it('shortens names that do not fit, and leaves out names without room', () => {
    const ticks = ['min', 'max', 'buffer'].map((name, index) => ({ text: `${name} 40`, short: '40', at: 10 * index }));
    expect(placeLabels(ticks, 13, 0, 90).map(({ text }) => text)).toEqual(['40', '40', '40']);
    expect(placeLabels(ticks, 13, 0, 30)).toHaveLength(1);
  });
});

describe('a decision in slow motion', () => {
  function match(): Watched {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue));
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    return stage;
  }

  it('keeps the arrival at the entrance, then shows one draw after another', () => {
    const stage = match();
    const seen: number[] = [];
    for (let passed = 0; passed < 900; passed += STEP_MS) {
      stage.watch(STEP_MS);
      seen.push(stage.all('arc').length);
    }
    expect(stage.all('packet', 'arriving')).toHaveLength(1);
    expect(seen[0]).toBe(0);
    expect(new Set(seen)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });

  it('shows misses as dashed arcs, and the match as a solid arc with a ring and a cross', () => {
    const stage = match();
    stage.watch(900);
    expect(stage.all('arc', 'draw')).toHaveLength(4);
    for (const arc of stage.all('arc', 'draw')) expect(arc).toMatchObject({ ink: 'miss', dash: [4, 4] });
    expect(stage.all('arc', 'match')).toHaveLength(1);
    expect(stage.all('arc', 'match')[0]).toMatchObject({ ink: 'match' });
    expect(stage.all('arc', 'match')[0]?.dash).toBeUndefined();
    expect(stage.all('box', 'match-ring')).toHaveLength(1);
    expect(stage.all('glyph', 'match-outcome')[0]?.shape).toBe('cross');
    expect(stage.all('packet', 'waiting'), 'nothing has left the queue yet').toHaveLength(84);
    expect(stage.dropped()).toHaveLength(0);
  });

  it('then drops both packets side by side and closes the gap', () => {
    const stage = match();
    stage.watch(1900);
    expect(stage.list().packets).toHaveLength(83);
    expect(stage.dropped().map(({ packet }) => packet)).toContain(5000);
    expect(stage.dropped()).toHaveLength(2);
    expect(stage.all('box', 'pair')).toHaveLength(1);
    for (const mark of stage.dropped()) expect(mark.y).toBeGreaterThan(stage.layout.box.y + stage.layout.box.height);
    const places = stage.list().packets.map(({ packet }) => stage.placeOf(packet));
    for (const [place, shown] of places.entries()) expect(shown).toBeCloseTo(place, 6);
    // The draws stay faintly visible until the next decision.
    expect(stage.all('rule', 'gap')).toHaveLength(1);
    expect(stage.all('box', 'miss-ring')).toHaveLength(4);
  });

  it('ends before the next one is due', () => {
    for (const per_s of [0.8, 2, 5])
      for (const draws of [0, 1, 5, 8, 40]) expect(timeline(draws, 1000 / per_s).end).toBeLessThanOrEqual(1000 / per_s);
    expect(timeline(40, 1e9).end, 'however long one may look').toBeLessThan(2500);
  });

  it('moves an admitted packet from the entrance to the rear', () => {
    const queue = mixedQueue(60);
    const stage = new Watched(new FixtureRun(queue));
    stage.run.decide({ packet: 5001, flow: 7 }, missSteps(queue));
    stage.watch(Math.ceil(stage.memory.timeline.end || 0) || 16);
    stage.watch(1100);
    const gliding = stage.list().packets.find(({ packet }) => packet === 5001);
    expect(gliding?.x).toBeGreaterThan(stage.layout.door.x);
    stage.watch(600);
    expect(stage.placeOf(5001)).toBeCloseTo(60, 6);
  });

  it('can be stopped between its draws and their effects', () => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue));
    stage.isPlaying = false;
    stage.watch(400);
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    stage.isHalfway = true;
    stage.watch(5000);
    expect(stage.all('packet', 'waiting')).toHaveLength(84);
    expect(stage.all('box', 'match-ring')).toHaveLength(1);
    expect(stage.all('arc')).toHaveLength(5);
    expect(stage.dropped()).toEqual([]);
    expect(stage.watch(STEP_MS), 'and rests').toBe(false);
    // The user can point at both packets.
    const match = stage.memory.story?.draws.find(({ isMatch }) => isMatch)?.packet ?? -1;
    expect(packetFacts(stage.run, match, stage.memory)?.lines.at(-1)).toMatch(/a match$/);
    expect(packetFacts(stage.run, 5000, stage.memory)?.lines.at(-1)).toMatch(/nothing is dropped yet$/);
    expect(stage.list().packets.at(-1)?.packet).toBe(5000);
    const held = stage.list().marks;

    stage.isHalfway = false;
    stage.watch(1500);
    expect(stage.list().packets).toHaveLength(83);
    expect(stage.dropped()).toHaveLength(2);
    // A step back from the drops to the draws of the match shows the stage after the draws at once, without an
    // animation.
    stage.isHalfway = true;
    stage.watch(STEP_MS);
    expect(stage.list().marks).toEqual(held);
  });

  it('shows a match for at least 400 ms before a packet falls, at the speed of one packet at a time', () => {
    for (const draws of [1, 5, 16]) {
      const { drawsEnd, outcomeAt, end } = timeline(draws, 1000 / 0.8);
      expect(outcomeAt - drawsEnd).toBeGreaterThanOrEqual(400);
      expect(end).toBeGreaterThan(outcomeAt + 100);
    }
  });

  it('is shown to its end after a single step while paused', () => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue));
    stage.isPlaying = false;
    stage.watch(200);
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    stage.watch(500);
    expect(stage.all('packet', 'waiting')).toHaveLength(84);
    stage.watch(3000);
    expect(stage.list().packets).toHaveLength(83);
    expect(stage.dropped()).toHaveLength(2);
    expect(stage.watch(STEP_MS)).toBe(false);
  });

  it('is shown with its drops when a fast run is paused', () => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue), NORMAL);
    for (let index = 0; index < 30; index += 1)
      stage.run.decide({ packet: 5100 + index, flow: 3 }, [{ kind: 'drop', place: -1, reason: REASON.arriving }]);
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    stage.watch(STEP_MS);
    stage.isPlaying = false;
    stage.watch(1500);
    expect(stage.all('arc')).toHaveLength(5);
    expect(stage.dropped().filter(({ packet }) => packet === 5000)).toHaveLength(1);
  });

  it('shows the same facts with reduced motion', () => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue), SLOW, true);
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    const pictures = new Set<string>();
    for (let passed = 0; passed < 1200; passed += STEP_MS) {
      stage.watch(STEP_MS);
      pictures.add(
        JSON.stringify(stage.list().marks.map((mark) => ('x' in mark ? [mark.role, mark.x, mark.kind] : mark.role))),
      );
    }
    expect(pictures.size, 'two stills: the outcome, and the queue after it').toBe(2);
    expect(stage.dropped()).toHaveLength(2);
  });

  it('shows the right packets in a queue from which packets are removed one by one', () => {
    const run = new FixtureRun([0, 0, 1, 0].map((flow, place) => ({ packet: 10 + place, flow })));
    const stage = new Watched(run);
    // With gCHOKe, a matched packet leaves the queue before the next draw.
    run.decide({ packet: 50, flow: 0 }, [
      { kind: 'draw', place: 1, flow: 0, isMatch: true },
      { kind: 'drop', place: 1, reason: REASON.victim },
      { kind: 'draw', place: 2, flow: 0, isMatch: true },
      { kind: 'drop', place: 2, reason: REASON.victim },
      { kind: 'drop', place: -1, reason: REASON.arriving },
    ]);
    stage.watch(STEP_MS);
    expect(stage.memory.story?.draws.map(({ packet }) => packet)).toEqual([11, 13]);
    expect(stage.memory.story?.victims.map(({ packet }) => packet)).toEqual([11, 13]);
  });
});

describe('the dropped packets below the queue', () => {
  it('have a different shape for each reason', () => {
    const stage = watched(50);
    const reasons = [REASON.early, REASON.forced, REASON.overflow, REASON.arriving];
    for (const [index, reason] of reasons.entries()) {
      stage.run.decide({ packet: 8000 + index, flow: 1 }, [{ kind: 'drop', place: -1, reason }]);
      stage.watch(1250);
    }
    const shapes = stage.all('glyph', 'reason').map(({ shape }) => shape);
    expect(new Set(shapes)).toEqual(new Set(['diamond', 'triangle', 'bar', 'cross']));
  });

  it('are at most the last 24, never two at the same place, and do not change while paused', () => {
    const stage = watched(80);
    for (let index = 0; index < 60; index += 1) {
      stage.run.decide({ packet: 8000 + index, flow: 1 }, [{ kind: 'drop', place: -1, reason: REASON.early }]);
      stage.watch(300);
    }
    stage.watch(1000);
    const { dropGroups } = stage.memory;
    expect(dropGroups.length).toBeGreaterThan(12);
    expect(dropGroups.length).toBeLessThanOrEqual(24);
    expect(new Set(dropGroups.map(({ column, row }) => `${column}/${row}`)).size).toBe(dropGroups.length);
    stage.isPlaying = false;
    stage.watch(1000);
    const count = stage.memory.dropGroups.length;
    stage.watch(60_000);
    expect(stage.memory.dropGroups).toHaveLength(count);
  });
});

describe('a pointer on the stage', () => {
  it('finds the packet below it, and none beside the lane', () => {
    const stage = watched(83);
    const { box } = stage.layout;
    const y = box.y + box.height / 2;
    expect(packetAt(stage.list(), stage.layout, placeX(stage.layout, 17), y)?.place).toBe(17);
    expect(packetAt(stage.list(), stage.layout, placeX(stage.layout, 95), y)).toBeUndefined();
    expect(packetAt(stage.list(), stage.layout, placeX(stage.layout, 17), box.y - 40)).toBeUndefined();
  });

  it('frames a packet and dims the other flows', () => {
    const stage = watched(83);
    const look = { isCalm: false, pointedAt: 1005, pointedGroup: undefined, hoveredFlow: 0, isDivergence: false };
    const { marks, packets } = stageModel(stage.run, stage.memory, stage.layout, look);
    expect(marks.filter(({ role }) => role === 'pointed-at')).toHaveLength(1);
    for (const mark of packets) expect(mark.opacity).toBe(mark.flow === 0 ? 1 : 0.35);
  });
});

describe('a drop at the exit', () => {
  it('is marked at the place of the packet, and no packet is at the entrance', () => {
    const stage = watched(20);
    const first = stage.list().packets[0];
    stage.run.dropAtExit(0);
    let struckAt: number | undefined;
    for (let passed = 0; passed < 2000; passed += STEP_MS) {
      stage.watch(STEP_MS);
      expect(stage.all('packet', 'arriving')).toEqual([]);
      struckAt ??= stage.all('glyph', 'struck')[0]?.x;
    }
    expect(struckAt).toBeCloseTo((first?.x ?? 0) + (first?.width ?? 0) / 2, 0);
    expect(stage.all('glyph', 'struck')).toEqual([]);
    expect(stage.all('packet', 'dropped').map(({ packet }) => packet)).toEqual([first?.packet]);
  });
});

describe('packets coloured by waiting time', () => {
  it('show the waiting time if there is a scale', () => {
    const stage = watched(20);
    const look = {
      isCalm: false,
      pointedAt: undefined,
      pointedGroup: undefined,
      hoveredFlow: undefined,
      isDivergence: false,
    };
    const waits = (shade: Shade | undefined) =>
      stageModel(stage.run, stage.memory, stage.layout, { ...look, shade }).packets.map(({ share }) => share);
    const shares = waits({ what: 'wait', scale: 10 });
    expect(shares.every((share) => share !== undefined && share >= 0 && share <= 1)).toBe(true);
    expect(waits(undefined).every((share) => share === undefined)).toBe(true);
    expect(waits({ what: 'label', scale: 10 }).every((share) => share === undefined)).toBe(true);
  });

  it('show their labels if there is room', () => {
    const label = { id: 'label', symbol: 'r', unit: 'bit/s', meaning: '' };
    const run = new FixtureRun(mixedQueue(20).map((packet) => ({ ...packet, label: 250_000 })));
    run.about = { ...run.about, state: [{ kind: 'label', label }] };
    const labels = (width: number) => {
      return new Set(new Watched(run, NORMAL, true, width).list().packets.map((packet) => packet.label));
    };
    expect(labels(1800)).toEqual(new Set(['0.25']));
    expect(labels(360)).toEqual(new Set([undefined]));
  });
});

describe('the layout of a lane', () => {
  it.each([
    [360, 216],
    [800, 254],
    [1250, 325],
    [1800, 412],
  ])('keeps all marks inside %i by %i', (width, height) => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue), SLOW, false, width, height);
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    stage.watch(1900);
    for (const mark of stage.list().marks) {
      if (mark.kind !== 'packet' && mark.kind !== 'box') continue;
      expect(mark.x, mark.role).toBeGreaterThanOrEqual(0);
      expect(mark.x + mark.width, mark.role).toBeLessThanOrEqual(width);
      expect(mark.y, mark.role).toBeGreaterThanOrEqual(0);
      expect(mark.y + mark.height, mark.role).toBeLessThanOrEqual(height);
    }
    const { font } = stage.layout;
    expect(font).toBeGreaterThanOrEqual(width < 500 ? 12 : 13);
  });

  it('shows the packets of a typical buffer on a phone', () => {
    expect(layoutLane({ x: 0, y: 0, width: 358, height: 216 }, 100).hasSlots).toBe(true);
  });

  it('fits into any rectangle, so that lanes can be stacked', () => {
    const low = layoutLane({ x: 30, y: 400, width: 800, height: 254 }, 100);
    const top = layoutLane({ x: 0, y: 0, width: 800, height: 254 }, 100);
    expect(low.box).toEqual({ ...top.box, x: top.box.x + 30, y: top.box.y + 400 });
    expect(low.pitch).toBe(top.pitch);
  });
});

describe('several lanes', () => {
  it('have the same place at the same x, whatever their buffers are', () => {
    const rect = { x: 0, y: 0, width: 800, height: 150 };
    const large = layoutLane(rect, 100, { lanes: 2, places: 100 });
    const small = layoutLane(rect, 60, { lanes: 2, places: 100 });
    for (const place of [0, 17, 59]) expect(placeX(small, place)).toBeCloseTo(placeX(large, place), 6);
    expect(small.box.x).toBeGreaterThan(large.box.x);
    expect(small.box.x + small.box.width).toBeCloseTo(large.box.x + large.box.width, 6);
    expect(small.door).toEqual(large.door);
  });

  it.each([
    [2, 800, 152],
    [3, 800, 101],
    [4, 800, 84],
    [4, 1250, 110],
    [4, 358, 84],
  ])('stay inside the picture: %i lanes, %i by %i, with one row of dropped packets', (lanes, width, height) => {
    const queue = mixedQueue(84);
    const stage = new Watched(new FixtureRun(queue), SLOW, false, width, height, { lanes, places: 100 });
    stage.isDivergence = true;
    stage.run.decide({ packet: 5000, flow: 0 }, matchSteps(queue));
    stage.watch(1900);
    expect(stage.layout.dropRows).toBe(1);
    for (const mark of stage.list().marks) {
      // A glow may extend beyond the edge.
      if (mark.kind !== 'packet' && (mark.kind !== 'box' || mark.role.startsWith('match-'))) continue;
      expect(mark.x, mark.role).toBeGreaterThanOrEqual(0);
      expect(mark.x + mark.width, mark.role).toBeLessThanOrEqual(width);
      expect(mark.y, mark.role).toBeGreaterThanOrEqual(-0.5);
      expect(mark.y + mark.height, mark.role).toBeLessThanOrEqual(height + 0.5);
    }
  });

  it('show their divergence, and the outcome for the arrival in each lane', () => {
    const outcomeText = (steps: Parameters<FixtureRun['decide']>[1]): string | undefined => {
      const stage = watched(84);
      stage.isDivergence = true;
      stage.run.decide({ packet: 5000, flow: 0 }, steps);
      stage.watch(2000);
      return stage.all('text', 'divergence-text')[0]?.text;
    };
    expect(outcomeText(matchSteps(mixedQueue(84)))).toMatch(/^divergence: matched at \d+$/);
    expect(outcomeText([{ kind: 'admit', place: 84 }])).toBe('divergence: admitted');
    expect(outcomeText([{ kind: 'drop', place: -1, reason: REASON.early }])).toBe('divergence: early drop');
    expect(watched(84).all('text', 'divergence-text')).toEqual([]);
  });
});
