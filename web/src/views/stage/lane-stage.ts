/** One lane of the stage at work: fed from the frame loop, pointed at by mouse, touch and keyboard, told in words. */

import type { KeyboardEvent, MouseEvent, PointerEvent, RefObject } from 'react';
import { PALETTE } from '../../base/palette';
import type { Brush } from '../../marks/ink';
import { onFrame } from '../../run/frame-loop';
import { DEFAULT_PACE, PACES } from '../../run/playback';
import type { RunBuffer } from '../../run/run-buffer';
import { sceneStore } from '../../store/scene-store';
import { focusLane, setHoveredFlow, setShadeScale, viewStore } from '../../store/view-store';
import { FIFO } from './fifo-picture';
import { loadPicture } from './load-picture';
import { paintStage } from './paint-stage';
import type { Picture, PlacedNote } from './picture';
import { LEAST_WAIT_S, labelOf, type Shade, shadeScale } from './shades';
import type { DisplayList, StageLook } from './stage-display';
import { describeStage, graveFacts, laneFacts, type NotedFacts, packetFacts } from './stage-facts';
import type { Company, LaneLayout } from './stage-layout';
import { StageMemory, type StageMoment } from './stage-memory';
import { graveAt } from './stage-model';

/** What the stage writes to. */
export interface Parts {
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly facts: RefObject<HTMLParagraphElement | null>;
  readonly tip: RefObject<HTMLDivElement | null>;
  readonly spoken: RefObject<HTMLParagraphElement | null>;
  readonly description: RefObject<HTMLParagraphElement | null>;
}

/** Numbers in the title change this often at most while playing [ms]: faster nobody reads. */
const FACTS_EVERY_MS = 200;
/** The description is renewed this often while standing, and while playing (then without being announced) [ms]. */
const DESCRIBE_EVERY_MS = { standing: 1000, playing: 5000 } as const;
/** How long the note of a tapped packet stays [ms]. */
const TAP_MS = 5000;

/** A lane between React and the frame loop: what is mounted, pointed at and painted. */
export class LaneStage {
  private readonly memory = new StageMemory();
  private parts: Parts | undefined;
  private context: CanvasRenderingContext2D | undefined;
  private brush: Brush = { colours: PALETTE.dark, textFamily: 'sans-serif', monoFamily: 'monospace' };
  /** Undefined while it is on its way, and of what view it is. */
  private picture: Picture | undefined = FIFO;
  private view = '';
  private layout: LaneLayout | undefined;
  /** The facts that the layout was made for. */
  private laidOut = '';
  private list: DisplayList = { marks: [], packets: [], graves: [] };
  private company: Company = { lanes: 1, places: 1 };
  private width = 0;
  private height = 0;
  private ratio = 1;
  private isDirty = true;
  /** What the scale of the colours was made for. */
  private scaledFor = '';
  private look: StageLook = {
    isCalm: false,
    pointedAt: undefined,
    pointedGrave: undefined,
    hoveredFlow: undefined,
    isParting: false,
  };
  /** Number of the packet, or decision of the grave, that is pointed at; never both. */
  private pointedAt: number | undefined;
  private pointedGrave: number | undefined;
  private pointedPlace = 0;
  /** Where the pointer is, if neither at a packet nor at a grave, in a picture that has more to tell. */
  private spot: { readonly x: number; readonly y: number } | undefined;
  private isPointedByKeys = false;
  private tapUntil_ms = Number.POSITIVE_INFINITY;
  private factsVersion = -1;
  private factsAt_ms = 0;
  private describedAt_ms = 0;
  private describedVersion = -1;
  private tipText = '';

  constructor(
    private readonly run: RunBuffer,
    private readonly lane: number,
    private readonly goToDecision: (lane: number, serial: number) => void,
  ) {}

  /** How many lanes share the stage now, and the largest buffer among them. */
  keepCompany(company: Company): void {
    const { lanes, places, type_px } = this.company;
    if (company.lanes === lanes && company.places === places && company.type_px === type_px) return;
    this.company = company;
    this.layout = undefined;
  }

  mount(parts: Parts): () => void {
    this.parts = parts;
    const canvas = parts.canvas.current;
    const ground = parts.ground.current;
    this.context = canvas?.getContext('2d') ?? undefined;
    if (canvas === null || ground === null || this.context === undefined) return () => {};
    const style = getComputedStyle(document.documentElement);
    const family = (name: string, fallback: string): string => style.getPropertyValue(name).trim() || fallback;
    this.brush = {
      colours: PALETTE[viewStore.getState().theme],
      textFamily: family('--font-text', 'sans-serif'),
      monoFamily: family('--font-mono', 'monospace'),
    };
    const observer = new ResizeObserver((entries) => {
      const size = entries.at(-1)?.contentRect;
      if (size !== undefined) this.resize(canvas, size.width, size.height);
    });
    observer.observe(ground);
    const repaint = (): void => {
      this.isDirty = true;
    };
    document.fonts.addEventListener('loadingdone', repaint);
    const stopModel = onFrame('model', (now_ms) => this.model(now_ms));
    const stopPaint = onFrame('paint', () => this.paint());
    this.isDirty = true;
    this.factsVersion = -1;
    return () => {
      stopModel();
      stopPaint();
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', repaint);
      this.parts = undefined;
    };
  }

  renewWords(): void {
    this.factsVersion = -1;
  }

  private resize(canvas: HTMLCanvasElement, width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    canvas.width = Math.round(width * this.ratio);
    canvas.height = Math.round(height * this.ratio);
    this.layout = undefined;
    this.isDirty = true;
  }

  private model(now_ms: number): void {
    const { run, memory } = this;
    if (this.width < 80 || this.height < 40) return;
    const picture = this.pictureOf(run.about.view);
    if (picture === undefined) return;
    const facts = `${run.scene}/${run.latest.scalars.facts_version}/${run.facts.limit}`;
    if (this.layout === undefined || facts !== this.laidOut) {
      this.laidOut = facts;
      this.layout = picture.layout(run, { x: 0, y: 0, width: this.width, height: this.height }, this.company);
      this.isDirty = true;
    }
    const { state, pace, direction, divergence } = sceneStore.getState();
    const view = viewStore.getState();
    const moment: StageMoment = {
      now_ms,
      isPlaying: state === 'playing',
      isBackward: direction === 'backward',
      pace: (PACES[pace] ?? PACES[DEFAULT_PACE])?.pace ?? { kind: 'max' },
      isCalm: view.prefersReducedMotion,
    };
    const colours = PALETTE[view.theme];
    if (colours !== this.brush.colours) {
      this.brush = { ...this.brush, colours };
      this.isDirty = true;
    }
    if (now_ms > this.tapUntil_ms) {
      this.spot = undefined;
      this.pointAt(undefined);
    }
    if (memory.observe(run, moment, this.layout)) this.isDirty = true;
    if (picture.observe(run, memory, moment)) this.isDirty = true;
    // All lanes count their decisions alike: they meet the same arrivals up to the one at which they part.
    const isParting =
      typeof divergence === 'object' && this.company.lanes > 1 && memory.story?.serial === divergence.decision;
    this.see(moment.isCalm, view.hoveredFlow, isParting, this.shade(view));
    if (this.isDirty) this.list = picture.model(run, memory, this.layout, this.look);
    this.keepWords(now_ms, moment);
  }

  /** How this discipline's queue is drawn; what few disciplines need is loaded when the first of them is looked at. */
  private pictureOf(view: RunBuffer['about']['view']): Picture | undefined {
    if (view === this.view) return this.picture;
    this.view = view;
    const loading = loadPicture(view);
    this.picture = loading === undefined ? FIFO : undefined;
    this.layout = undefined;
    this.memory.whereIs = undefined;
    void loading?.then((picture) => {
      if (view !== this.view) return;
      this.picture = picture;
      this.memory.whereIs = picture.whereIs;
    });
    return this.picture;
  }

  /** What the colours tell in place of flows, on a scale that begins anew with a scene. */
  private shade({ packetColour: what, shadeScale: before }: ReturnType<typeof viewStore.getState>): Shade | undefined {
    if (what === 'flow' || (what === 'label' && labelOf(this.run) === undefined)) return undefined;
    const scaledFor = `${this.run.scene}/${what}`;
    const isOther = this.scaledFor !== scaledFor;
    this.scaledFor = scaledFor;
    const scale = shadeScale(this.run, what, isOther ? (what === 'wait' ? LEAST_WAIT_S : 0) : before);
    setShadeScale(scale);
    return this.look.shade?.what === what && this.look.shade.scale === scale ? this.look.shade : { what, scale };
  }

  private see(isCalm: boolean, hoveredFlow: number | undefined, isParting: boolean, shade: Shade | undefined): void {
    const { look, pointedAt, pointedGrave } = this;
    if (
      look.isCalm === isCalm &&
      look.pointedAt === pointedAt &&
      look.pointedGrave === pointedGrave &&
      look.hoveredFlow === hoveredFlow &&
      look.isParting === isParting &&
      look.shade === shade
    )
      return;
    this.look = { isCalm, pointedAt, pointedGrave, hoveredFlow, isParting, shade };
    this.isDirty = true;
  }

  private paint(): void {
    if (!this.isDirty || this.context === undefined || this.layout === undefined) return;
    this.isDirty = false;
    paintStage(this.context, this.list, this.brush, this.ratio);
    this.placeTip();
  }

  private keepWords(now_ms: number, { isPlaying, pace }: StageMoment): void {
    const { run, parts } = this;
    if (parts === undefined) return;
    const isFast = isPlaying && pace.kind !== 'decisions';
    if (run.version !== this.factsVersion && (!isFast || now_ms - this.factsAt_ms >= FACTS_EVERY_MS)) {
      this.factsVersion = run.version;
      this.factsAt_ms = now_ms;
      for (const { id, value } of laneFacts(run)) {
        const node = parts.facts.current?.querySelector(`[data-fact="${id}"]`);
        if (node !== null && node !== undefined && node.textContent !== value) node.textContent = value;
      }
    }
    const every_ms = isFast ? DESCRIBE_EVERY_MS.playing : DESCRIBE_EVERY_MS.standing;
    const description = parts.description.current;
    if (description === null || run.version === this.describedVersion || now_ms - this.describedAt_ms < every_ms)
      return;
    this.describedVersion = run.version;
    this.describedAt_ms = now_ms;
    // Of several lanes only the one at hand speaks.
    const isSilent = isFast || (this.company.lanes > 1 && viewStore.getState().focusedLane !== this.lane);
    description.setAttribute('aria-live', isSilent ? 'off' : 'polite');
    description.textContent = describeStage(run);
  }

  private pointAt(packet: number | undefined): void {
    if (packet === this.pointedAt && this.pointedGrave === undefined) return;
    this.pointedAt = packet;
    this.pointedGrave = undefined;
    this.tapUntil_ms = Number.POSITIVE_INFINITY;
    const mark = this.list.packets.find((candidate) => candidate.packet === packet);
    if (mark !== undefined) this.pointedPlace = mark.place;
    setHoveredFlow(mark?.flow);
    this.isDirty = true;
    if (packet !== undefined) this.speak(packetFacts(this.run, packet));
  }

  private pointAtGrave(decision: number): void {
    if (decision === this.pointedGrave) return;
    this.pointedGrave = decision;
    this.pointedAt = undefined;
    this.tapUntil_ms = Number.POSITIVE_INFINITY;
    const grave = this.memory.graveyard.graves.find((candidate) => candidate.decision === decision);
    setHoveredFlow(grave?.members[0]?.flow);
    this.isDirty = true;
    if (grave !== undefined) this.speak(graveFacts(this.run, grave));
  }

  /** Points at what lies there: a waiting packet or a grave. */
  private pointTo(x: number, y: number): void {
    this.isPointedByKeys = false;
    if (this.layout === undefined || this.picture === undefined) return;
    const grave = graveAt(this.list, x, y);
    const packet = grave === undefined ? this.picture.packetAt(this.list, this.layout, x, y)?.packet : undefined;
    if (grave === undefined) this.pointAt(packet);
    else this.pointAtGrave(grave.decision);
    const isFree = grave === undefined && packet === undefined;
    this.spot = isFree && this.picture.noteAt !== undefined ? { x, y } : undefined;
    this.isDirty ||= this.spot !== undefined;
  }

  private speak(facts: NotedFacts | undefined): void {
    const spoken = this.parts?.spoken.current;
    if (this.isPointedByKeys && facts !== undefined && spoken != null)
      spoken.textContent = [facts.title, ...facts.lines].join(', ');
  }

  /** The note at what is pointed at; it follows a packet and goes when the packet goes. */
  private placeTip(): void {
    const tip = this.parts?.tip.current;
    const ground = this.parts?.ground.current;
    if (tip == null || ground == null) return;
    ground.style.cursor = this.pointedGrave === undefined ? '' : 'pointer';
    const mark = this.list.packets.find(({ packet }) => packet === this.pointedAt);
    const note = this.noteAtSpot();
    const place = mark ?? note?.place ?? this.list.graves.find(({ decision }) => decision === this.pointedGrave);
    const facts = mark === undefined ? (note?.facts ?? this.factsOfGrave()) : packetFacts(this.run, mark.packet);
    if (place === undefined || facts === undefined) {
      if (!tip.hidden) tip.hidden = true;
      if (this.pointedGrave !== undefined) this.pointAt(undefined);
      else if (this.pointedAt !== undefined && this.list.packets.length > 0) this.lose();
      return;
    }
    if (mark !== undefined) this.pointedPlace = mark.place;
    const text = [facts.title, ...facts.lines].join('\n');
    if (text !== this.tipText) {
      this.tipText = text;
      tip.replaceChildren(
        ...[facts.title, ...facts.lines].map((line, index) => {
          const row = document.createElement(index === 0 ? 'strong' : 'span');
          row.textContent = line;
          return row;
        }),
      );
    }
    const middle = Math.min(this.width - 110, Math.max(110, place.x + place.width / 2));
    const below = Math.round(place.y + place.height + 10);
    tip.style.transform = `translate(${Math.round(middle)}px, ${below}px) translateX(-50%)`;
    if (tip.hidden) tip.hidden = false;
  }

  private noteAtSpot(): PlacedNote | undefined {
    return this.spot === undefined ? undefined : this.picture?.noteAt?.(this.run, this.spot.x, this.spot.y);
  }

  private factsOfGrave(): NotedFacts | undefined {
    const grave = this.memory.graveyard.graves.find(({ decision }) => decision === this.pointedGrave);
    return grave === undefined ? undefined : graveFacts(this.run, grave);
  }

  /** The packet pointed at has left: the keys stay at its place, the mouse points at nothing until it moves. */
  private lose(): void {
    if (!this.isPointedByKeys) {
      this.pointAt(undefined);
      return;
    }
    const next = this.list.packets[Math.min(this.pointedPlace, this.list.packets.length - 1)];
    this.pointedAt = next?.packet;
    this.isDirty = true;
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

  /** Choosing a dead packet leads to the moment of its death. */
  readonly onClick = (event: MouseEvent): void => {
    const grave = graveAt(this.list, event.nativeEvent.offsetX, event.nativeEvent.offsetY);
    if (grave !== undefined) this.goToDecision(this.lane, grave.decision);
  };

  readonly onPointerLeave = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return;
    this.isDirty ||= this.spot !== undefined;
    this.spot = undefined;
    if (!this.isPointedByKeys) this.pointAt(undefined);
  };

  readonly onFocus = (): void => {
    focusLane(this.lane);
    this.isPointedByKeys = true;
    this.pointAt(this.list.packets[0]?.packet);
  };

  readonly onBlur = (): void => {
    this.isPointedByKeys = false;
    this.pointAt(undefined);
  };

  readonly onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isTaken = event.key === 'Escape' ? this.leave(event.currentTarget) : this.visit(event.key);
    if (!isTaken) return;
    // Elsewhere on the page the arrow keys step the run; here they visit packets.
    event.preventDefault();
    event.stopPropagation();
  };

  private leave(ground: HTMLElement): boolean {
    ground.blur();
    return true;
  }

  /** Along the queue, down to the dead and along them, and to the moment of a death; whether the key was one of these. */
  private visit(key: string): boolean {
    this.isPointedByKeys = true;
    this.spot = undefined;
    const { packets } = this.list;
    if (this.pointedGrave === undefined) {
      if (key === 'ArrowDown') return this.visitGrave(0);
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
      this.goToDecision(this.lane, this.pointedGrave);
      return true;
    }
    // As they lie, from left to right.
    const row = this.list.graves.toSorted((a, b) => a.x - b.x || a.y - b.y);
    const at = row.findIndex(({ decision }) => decision === this.pointedGrave);
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: row.length - 1 }[key];
    const next = target === undefined ? undefined : row[Math.min(row.length - 1, Math.max(0, target))];
    if (next !== undefined) this.pointAtGrave(next.decision);
    return target !== undefined;
  }

  private visitGrave(rank: number): boolean {
    const grave = this.memory.graveyard.graves[rank];
    if (grave !== undefined) this.pointAtGrave(grave.decision);
    return grave !== undefined;
  }
}
