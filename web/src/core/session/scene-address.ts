/**
 * The only code that writes the address. Every change of the scene is stored with the history entry at once, without
 * waiting for an engine. The link, which an engine makes, is written later. If another address has arrived meanwhile,
 * it is opened and never overwritten.
 */

import type { Catalog } from '../border/catalog';
import { type EngineClient, type SceneProblem, SceneRefused, type ViewInLink } from '../border/client';
import type { Scenario } from '../border/scenario';
import { viewStore } from '../page/view-store';
import { WATCH } from '../page/workspaces';
import { DEFAULT_PACE } from '../run/playback';
import { clear, notify } from '../scene/notices';
import { sceneStore } from '../scene/scene-store';
import type { AddressBar, BarEntry, Unsaid } from './address-bar';
import { momentInLink, presenterInLink, stepInLink } from './link-view';

/** Time from the last change until the link is written [ms]. */
const DELAY_MS = 250;
/**
 * Number of changes that are stored without delay, and pause between further ones [ms]. Browsers refuse more than about
 * 100 in 10 s.
 */
const MOST_NOTES = 40;
const REFILL_MS = 250;

/** State of the run when the user left a scene. Back and Forward restore it. */
export interface Left {
  readonly at_s: number;
  readonly wasPlaying: boolean;
  readonly isHalfway: boolean;
}

/** Maximum number of earlier scenes for which the state of the run is kept. */
const MOST_LEFT = 50;

/** A history entry to which the user has moved, by a typed address, a link, Back or Forward. */
export interface Arrival {
  readonly fragment: string;
  readonly unsaid: Unsaid | undefined;
  readonly left: Left | undefined;
}

interface Around {
  readonly bar: AddressBar;
  /** Calls `work` when its turn comes, if there is an engine. */
  readonly ask: (work: (engine: EngineClient) => Promise<void>) => void;
  /** Called when the address has an entry of which the browser has not notified the page yet. */
  readonly onArrival: () => void;
  /** State of the run on the page. Undefined without a scene. */
  readonly present: () => Left | undefined;
  readonly catalog: () => Catalog | undefined;
}

export class SceneAddress {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The history entry that was read or written last. */
  private known: BarEntry = { fragment: '', id: undefined, unsaid: undefined };
  /** Id of the history entry that belongs to the scene on the page. */
  private shown: string | undefined;
  /** True while a scene is being opened. The previous scene is then not written. */
  private isOpening = true;
  /** True if the scene that is being opened came from the address, so that it already has an entry. */
  private hasEntry = true;
  /** Number of the latest request to open a scene. */
  private turn = 0;
  /** Counts the changes of the scene and of the view. */
  private version = 0;
  /** Scene and speed with which the page opened without a link. While both are unchanged, the address needs no link. */
  private pristine = { scenario: '', pace: DEFAULT_PACE };
  /** Address that is written instead of the scene's own address: that of a step of a lesson, a poll or a router. */
  private instead: string | undefined;
  private insteadBefore: string | undefined;
  /** True if the user was notified that the scene has no link. */
  private isBehind = false;
  private isHeld = false;
  private notes = MOST_NOTES;
  private noted_ms = 0;
  private readonly left = new Map<string, Left>();

  constructor(private readonly around: Around) {}

  /**
   * The entry to which the user has moved since the last call, if any. The caller must open the entry, or call `stays`,
   * which keeps the scene on the page.
   */
  cameIn(): Arrival | undefined {
    const now = this.around.bar.read();
    if (this.isOurs(now)) {
      // The current entry belongs to the scene on the page: its address was typed again, or Back has closed the
      // catalogue. The history entry is written again, because it may be older than the last change of the scene.
      this.put(this.known);
      return undefined;
    }
    this.begin(true);
    const id = now.id ?? nextId();
    this.known = { ...now, id };
    if (now.id === undefined) this.around.bar.write(this.known, false);
    return { fragment: now.fragment, unsaid: now.unsaid, left: this.left.get(id) };
  }

  /** Begins a request to open another scene. Returns the number of the request. */
  begins(): number {
    if (this.isUnseen()) this.around.onArrival();
    else this.flush();
    return this.begin(false);
  }

  /** Number of the latest request to open a scene. */
  get present(): number {
    return this.turn;
  }

  get fragment(): string {
    return this.known.fragment;
  }

  /** Called when the scene of a request is open. Its address is written, unless a later request was made. */
  opened(turn: number, { isFirst = false }: { readonly isFirst?: boolean }): void {
    if (turn !== this.turn) return;
    if (isFirst) {
      const { scenario, pace } = sceneStore.getState();
      this.pristine = { scenario: JSON.stringify(scenario), pace };
    }
    this.take(!this.hasEntry);
  }

  /** Called when a request has opened no scene. Restores the address of the page. */
  stays(turn = this.turn): void {
    if (turn !== this.turn || !this.isOpening) return;
    const isOnPage = sceneStore.getState().scenario !== undefined;
    // An address that could not be opened has a history entry, which from now on belongs to the scene that stayed on
    // the page. A request that the user made on the page itself has added no entry, so there is none to take over.
    if (isOnPage && (this.hasEntry || this.instead !== this.insteadBefore)) this.take(!this.hasEntry);
    this.isOpening = false;
    this.hasEntry = true;
  }

  /** Assigns the current entry, or a new one, to the scene on the page. */
  private take(isNew: boolean): void {
    this.isOpening = false;
    this.hasEntry = true;
    this.version += 1;
    const { known, instead } = this;
    const isThere = instead === known.fragment;
    const id = isNew && !isThere ? nextId() : known.id;
    const isPlain = instead === undefined && this.isPlain();
    const fragment = instead ?? (isPlain ? '' : known.fragment);
    const isWritten = this.put(
      { fragment, id, unsaid: instead === undefined && !isPlain ? this.unsaid() : undefined },
      isNew && !isThere,
    );
    if (!isWritten) return;
    this.shown = id;
    if (instead === undefined && !isPlain) this.followSoon(isNew ? 0 : DELAY_MS);
  }

  /**
   * Keeps the address at this fragment, even if the scene changes. With undefined, the address describes the scene
   * again.
   */
  fixTo(fragment: string | undefined): void {
    const before = this.instead;
    this.instead = fragment;
    if (this.isOpening || before === fragment) return;
    clearTimeout(this.timer);
    // A new entry is added, so that Back leads to the earlier address.
    if (sceneStore.getState().scenario !== undefined) this.take(true);
  }

  /** Called when the scene or its view has changed. */
  changed(): void {
    this.version += 1;
    if (this.isHeld) this.holdMoment();
    else if (this.saysScene() && this.note()) this.followSoon(DELAY_MS);
  }

  /** True if the address belongs to the scene on the page and may be written. */
  private saysScene(): boolean {
    const isThere = sceneStore.getState().scenario !== undefined;
    return isThere && !this.isOpening && !this.isHeld && this.instead === undefined;
  }

  /** Stores pending changes at once, before the page is left. */
  flush(): void {
    if (this.timer !== undefined && this.saysScene()) this.noteNow();
  }

  /** Ends all writing. */
  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Prepares for a reload, after which this scene opens at the same simulated time. */
  holdMoment(): void {
    const { scenario } = sceneStore.getState();
    if (scenario === undefined || this.instead !== undefined || this.isOpening) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const scene = this.unsaid();
    this.put({ ...this.known, unsaid: { ...scene, view: { ...scene.view, ...this.momentHere() } } });
    this.isHeld = true;
  }

  /** The scene on the page, in a form that needs no link. */
  private unsaid(): Unsaid {
    const { scenario, preset, base } = sceneStore.getState();
    if (scenario === undefined) throw new Error('no scene is open');
    const view = viewInLink(this.around.catalog());
    return { scenario, preset: preset?.scenario.id, ofPreset: preset?.scenario, base, view };
  }

  private momentHere(): ViewInLink {
    const here = this.around.present();
    return here === undefined ? {} : momentInLink(here.at_s, here.isHalfway);
  }

  private begin(hasEntry: boolean): number {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.rememberLeft();
    this.turn += 1;
    this.isOpening = true;
    this.isHeld = false;
    this.hasEntry = hasEntry;
    this.insteadBefore = this.instead;
    return this.turn;
  }

  private rememberLeft(): void {
    const { shown } = this;
    const here = this.around.present();
    if (shown === undefined || here === undefined || this.isOpening) return;
    // The map keeps the order in which the user left the scenes, so its first entry is the oldest.
    this.left.delete(shown);
    this.left.set(shown, here);
    const [oldest] = this.left.keys();
    if (this.left.size > MOST_LEFT && oldest !== undefined) this.left.delete(oldest);
  }

  private followSoon(delay_ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.around.present() === undefined) return;
      this.around.ask((engine) => this.follow(engine));
    }, delay_ms);
  }

  private async follow(engine: EngineClient): Promise<void> {
    if (!this.saysScene()) return;
    const { turn, version } = this;
    const { fragment, problems } = this.isPlain()
      ? { fragment: '', problems: undefined }
      : await linkOrWhyNot(engine, this.around.catalog());
    if (turn !== this.turn || !this.saysScene()) return;
    const isWhole = problems === undefined && version === this.version;
    this.put({ fragment, id: this.known.id, unsaid: isWhole ? undefined : this.unsaid() });
    this.reportBehind(problems);
  }

  private isPlain(): boolean {
    const { scenario, pace, stepKind } = sceneStore.getState();
    const { soloLane, workspace, packetColour, isPresenting, interval } = viewStore.getState();
    const isSeenAsUsual =
      soloLane === undefined &&
      interval === undefined &&
      workspace === WATCH &&
      packetColour === 'flow' &&
      !isPresenting;
    const isAsUsual = pace === this.pristine.pace && isSeenAsUsual && stepKind.kind === 'decision';
    return isAsUsual && JSON.stringify(scenario) === this.pristine.scenario;
  }

  /**
   * Stores the scene in its history entry, until the link to the scene is written there. Does nothing while browsers
   * would refuse another write to the history. False if the user has moved to another address meanwhile.
   */
  private note(): boolean {
    const now_ms = performance.now();
    this.notes = Math.min(MOST_NOTES, this.notes + (now_ms - this.noted_ms) / REFILL_MS);
    this.noted_ms = now_ms;
    if (this.notes < 1) return true;
    this.notes -= 1;
    return this.noteNow();
  }

  private noteNow(): boolean {
    return this.put({ ...this.known, unsaid: this.unsaid() });
  }

  /**
   * Writes an entry. If another address has arrived meanwhile, that address is opened and nothing is written, and the
   * result is false.
   */
  private put(entry: BarEntry, isNew = false): boolean {
    if (this.isUnseen()) {
      this.around.onArrival();
      return false;
    }
    this.around.bar.write(entry, isNew);
    this.known = entry;
    return true;
  }

  private isUnseen(): boolean {
    return !this.isOurs(this.around.bar.read());
  }

  /**
   * True if the entry belongs to the scene on the page, or if the user typed or pasted the address of this scene again.
   */
  private isOurs({ id, fragment }: BarEntry): boolean {
    if (this.known.id === undefined) return false;
    if (id !== undefined) return id === this.known.id;
    return fragment === this.known.fragment && this.known.unsaid === undefined && !this.isOpening;
  }

  private reportBehind(problems: readonly SceneProblem[] | undefined): void {
    if (problems === undefined) clear('no-link');
    else if (!this.isBehind) notify({ kind: 'no-link', problems });
    this.isBehind = problems !== undefined;
  }
}

let lastId = 0;

/** An id that no other entry of this tab has, even after a reload. */
function nextId(): string {
  lastId += 1;
  return `${Date.now().toString(36)}-${lastId}`;
}

/** The link to the scene. If the scene is too large for a link, the link to the preset and the reason. */
async function linkOrWhyNot(
  engine: EngineClient,
  catalog: Catalog | undefined,
): Promise<{ readonly fragment: string; readonly problems: readonly SceneProblem[] | undefined }> {
  try {
    return { fragment: await fragmentOf(engine, {}, catalog), problems: undefined };
  } catch (problem) {
    // Some scenes need the full engine, and only the full engine can report their problem. The refusal is therefore
    // thrown, and the caller asks the full engine.
    if (!(problem instanceof SceneRefused) || problem.needsFull) throw problem;
    return { fragment: await fragmentOfPreset(engine, catalog), problems: problem.problems };
  }
}

/** Link to the scene on the page, as differences from its base. */
export function fragmentOf(engine: EngineClient, view: ViewInLink, catalog: Catalog | undefined): Promise<string> {
  const { scenario } = sceneStore.getState();
  if (scenario === undefined) throw new Error('no scene is open');
  return engine.encodeLink(scenario, baseOfLink(), { ...view, ...viewInLink(catalog) });
}

/**
 * Base of the link to the scene on the page: the link contains only the differences of the scene from this scenario.
 */
function baseOfLink(): Scenario {
  const { base, preset, presets } = sceneStore.getState();
  const from = base ?? preset?.scenario ?? presets[0]?.scenario;
  if (from === undefined) throw new Error('this build carries no preset');
  return from;
}

/** The parts of the current view that differ from the default. */
function viewInLink(catalog: Catalog | undefined): ViewInLink {
  const { pace, stepKind } = sceneStore.getState();
  const { soloLane, workspace, settings, packetColour, interval } = viewStore.getState();
  return {
    ...(pace === DEFAULT_PACE ? {} : { speed: pace }),
    ...stepInLink(stepKind, catalog),
    ...(soloLane === undefined ? {} : { solo_lane: soloLane }),
    ...(workspace === WATCH ? {} : { workspace }),
    ...(packetColour === 'flow' ? {} : { packets: packetColour }),
    ...(interval === undefined ? {} : { interval: [interval.from_s, interval.until_s] as const }),
    ...(settings[workspace] === undefined ? {} : { [workspace]: settings[workspace] }),
    ...presenterInLink(viewStore.getState()),
  };
}

/** Link to the unchanged preset, with the current view. */
function fragmentOfPreset(engine: EngineClient, catalog: Catalog | undefined): Promise<string> {
  const base = baseOfLink();
  return engine.encodeLink(base, base, viewInLink(catalog));
}

/** Link to any scene from its start, in the workspace Paper or with `view`. */
export function fragmentOfScene(
  engine: EngineClient,
  scenario: Scenario,
  preset: Scenario,
  view: ViewInLink = { workspace: 'paper' },
): Promise<string> {
  return engine.encodeLink(scenario, preset, view);
}
