/**
 * Mounts the stage: a canvas fed from the frame loop, packets that can be pointed at by mouse, touch and keyboard, and
 * the same facts in words. React renders only when the facts of the scene change.
 */

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { PALETTE } from '../../base/palette';
import { GLYPH_PATHS, IS_SOLID } from '../../marks/glyph-mark';
import type { Brush } from '../../marks/ink';
import { onFrame } from '../../run/frame-loop';
import { DEFAULT_PACE, PACES } from '../../run/playback';
import type { RunBuffer } from '../../run/run-buffer';
import { sceneStore } from '../../store/scene-store';
import { setHoveredFlow, viewStore } from '../../store/view-store';
import { paintStage } from './paint-stage';
import './stage.css';
import type { DisplayList, StageLook } from './stage-display';
import { describeStage, type LegendEntry, laneFacts, legendEntries, packetFacts } from './stage-facts';
import { type LaneLayout, layoutLane } from './stage-layout';
import { StageMemory, type StageMoment } from './stage-memory';
import { packetAt, stageModel } from './stage-model';

export function StagePanel({ run }: { readonly run: RunBuffer }) {
  useSyncExternalStore(run.subscribe, run.coarseSnapshot);
  const parts: Parts = {
    ground: useRef(null),
    canvas: useRef(null),
    facts: useRef(null),
    tip: useRef(null),
    spoken: useRef(null),
    description: useRef(null),
  };
  const stage = useMemo(() => new Stage(run), [run]);
  // The parts are stable objects of React; the stage lives as long as its run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refs never change
  useEffect(() => stage.mount(parts), [stage]);
  // React may have made new nodes for the numbers: they are filled with the next frame.
  useEffect(() => stage.renewWords());

  return (
    <section className="stage" aria-label="Queue">
      <header className="stage-title">
        <h2>{run.about.name}</h2>
        <p className="stage-facts" ref={parts.facts}>
          {laneFacts(run).map(({ id, label }) => (
            <span key={id} className={`stage-fact-${id}`}>
              {label} <b data-fact={id} />
            </span>
          ))}
        </p>
      </header>
      <div
        className="stage-ground"
        ref={parts.ground}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the packets are visited by the arrow keys from here
        tabIndex={0}
        aria-label={`The queue of ${run.about.name}. Arrow keys visit the waiting packets.`}
        aria-describedby="stage-description"
        onKeyDown={stage.onKeyDown}
        onFocus={stage.onFocus}
        onBlur={stage.onBlur}
        onMouseDown={(event) => event.preventDefault()}
        onPointerMove={stage.onPointerMove}
        onPointerDown={stage.onPointerDown}
        onPointerLeave={stage.onPointerLeave}
      >
        <canvas ref={parts.canvas} />
        <div className="stage-tip" ref={parts.tip} hidden aria-hidden="true" />
      </div>
      <p className="stage-unseen" id="stage-description" ref={parts.description} aria-live="off" />
      <p className="stage-unseen" ref={parts.spoken} aria-live="polite" />
      <Legend entries={legendEntries(run)} />
    </section>
  );
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <ul className="stage-legend" aria-label="Signs">
      {entries.map(({ id, name, ink, sign }) => (
        <li key={id}>
          <svg viewBox="0 0 16 16" className={`stage-sign stage-ink-${ink}`} aria-hidden="true">
            {sign.kind === 'glyph' ? (
              <path d={GLYPH_PATHS[sign.shape]} className={IS_SOLID[sign.shape] ? 'stage-solid' : 'stage-outline'} />
            ) : (
              <>
                <rect
                  x="4.5"
                  y={sign.isUnresponsive ? 0.5 : 2}
                  width="7"
                  height={sign.isUnresponsive ? 15 : 12}
                  rx="2"
                  className="stage-solid"
                />
                {sign.isUnresponsive && <path d="M8 4 10.4 8 8 12 5.6 8Z" className="stage-lozenge" />}
              </>
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

interface Parts {
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

/** The stage between React and the frame loop: what is mounted, pointed at and painted. */
class Stage {
  private readonly memory = new StageMemory();
  private parts: Parts | undefined;
  private context: CanvasRenderingContext2D | undefined;
  private brush: Brush = { colours: PALETTE.dark, textFamily: 'sans-serif', monoFamily: 'monospace' };
  private layout: LaneLayout | undefined;
  private list: DisplayList = { marks: [], packets: [] };
  private width = 0;
  private height = 0;
  private ratio = 1;
  private isDirty = true;
  private look: StageLook = { isCalm: false, pointedAt: undefined, hoveredFlow: undefined };
  private pointedAt: number | undefined;
  private pointedPlace = 0;
  private isPointedByKeys = false;
  private tapUntil_ms = Number.POSITIVE_INFINITY;
  private factsVersion = -1;
  private factsAt_ms = 0;
  private describedAt_ms = 0;
  private describedVersion = -1;
  private tipText = '';

  constructor(private readonly run: RunBuffer) {}

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
    if (this.width < 80 || this.height < 80) return;
    if (this.layout?.limit !== run.facts.limit) {
      this.layout = layoutLane({ x: 0, y: 0, width: this.width, height: this.height }, run.facts.limit);
      this.isDirty = true;
    }
    const { state, pace } = sceneStore.getState();
    const view = viewStore.getState();
    const moment: StageMoment = {
      now_ms,
      isPlaying: state === 'playing',
      pace: (PACES[pace] ?? PACES[DEFAULT_PACE])?.pace ?? { kind: 'max' },
      isCalm: view.prefersReducedMotion,
    };
    const colours = PALETTE[view.theme];
    if (colours !== this.brush.colours) {
      this.brush = { ...this.brush, colours };
      this.isDirty = true;
    }
    if (now_ms > this.tapUntil_ms) this.pointAt(undefined);
    const { look } = this;
    if (look.isCalm !== moment.isCalm || look.pointedAt !== this.pointedAt || look.hoveredFlow !== view.hoveredFlow) {
      this.look = { isCalm: moment.isCalm, pointedAt: this.pointedAt, hoveredFlow: view.hoveredFlow };
      this.isDirty = true;
    }
    if (memory.observe(run, moment, this.layout)) this.isDirty = true;
    if (this.isDirty) this.list = stageModel(run, memory, this.layout, this.look);
    this.keepWords(now_ms, moment);
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
    description.setAttribute('aria-live', isFast ? 'off' : 'polite');
    description.textContent = describeStage(run);
  }

  private pointAt(packet: number | undefined): void {
    if (packet === this.pointedAt) return;
    this.pointedAt = packet;
    this.tapUntil_ms = Number.POSITIVE_INFINITY;
    const mark = this.list.packets.find((candidate) => candidate.packet === packet);
    if (mark !== undefined) this.pointedPlace = mark.place;
    setHoveredFlow(mark?.flow);
    this.isDirty = true;
    if (!this.isPointedByKeys || packet === undefined || this.parts?.spoken.current == null) return;
    const facts = packetFacts(this.run, packet);
    if (facts !== undefined) this.parts.spoken.current.textContent = [facts.title, ...facts.lines].join(', ');
  }

  /** The note at the packet that is pointed at; it follows the packet and goes when the packet goes. */
  private placeTip(): void {
    const tip = this.parts?.tip.current;
    if (tip == null) return;
    const mark = this.list.packets.find(({ packet }) => packet === this.pointedAt);
    const facts = mark === undefined ? undefined : packetFacts(this.run, mark.packet);
    if (mark === undefined || facts === undefined) {
      if (!tip.hidden) tip.hidden = true;
      if (this.pointedAt !== undefined && this.list.packets.length > 0) this.lose();
      return;
    }
    this.pointedPlace = mark.place;
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
    const middle = Math.min(this.width - 110, Math.max(110, mark.x + mark.width / 2));
    tip.style.transform = `translate(${Math.round(middle)}px, ${Math.round(mark.y + mark.height + 10)}px) translateX(-50%)`;
    if (tip.hidden) tip.hidden = false;
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
    if (event.pointerType !== 'mouse' || this.layout === undefined) return;
    this.isPointedByKeys = false;
    const { offsetX, offsetY } = event.nativeEvent;
    this.pointAt(packetAt(this.list, this.layout, offsetX, offsetY)?.packet);
  };

  readonly onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || this.layout === undefined) return;
    this.isPointedByKeys = false;
    const { offsetX, offsetY } = event.nativeEvent;
    this.pointAt(packetAt(this.list, this.layout, offsetX, offsetY)?.packet);
    this.tapUntil_ms = event.timeStamp + TAP_MS;
  };

  readonly onPointerLeave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && !this.isPointedByKeys) this.pointAt(undefined);
  };

  readonly onFocus = (): void => {
    this.isPointedByKeys = true;
    this.pointAt(this.list.packets[0]?.packet);
  };

  readonly onBlur = (): void => {
    this.isPointedByKeys = false;
    this.pointAt(undefined);
  };

  readonly onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const last = this.list.packets.length - 1;
    const place = this.pointedAt === undefined ? -1 : this.pointedPlace;
    const target = { ArrowLeft: place + 1, ArrowRight: Math.max(0, place - 1), Home: last, End: 0 }[event.key];
    if (event.key === 'Escape') event.currentTarget.blur();
    else if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    else {
      this.isPointedByKeys = true;
      this.pointAt(this.list.packets[Math.min(last, target)]?.packet);
    }
    // Elsewhere on the page the arrow keys step the run; here they visit packets.
    event.preventDefault();
    event.stopPropagation();
  };
}
