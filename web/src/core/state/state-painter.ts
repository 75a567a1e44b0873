/** Updates the strip in the frame loop: bars, needles and numbers in every frame, text at most once a second. */

import { flowColour, PALETTE } from '../../base/palette';
import type { TableView } from '../border/catalog';
import { viewStore } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import { PACES } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { isSparse } from '../run/sparse-flows';
import { sceneStore } from '../scene/scene-store';
import { backgroundOf, briefOfSlots, type SlotsShown } from './slots-model';
import {
  briefOf,
  type DialShown,
  type MarkShown,
  StateMemory,
  type StateShown,
  type TableShown,
  wordsOfDial,
  wordsOfTable,
} from './state-model';

/**
 * Shortest time between text updates, while paused and while playing [ms]. A screen reader reads the text on request
 * and does not announce updates.
 */
const WORDS_EVERY_MS = { paused: 1000, playing: 5000 } as const;
/** Width of a flow in the list, the gap after it, and the width of each further column [em]. */
const ROW_EM = { least: 13.5, gap: 1.5, column: 3.5 } as const;

/** Elements of the strip. */
interface StripParts {
  readonly body: HTMLElement;
  readonly words: HTMLElement;
  /** The line that remains visible when the strip is folded. */
  readonly summary: HTMLElement | null;
}

export class StatePainter {
  private readonly memory = new StateMemory();
  private parts: StripParts | undefined;
  /** Number of flows for which the list has room. */
  private room = 0;
  private version = -1;
  private wordsVersion = -1;
  private wordsAt_ms = 0;
  private look = '';
  private wasFast = false;
  private shown: StateShown | undefined;
  private isDirty = false;

  constructor(private readonly run: RunBuffer) {}

  mount(parts: StripParts): () => void {
    this.parts = parts;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(parts.body);
    const stops = [onFrame('model', (now_ms) => this.model(now_ms)), onFrame('paint', () => this.paint())];
    this.renew();
    return () => {
      for (const stop of stops) stop();
      observer.disconnect();
      this.parts = undefined;
    };
  }

  renew(): void {
    this.version = -1;
    this.wordsVersion = -1;
    this.measure();
  }

  private get tableView(): TableView | undefined {
    return this.run.about.state.find((view) => view.kind === 'table');
  }

  private measure(): void {
    const body = this.parts?.body;
    const list = body?.querySelector<HTMLElement>('.state-rows');
    const view = this.tableView;
    if (body === undefined || list == null || view === undefined) return;
    const em = Number.parseFloat(getComputedStyle(list).fontSize);
    const least = em * (ROW_EM.least + ROW_EM.column * (view.columns.length - 1));
    const columns = Math.max(1, Math.floor((list.clientWidth + em * ROW_EM.gap) / least));
    list.style.setProperty('--columns', `${columns}`);
    this.room = columns * Number(body.dataset.lines ?? 1);
    this.version = -1;
  }

  private model(now_ms: number): void {
    const { state, pace } = sceneStore.getState();
    const isFast = state === 'playing' && PACES[pace]?.pace.kind !== 'decisions';
    this.follow(now_ms, isFast);
    // The text for screen readers may be due even if the picture has not changed.
    if (this.shown !== undefined)
      this.keepWords(now_ms, this.shown, isFast ? WORDS_EVERY_MS.playing : WORDS_EVERY_MS.paused);
  }

  private follow(now_ms: number, isFast: boolean): void {
    const { run } = this;
    const { theme, hoveredFlow } = viewStore.getState();
    const look = `${theme} ${hoveredFlow}`;
    if (look === this.look && run.version === this.version && isFast === this.wasFast) return;
    this.look = look;
    this.version = run.version;
    this.wasFast = isFast;
    this.shown = this.memory.look(run, this.room, now_ms, !isFast);
    this.isDirty = true;
  }

  private paint(): void {
    const { parts, shown } = this;
    if (!this.isDirty || parts === undefined || shown === undefined) return;
    this.isDirty = false;
    for (const [id, dial] of shown.dials) {
      const node = parts.body.querySelector<HTMLElement>(`[data-gauge="${id}"]`);
      if (node !== null) writeDial(node, dial);
      if (parts.summary !== null) write(parts.summary, `[data-gauge="${id}"] b`, dial.value);
    }
    if (shown.slots !== undefined) {
      const node = parts.body.querySelector<HTMLElement>('.state-slots');
      if (node !== null) writeSlots(node, shown.slots);
      if (parts.summary !== null) write(parts.summary, '[data-slots] b', briefOfSlots(shown.slots));
    }
    const table = parts.body.querySelector<HTMLElement>('.state-table');
    if (table === null || shown.table === undefined) return;
    this.writeTable(table, shown.table);
    if (parts.summary !== null) write(parts.summary, '[data-table] b', briefOf(shown.table));
  }

  private writeTable(node: HTMLElement, { rows, more, to, mark }: TableShown): void {
    write(node, '[data-part="to"]', to);
    writeMark(node, mark);
    const list = node.querySelector<HTMLElement>('.state-rows');
    if (list === null) return;
    const { theme, hoveredFlow } = viewStore.getState();
    list.classList.toggle('is-empty', rows.length === 0);
    // One more element shows the number of flows that do not fit.
    while (list.children.length > rows.length + 1) list.firstElementChild?.remove();
    while (list.children.length < rows.length + 1)
      list.prepend(list.children.length === 0 ? part('li', 'faint unbroken state-more') : rowNode());
    write(list, '.state-more', more > 0 ? `and ${more} more` : '');
    for (const [place, row] of rows.entries()) {
      const item = list.children[place] as HTMLElement;
      const isUnresponsive = this.run.isUnresponsive(row.flow);
      item.dataset.flow = `${row.flow}`;
      const isVictim = isSparse(this.run.facts, row.flow);
      item.classList.toggle('is-unresponsive', isUnresponsive);
      item.classList.toggle('is-sparse', isVictim);
      item.classList.toggle('is-hovered', row.flow === hoveredFlow);
      item.style.setProperty('--flow', flowColour(PALETTE[theme], row.flow, !isUnresponsive, isVictim));
      write(item, '.state-name', row.name);
      write(item, '.state-value', row.values.join(' · '));
      writeScale(item, row.share);
    }
  }

  private keepWords(now_ms: number, { dials, table, slots }: StateShown, every_ms: number): void {
    const { run } = this;
    const words = this.parts?.words;
    const since = now_ms - this.wordsAt_ms;
    if (words === undefined || this.version === this.wordsVersion || (since >= 0 && since < every_ms)) return;
    this.wordsVersion = this.version;
    this.wordsAt_ms = now_ms;
    const view = this.tableView;
    const sentences = run.about.state.flatMap((other) => {
      const dial = other.kind === 'dial' ? dials.get(other.gauge) : undefined;
      return other.kind === 'dial' && dial !== undefined ? [wordsOfDial(other, dial)] : [];
    });
    if (slots !== undefined) sentences.push(briefOfSlots(slots));
    if (view !== undefined && table !== undefined) sentences.push(...wordsOfTable(view, table));
    words.replaceChildren(
      ...sentences.map((sentence) => {
        const item = document.createElement('li');
        item.textContent = sentence;
        return item;
      }),
    );
  }
}

function writeDial(node: HTMLElement, { value, from, to, share, mark }: DialShown): void {
  write(node, '[data-part="from"]', from);
  write(node, '[data-part="to"]', to);
  write(node, '.state-value', value);
  writeMark(node, mark);
  node.classList.toggle('is-unknown', share === undefined);
  writeScale(node, share ?? 0);
}

function writeSlots(node: HTMLElement, slots: SlotsShown): void {
  node.style.setProperty('--packets', backgroundOf(slots, 'packet', 'var(--guide)'));
  node.style.setProperty('--holes', backgroundOf(slots, 'hole', 'var(--guide)'));
  node.style.setProperty('--lost', backgroundOf(slots, 'lost', 'var(--overflow)'));
  node.style.setProperty('--share', slots.head.toFixed(4));
  node.style.setProperty('--mark', slots.tail.toFixed(4));
  write(node, '.state-counts', briefOfSlots(slots));
}

function writeScale(node: HTMLElement, share: number): void {
  node.style.setProperty('--share', share.toFixed(4));
}

function writeMark(node: HTMLElement, mark: MarkShown | undefined): void {
  node.classList.toggle('is-unmarked', mark === undefined);
  write(node, '.state-key', mark?.label ?? '');
  if (mark !== undefined) node.style.setProperty('--mark', mark.share.toFixed(4));
}

function write(node: HTMLElement, selector: string, text: string): void {
  const part = node.querySelector(selector);
  if (part !== null && part.textContent !== text) part.textContent = text;
}

function rowNode(): HTMLElement {
  return part(
    'li',
    'row row--tight state-row',
    part('i', 'fixed state-swatch'),
    part('span', 'fixed clear state-name'),
    part('span', 'state-scale', part('i', 'state-fill'), part('i', 'state-mark')),
    part('b', 'fixed clear strong state-value'),
  );
}

function part(tag: string, className: string, ...children: Node[]): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}
