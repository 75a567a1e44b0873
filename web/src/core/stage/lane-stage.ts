/**
 * One lane of the stage. The frame loop updates it, the user explores it by mouse, touch and keyboard, and a text
 * describes it.
 */

import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { focusLane, setHoveredFlow, setShadeScale, viewStore } from '../page/view-store';
import { drewMatch } from '../run/decision';
import { onFrame } from '../run/frame-loop';
import { DEFAULT_PACE, PACES } from '../run/playback';
import type { Ruler } from '../run/ruler';
import type { RunBuffer } from '../run/run-buffer';
import { sceneStore, setHalfway } from '../scene/scene-store';
import type { PlacedNote } from './picture';
import { LEAST_WAIT_S, labelOf, type Shade, shadeScale } from './shades';
import { describeStage, groupFacts, laneFacts, type NotedFacts, packetFacts } from './stage-facts';
import { type Company, lengthX } from './stage-layout';
import type { StageMoment } from './stage-memory';
import { groupAt } from './stage-model';
import { StageView } from './stage-view';

/** Elements that the stage writes. */
export interface Parts {
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly facts: RefObject<HTMLParagraphElement | null>;
  readonly tip: RefObject<HTMLDivElement | null>;
  readonly spoken: RefObject<HTMLParagraphElement | null>;
  readonly description: RefObject<HTMLParagraphElement | null>;
}

/** Shortest time between announcements of the description [ms]. While the run plays fast, there are none. */
const ANNOUNCE_EVERY_MS = 1000;
/** Time for which the note of a tapped packet is shown [ms]. */
const TAP_MS = 5000;

/** Connects React and the frame loop for one lane: elements, pointer and painting. */
export class LaneStage {
  private readonly view: StageView;
  private parts: Parts | undefined;
  private lanes = 1;
  /** String that identifies the scene for which the colour scale was made. Another scene gets a new scale. */
  private scaledFor = '';
  /** Elements of the numbers in the title, by id. */
  private factNodes = new Map<string, Element>();
  /** Number of the packet under the pointer, or decision of the dropped packets under it. At most one is set. */
  private pointedAt: number | undefined;
  private pointedGroup: number | undefined;
  private pointedPlace = 0;
  /** Position of the pointer if no packet is there. A picture may have a note for such a position. */
  private spot: { readonly x: number; readonly y: number } | undefined;
  private isPointedByKeys = false;
  private tapUntil_ms = Number.POSITIVE_INFINITY;
  private factsVersion = '';
  private describedQueue: unknown;
  private description = '';
  private announced = '';
  private announcedAt_ms = Number.NEGATIVE_INFINITY;
  private tipText = '';

  constructor(
    private readonly run: RunBuffer,
    private readonly lane: number,
    private readonly goToDecision: (lane: number, serial: number) => void,
  ) {
    this.view = new StageView(run);
  }

  keepCompany(company: Company): void {
    this.lanes = company.lanes;
    this.view.keepCompany(company);
  }

  mount(parts: Parts): () => void {
    this.parts = parts;
    const canvas = parts.canvas.current;
    const ground = parts.ground.current;
    if (canvas === null || ground === null) return () => {};
    const unmount = this.view.mount(canvas, ground);
    const stopModel = onFrame('model', (now_ms) => this.model(now_ms));
    const stopPaint = onFrame('paint', () => {
      if (this.view.paint()) this.placeTip();
    });
    this.renewWords();
    return () => {
      stopModel();
      stopPaint();
      unmount();
      this.parts = undefined;
    };
  }

  /** Geometry of the ruler as painted last. Undefined if the picture has no ruler. */
  readonly ruler = (): Ruler | undefined => {
    const { layout, list } = this.view;
    if (layout === undefined || !list.marks.some(({ role }) => role === 'tick')) return undefined;
    const needle = list.marks.find((mark) => mark.kind === 'needle' && mark.role === 'average');
    return {
      foot: layout.box.y + layout.box.height,
      pitch: layout.pitch,
      font: layout.font,
      isCompact: layout.isCompact,
      xOf: (packets) => lengthX(layout, packets),
      averageX: needle?.kind === 'needle' ? needle.x : undefined,
    };
  };

  renewWords(): void {
    this.factsVersion = '';
    this.factNodes = new Map(
      [...(this.parts?.facts.current?.querySelectorAll<HTMLElement>('[data-fact]') ?? [])].map((node) => [
        node.dataset.fact ?? '',
        node,
      ]),
    );
  }

  private model(now_ms: number): void {
    const { view, run } = this;
    const { state, pace, direction, divergence, isHalfway } = sceneStore.getState();
    const looks = viewStore.getState();
    const moment: StageMoment = {
      now_ms,
      isPlaying: state === 'playing',
      isBackward: direction === 'backward',
      pace: (PACES[pace] ?? PACES[DEFAULT_PACE])?.pace ?? { kind: 'max' },
      isCalm: looks.prefersReducedMotion,
      isHalfway,
    };
    if (now_ms > this.tapUntil_ms) {
      this.spot = undefined;
      this.pointAt(undefined);
    }
    if (!view.observe(moment)) {
      // The numbers are updated even while no picture can be painted.
      if (view.lacksPicture) this.keepWords(now_ms, moment, run.latest.queue);
      return;
    }
    const { memory } = view;
    // While decisions are played, the explanation shows the decision that is animated.
    if (moment.isPlaying && looks.focusedLane === this.lane)
      setHalfway(memory.isBeforeOutcome && run.decision !== undefined && drewMatch(run.decision));
    // Lanes have the same arrivals until they diverge, so the serial numbers of their decisions are comparable.
    const isDivergence =
      typeof divergence === 'object' && this.lanes > 1 && memory.story?.serial === divergence.decision;
    view.model({
      isCalm: moment.isCalm,
      pointedAt: this.pointedAt,
      pointedGroup: this.pointedGroup,
      hoveredFlow: looks.hoveredFlow,
      isDivergence,
      shade: this.shade(looks, !moment.isPlaying),
    });
    this.keepWords(now_ms, moment);
  }

  /**
   * The quantity that colours show instead of flows. While the run plays, its scale only grows. While the run is
   * paused, the scale depends only on the simulated time.
   */
  private shade(
    { packetColour: what, shadeScale: before }: ReturnType<typeof viewStore.getState>,
    isStill: boolean,
  ): Shade | undefined {
    if (what === 'flow' || (what === 'label' && labelOf(this.run) === undefined)) return undefined;
    const scaledFor = `${this.run.scene}/${what}${isStill ? `/${this.run.version}` : ''}`;
    const isOther = this.scaledFor !== scaledFor && this.lane === 0;
    this.scaledFor = scaledFor;
    const scale = shadeScale(this.run, what, isOther ? (what === 'wait' ? LEAST_WAIT_S : 0) : before);
    setShadeScale(scale);
    return { what, scale };
  }

  /** Writes the numbers and the description of the displayed queue, in the same frame in which the queue is painted. */
  private keepWords(now_ms: number, moment: StageMoment, queue = this.view.memory.queue): void {
    const { run, parts } = this;
    if (parts === undefined) return;
    const waiting = queue.packet.length;
    const factsVersion = `${run.version}/${waiting}`;
    if (factsVersion !== this.factsVersion || queue !== this.describedQueue) {
      this.factsVersion = factsVersion;
      this.describedQueue = queue;
      for (const { id, value } of laneFacts(run, waiting)) {
        const node = this.factNodes.get(id);
        if (node !== undefined && node.textContent !== value) node.textContent = value;
      }
      this.description = describeStage(run, queue);
      const node = parts.description.current;
      if (node !== null && node.textContent !== this.description) node.textContent = this.description;
      // A screen reader can still read the last announcement, so the announcement is removed once the stage has
      // changed.
      const spoken = parts.spoken.current;
      if (spoken !== null && spoken.textContent === this.announced && this.announced !== this.description)
        spoken.textContent = '';
    }
    this.announce(now_ms, moment);
  }

  private announce(now_ms: number, { isPlaying, pace }: StageMoment): void {
    const spoken = this.parts?.spoken.current;
    if (spoken == null || this.description === this.announced || now_ms - this.announcedAt_ms < ANNOUNCE_EVERY_MS)
      return;
    const isFast = isPlaying && pace.kind !== 'decisions';
    // With several lanes, only the focused lane announces its description.
    if (isFast || (this.lanes > 1 && viewStore.getState().focusedLane !== this.lane)) return;
    this.announced = this.description;
    this.announcedAt_ms = now_ms;
    spoken.textContent = this.description;
  }

  private pointAt(packet: number | undefined): void {
    if (packet === this.pointedAt && this.pointedGroup === undefined) return;
    this.pointedAt = packet;
    this.pointedGroup = undefined;
    this.tapUntil_ms = Number.POSITIVE_INFINITY;
    const mark = this.view.list.packets.find((candidate) => candidate.packet === packet);
    if (mark !== undefined) this.pointedPlace = mark.place;
    setHoveredFlow(mark?.flow);
    this.view.isDirty = true;
    if (packet !== undefined) this.speak(packetFacts(this.run, packet, this.view.memory));
  }

  private pointAtGroup(decision: number): void {
    if (decision === this.pointedGroup) return;
    this.pointedGroup = decision;
    this.pointedAt = undefined;
    this.tapUntil_ms = Number.POSITIVE_INFINITY;
    const group = this.view.memory.dropGroups.find((candidate) => candidate.decision === decision);
    setHoveredFlow(group?.members[0]?.flow);
    this.view.isDirty = true;
    if (group !== undefined) this.speak(groupFacts(this.run, group));
  }

  /** Selects the packet, or the dropped packets, at a position. */
  private pointTo(x: number, y: number): void {
    this.isPointedByKeys = false;
    if (this.view.layout === undefined || this.view.picture === undefined) return;
    const group = groupAt(this.view.list, x, y);
    const packet =
      group === undefined ? this.view.picture.packetAt(this.view.list, this.view.layout, x, y)?.packet : undefined;
    if (group === undefined) this.pointAt(packet);
    else this.pointAtGroup(group.decision);
    const isFree = group === undefined && packet === undefined;
    this.spot = isFree && this.view.picture.noteAt !== undefined ? { x, y } : undefined;
    this.view.isDirty ||= this.spot !== undefined;
  }

  private speak(facts: NotedFacts | undefined): void {
    const spoken = this.parts?.spoken.current;
    if (this.isPointedByKeys && facts !== undefined && spoken != null)
      spoken.textContent = [facts.title, ...facts.lines].join(', ');
  }

  /** Places the note beside the selected packet. The note moves with the packet and disappears with it. */
  private placeTip(): void {
    const tip = this.parts?.tip.current;
    const ground = this.parts?.ground.current;
    if (tip == null || ground == null) return;
    ground.style.cursor = this.pointedGroup === undefined ? '' : 'pointer';
    const mark = this.view.list.packets.find(({ packet }) => packet === this.pointedAt);
    const note = this.noteAtSpot();
    const place =
      mark ?? note?.place ?? this.view.list.dropGroups.find(({ decision }) => decision === this.pointedGroup);
    const facts =
      mark === undefined ? (note?.facts ?? this.factsOfGroup()) : packetFacts(this.run, mark.packet, this.view.memory);
    if (place === undefined || facts === undefined) {
      if (!tip.hidden) tip.hidden = true;
      if (this.pointedGroup !== undefined) this.pointAt(undefined);
      else if (this.pointedAt !== undefined && this.view.list.packets.length > 0) this.lose();
      return;
    }
    if (mark !== undefined) this.pointedPlace = mark.place;
    const text = [facts.title, ...facts.lines].join('\n');
    if (text !== this.tipText) {
      this.tipText = text;
      tip.replaceChildren(
        ...[facts.title, ...facts.lines].map((line, index) => {
          const row = document.createElement(index === 0 ? 'strong' : 'span');
          if (index === 0) row.className = 'clear';
          row.textContent = line;
          return row;
        }),
      );
    }
    if (tip.hidden) tip.hidden = false;
    const half = Math.max(110, tip.offsetWidth / 2);
    const middle = Math.min(this.view.width - half, Math.max(half, place.x + place.width / 2));
    const below = Math.round(place.y + place.height + 10);
    tip.style.transform = `translate(${Math.round(middle)}px, ${below}px) translateX(-50%)`;
  }

  private noteAtSpot(): PlacedNote | undefined {
    return this.spot === undefined ? undefined : this.view.picture?.noteAt?.(this.run, this.spot.x, this.spot.y);
  }

  private factsOfGroup(): NotedFacts | undefined {
    const group = this.view.memory.dropGroups.find(({ decision }) => decision === this.pointedGroup);
    return group === undefined ? undefined : groupFacts(this.run, group);
  }

  /**
   * Handles a selected packet that has left. If keys selected it, the packet that is now at the same position is
   * selected. If the mouse selected it, nothing is selected until the mouse moves.
   */
  private lose(): void {
    if (!this.isPointedByKeys) {
      this.pointAt(undefined);
      return;
    }
    const next = this.view.list.packets[Math.min(this.pointedPlace, this.view.list.packets.length - 1)];
    this.pointedAt = next?.packet;
    this.view.isDirty = true;
  }

  readonly onPointerMove = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.pointTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
  };

  readonly onPointerDown = (event: PointerEvent): void => {
    focusLane(this.lane);
    if (event.pointerType === 'mouse') return;
    this.pointTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    this.tapUntil_ms = event.timeStamp + TAP_MS;
  };

  /** A click on a dropped packet goes to the time of its drop. */
  readonly onClick = (event: MouseEvent): void => {
    const group = groupAt(this.view.list, event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    if (group !== undefined) this.goToDecision(this.lane, group.decision);
  };

  readonly onPointerLeave = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return;
    this.view.isDirty ||= this.spot !== undefined;
    this.spot = undefined;
    if (!this.isPointedByKeys) this.pointAt(undefined);
  };

  readonly onFocus = (): void => {
    focusLane(this.lane);
    this.isPointedByKeys = true;
    this.pointAt(this.view.list.packets[0]?.packet);
  };

  readonly onBlur = (): void => {
    this.isPointedByKeys = false;
    this.pointAt(undefined);
  };

  readonly onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isTaken = event.key === 'Escape' ? this.leave(event.currentTarget) : this.visit(event.key);
    if (!isTaken) return;
    // While the queue has the focus, the arrow keys do not step the run.
    event.preventDefault();
    event.stopPropagation();
  };

  private leave(ground: HTMLElement): boolean {
    ground.blur();
    return true;
  }

  /** Moves along packets or drops, or goes to a drop. True if the key had an effect. */
  private visit(key: string): boolean {
    this.isPointedByKeys = true;
    this.spot = undefined;
    const { packets } = this.view.list;
    if (this.pointedGroup === undefined) {
      if (key === 'ArrowDown') return this.visitGroup(0);
      const last = packets.length - 1;
      const place = this.pointedAt === undefined ? -1 : this.pointedPlace;
      const target = { ArrowLeft: place + 1, ArrowRight: Math.max(0, place - 1), Home: last, End: 0 }[key];
      if (target === undefined) return false;
      this.pointAt(packets[Math.min(last, target)]?.packet);
      return true;
    }
    if (key === 'ArrowUp') {
      this.pointAt(packets[Math.min(this.pointedPlace, packets.length - 1)]?.packet);
      return true;
    }
    if (key === 'Enter') {
      this.goToDecision(this.lane, this.pointedGroup);
      return true;
    }
    // The groups of drops, ordered from left to right.
    const row = this.view.list.dropGroups.toSorted((a, b) => a.x - b.x || a.y - b.y);
    const at = row.findIndex(({ decision }) => decision === this.pointedGroup);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key];
    const next = target === undefined ? undefined : row[Math.min(row.length - 1, Math.max(0, target))];
    if (next !== undefined) this.pointAtGroup(next.decision);
    return target !== undefined;
  }

  private visitGroup(rank: number): boolean {
    const group = this.view.memory.dropGroups[rank];
    if (group !== undefined) this.pointAtGroup(group.decision);
    return group !== undefined;
  }
}
