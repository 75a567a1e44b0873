/** A stage for tests. The test advances its real time. */

import type { PacketMark } from '../../ui/marks/packet-mark';
import type { Pace } from '../run/playback';
import { type FixtureOptions, FixtureRun, mixedQueue } from './fixtures';
import type { DisplayList, StageMark } from './stage-display';
import { type Company, type LaneLayout, layoutLane } from './stage-layout';
import { StageMemory } from './stage-memory';
import { stageModel } from './stage-model';

export const SLOW: Pace = { kind: 'decisions', per_s: 0.8 };
export const QUARTER: Pace = { kind: 'time', rate: 0.25 };
export const NORMAL: Pace = { kind: 'time', rate: 1 };
export const STEP_MS = 16;

export class Watched {
  readonly memory = new StageMemory();
  readonly layout: LaneLayout;
  isPlaying = true;
  isBackward = false;
  isDivergence = false;
  isHalfway = false;
  private now_ms = 0;

  constructor(
    readonly run: FixtureRun,
    public pace: Pace = SLOW,
    private readonly isCalm = false,
    width = 800,
    height = 254,
    company?: Company,
  ) {
    this.layout = layoutLane({ x: 0, y: 0, width, height }, run.facts.limit, company);
    this.watch(STEP_MS);
  }

  /** Advances real time. True if a mark moved in the last frame. */
  watch(span_ms: number): boolean {
    let isMoving = false;
    for (let passed = 0; passed < span_ms; passed += STEP_MS) {
      this.now_ms += STEP_MS;
      const moment = {
        now_ms: this.now_ms,
        isPlaying: this.isPlaying,
        isBackward: this.isBackward,
        pace: this.pace,
        isCalm: this.isCalm,
        isHalfway: this.isHalfway,
      };
      isMoving = this.memory.observe(this.run, moment, this.layout);
    }
    return isMoving;
  }

  list(): DisplayList {
    const look = {
      isCalm: this.isCalm,
      pointedAt: undefined,
      pointedGroup: undefined,
      hoveredFlow: undefined,
      isDivergence: this.isDivergence,
    };
    return stageModel(this.run, this.memory, this.layout, look);
  }

  all<Kind extends StageMark['kind']>(kind: Kind, role?: string): Extract<StageMark, { kind: Kind }>[] {
    return this.list().marks.filter(
      (mark): mark is Extract<StageMark, { kind: Kind }> =>
        mark.kind === kind && (role === undefined || mark.role === role),
    );
  }

  dropped(): PacketMark[] {
    return this.all('packet', 'dropped');
  }

  /** Displayed position of a waiting packet, counted from the front. */
  placeOf(packet: number): number {
    const mark = this.list().packets.find((candidate) => candidate.packet === packet);
    if (mark === undefined) return Number.NaN;
    const { slots, pitch } = this.layout;
    return (slots.x + slots.width - (mark.x + mark.width / 2)) / pitch - 0.5;
  }
}

export function watched(length: number, options: FixtureOptions = {}, pace: Pace = SLOW, isCalm = false): Watched {
  return new Watched(new FixtureRun(mixedQueue(length), options), pace, isCalm);
}
