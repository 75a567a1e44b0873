import { describe, expect, it } from 'vitest';
import { type FixtureMoment, FixtureRun, matchSteps, missSteps, mixedQueue, REASON } from './fixtures';
import { packetX } from './stage-layout';
import { QUARTER, SLOW, STEP_MS, Watched } from './watched';

/** A run of about twenty decisions, and its state after each. */
function history(): { run: FixtureRun; moments: FixtureMoment[] } {
  const run = new FixtureRun(mixedQueue(70));
  const moments = [run.moment()];
  for (let index = 0; index < 20; index += 1) {
    run.wait(0.004).serve();
    const waiting = run.moment().waiting;
    if (index % 4 === 3) run.decide({ packet: 5000 + index, flow: 0 }, matchSteps(waiting));
    else if (index % 4 === 2)
      run.decide({ packet: 5000 + index, flow: 4 }, [{ kind: 'drop', place: -1, reason: REASON.early }]);
    else run.decide({ packet: 5000 + index, flow: 3 + index }, missSteps(waiting));
    moments.push(run.moment());
  }
  return { run, moments };
}

function paused(run: FixtureRun): Watched {
  const stage = new Watched(run, SLOW);
  stage.isPlaying = false;
  stage.watch(STEP_MS);
  return stage;
}

/** All marks in the picture. */
function picture(stage: Watched): unknown {
  return stage.list().marks;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

describe('the picture after a jump', () => {
  it('is the same from any starting point', () => {
    const { run, moments } = history();
    const stage = paused(run);
    const pictures = [3, 20, 8, 12].map((wanted) => {
      run.seek(at(moments, wanted));
      stage.watch(200);
      return [wanted, picture(stage)] as const;
    });
    for (const [wanted, seen] of pictures.toReversed()) {
      run.seek(at(moments, wanted));
      stage.watch(200);
      expect(picture(stage)).toEqual(seen);
      // A new stage that jumps to this time at once shows the same picture.
      const fresh = paused(new FixtureRun(mixedQueue(70)));
      fresh.run.seek(at(moments, wanted));
      fresh.watch(200);
      expect(picture(fresh)).toEqual(seen);
    }
  });

  it('is shown at once, with packets, decision, link and ends of the queue', () => {
    const { run, moments } = history();
    const stage = paused(run);
    const moment = at(moments, 4);
    run.seek(moment);
    stage.watch(STEP_MS);
    expect(stage.list().packets.map(({ packet }) => packet)).toEqual(moment.waiting.map(({ packet }) => packet));
    for (const [place, mark] of stage.list().packets.entries())
      expect(mark.x).toBeCloseTo(packetX(stage.layout, place), 6);
    expect(stage.all('packet', 'sent')).toEqual([]);
    expect(stage.all('packet', 'arriving')).toEqual([]);
    stage.watch(200);
    const before = picture(stage);
    stage.watch(1000);
    expect(picture(stage), 'once the traces have come up nothing changes').toEqual(before);
    expect(stage.watch(STEP_MS), 'and it rests').toBe(false);
  });

  it('is the final one of its decision, in which the draws appear within 150 ms', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 4));
    stage.watch(150);
    expect(stage.all('arc', 'match')).toHaveLength(1);
    expect(stage.all('arc', 'match')[0]?.progress).toBe(1);
    expect(stage.memory.trace).toBe(1);
    expect(stage.dropped().some(({ packet }) => packet === 5003)).toBe(true);
  });

  it('is painted once more after the last movement', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 4));
    let last: unknown;
    for (let passed = 0; passed < 600; passed += STEP_MS) if (stage.watch(STEP_MS)) last = stage.list();
    expect(last).toEqual(stage.list());
  });

  it('contains the earlier drops, and no later ones', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 8));
    stage.watch(STEP_MS);
    expect(stage.memory.dropGroups.map(({ decision }) => decision)).toEqual([8, 7, 4, 3]);
    expect(stage.dropped().every(({ y }) => y > stage.layout.box.y + stage.layout.box.height)).toBe(true);
    run.seek(at(moments, 3));
    stage.watch(STEP_MS);
    expect(stage.memory.dropGroups.map(({ decision }) => decision)).toEqual([3]);
  });

  it('has the same groups of dropped packets every time', () => {
    const run = new FixtureRun(mixedQueue(90));
    for (let index = 0; index < 30; index += 1) {
      const { waiting } = run.wait(0.001).moment();
      run.decide({ packet: 5000 + index, flow: 0 }, [
        { kind: 'drop', place: waiting.length - 5, reason: REASON.victim },
        { kind: 'drop', place: -1, reason: REASON.arriving },
      ]);
    }
    const moment = run.moment();
    const stage = paused(run);
    const groups: unknown[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      run.seek({ ...moment, now_s: moment.now_s - 1e-6 * (visit + 1) });
      stage.watch(STEP_MS);
      groups.push(stage.memory.dropGroups.map(({ decision, column, row }) => [decision, column, row]));
    }
    expect(groups[0]).toHaveLength(15);
    expect(new Set(groups.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('keeps the groups of dropped packets that have not changed', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 12));
    stage.watch(STEP_MS);
    const place = new Map(stage.memory.dropGroups.map(({ decision, column, row }) => [decision, [column, row]]));
    run.seek(at(moments, 11));
    stage.watch(STEP_MS);
    for (const { decision, column, row } of stage.memory.dropGroups) expect([column, row]).toEqual(place.get(decision));
  });
});

describe('a step on the stage', () => {
  it('forward animates the decision, even if the engine reports a jump', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 3));
    stage.watch(300);
    run.seek(at(moments, 4));
    stage.watch(400);
    expect(stage.all('packet', 'arriving')).toHaveLength(1);
    expect(stage.memory.dropGroups.map(({ decision }) => decision)).toEqual([3]);
    stage.watch(3000);
    expect(stage.memory.dropGroups.map(({ decision }) => decision)).toEqual([4, 3]);
    expect(stage.dropped().filter(({ packet }) => packet === 5003)).toHaveLength(1);
  });

  it('over several decisions animates only the last one', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 0));
    stage.watch(400);
    for (let index = 0; index < 4; index += 1) {
      const { waiting } = run.wait(0.004).serve().moment();
      run.decide({ packet: 6000 + index, flow: 0 }, index < 3 ? missSteps(waiting) : matchSteps(waiting));
    }
    const before = run.decision?.before?.packet.length;
    stage.watch(STEP_MS);
    expect(stage.all('packet', 'waiting')).toHaveLength(before ?? 0);
    for (const [place, mark] of stage.all('packet', 'waiting').entries())
      expect(mark.x).toBeCloseTo(packetX(stage.layout, place), 6);
    stage.watch(400);
    expect(stage.all('packet', 'arriving')[0]?.packet).toBe(6003);
    expect(stage.dropped().some(({ packet }) => packet === 6003)).toBe(false);
    stage.watch(3000);
    expect(stage.dropped().filter(({ packet }) => packet === 6003)).toHaveLength(1);
  });

  it('back does not animate anything in reverse', () => {
    const { run, moments } = history();
    const stage = paused(run);
    run.seek(at(moments, 8));
    stage.watch(300);
    run.seek(at(moments, 7));
    stage.watch(STEP_MS);
    const { packets } = stage.list();
    expect(packets).toHaveLength(at(moments, 7).waiting.length);
    for (const [place, mark] of packets.entries()) expect(mark.x).toBeCloseTo(packetX(stage.layout, place), 6);
  });
});

describe('the stage during playing backward', () => {
  it('has all packets at their places, and none at the entrance', () => {
    const run = new FixtureRun(mixedQueue(50));
    const moments: FixtureMoment[] = [];
    for (let index = 0; index < 24; index += 1) {
      if (index % 4 === 0) run.serve();
      run.wait(0.002);
      moments.push(run.moment());
    }
    const stage = new Watched(run, QUARTER);
    stage.watch(200);
    stage.isBackward = true;
    for (const moment of moments.toReversed()) {
      run.seek(moment);
      stage.watch(STEP_MS);
      for (const [place, mark] of stage.list().packets.entries())
        expect(mark.x).toBeCloseTo(packetX(stage.layout, place), 6);
    }
  });
});
