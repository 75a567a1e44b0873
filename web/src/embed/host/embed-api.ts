/**
 * For pages that show a scene of the lab in a frame: the messages that page and frame send each other, a class that speaks
 * them, and the element `<chokepoint-scene>`. Built by itself as `embed-api.js` with its types; docs/embedding.md
 * describes its use. It imports nothing, so that one small file is all that such a page loads.
 */

/** Version of the messages; every one carries it. */
type Version = 1;

export type SettingValue = number | string | boolean;

/** From the page to the frame. Each one is answered, with the same `id` if it had one. */
export type Request =
  /** Another scene: an address of the lab, its fragment, or `?preset=…` with public parameters. */
  | { readonly type: 'open'; readonly scene: string }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** To a moment of the run [s]. */
  | { readonly type: 'seek'; readonly at_s: number }
  /** A setting by its path in a scene, `flows.0.rate_bps`, from this moment on. */
  | { readonly type: 'set'; readonly path: string; readonly value: SettingValue }
  /** The state of the run. */
  | { readonly type: 'state' }
  /** The result objects of all lanes as far as they have run. */
  | { readonly type: 'result' };

export interface SceneState {
  readonly type: 'state';
  /** `waiting`: not started yet, since it has not been in sight. */
  readonly state: 'waiting' | 'opening' | 'playing' | 'paused' | 'finished' | 'lost';
  readonly at_s: number;
  readonly duration_s: number;
  readonly title: string;
  /** Names of the disciplines, in order. */
  readonly lanes: readonly string[];
}

/** A refused request: the field, the value, and the allowed ones. Nothing has changed. */
export interface Problem {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** From the frame to the page: as answers, and by itself. */
export type Report =
  /** It listens; the first message of a frame. */
  | { readonly type: 'ready' }
  | SceneState
  | { readonly type: 'result'; readonly results: readonly unknown[] }
  | { readonly type: 'refused'; readonly problems: readonly Problem[] }
  /** The least height at which nothing has to be scrolled, at the width that the frame has [CSS pixels]. */
  | { readonly type: 'height'; readonly height_px: number };

export type Message<Body> = Body & { readonly chokepoint: Version; readonly id?: number };

/** The reason why a request was refused. */
export class RequestRefused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ field, value, allowed }) => `${field} ${value}: ${allowed}`).join('\n'));
    this.name = 'RequestRefused';
  }
}

interface Waiting {
  readonly message: Message<Request>;
  readonly resolve: (report: Report) => void;
  readonly reject: (problem: Error) => void;
}

/**
 * A scene in a frame. Requests made before the frame listens wait until it does. Dispatches a `CustomEvent` with the
 * message as its `detail` for every report, named by its type: `state`, `result`, `refused`, `height`, `ready`.
 */
export class ChokepointScene extends EventTarget {
  /** The last report. */
  state: SceneState | undefined;
  /** Fulfilled when the frame listens. */
  readonly ready: Promise<void>;
  private isReady = false;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly leave = new AbortController();

  constructor(readonly frame: HTMLIFrameElement) {
    super();
    const { signal } = this.leave;
    this.ready = new Promise((resolve) => {
      this.addEventListener('ready', () => resolve(), { once: true, signal });
    });
    window.addEventListener('message', (event) => this.take(event), { signal });
    // A frame that listens already has said so before; the question holds nothing that another page may not read.
    const call = (): void => frame.contentWindow?.postMessage({ chokepoint: 1, type: 'state' }, '*');
    frame.addEventListener('load', call, { signal });
    call();
  }

  open(scene: string): Promise<SceneState> {
    return this.ask({ type: 'open', scene }) as Promise<SceneState>;
  }

  play(): Promise<SceneState> {
    return this.ask({ type: 'play' }) as Promise<SceneState>;
  }

  pause(): Promise<SceneState> {
    return this.ask({ type: 'pause' }) as Promise<SceneState>;
  }

  seek(at_s: number): Promise<SceneState> {
    return this.ask({ type: 'seek', at_s }) as Promise<SceneState>;
  }

  set(path: string, value: SettingValue): Promise<SceneState> {
    return this.ask({ type: 'set', path, value }) as Promise<SceneState>;
  }

  async result(): Promise<readonly unknown[]> {
    return ((await this.ask({ type: 'result' })) as Report & { type: 'result' }).results;
  }

  /** Listens no more; the frame stays as it is. */
  close(): void {
    this.leave.abort();
    for (const { reject } of this.waiting.values()) reject(new Error('the scene was closed'));
    this.waiting.clear();
  }

  private ask(request: Request): Promise<Report> {
    this.lastId += 1;
    const message = { ...request, chokepoint: 1 as const, id: this.lastId };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.isReady) this.send(message);
    });
  }

  private send(message: Message<Request>): void {
    this.frame.contentWindow?.postMessage(message, this.origin);
  }

  private get origin(): string {
    return new URL(this.frame.src, document.baseURI).origin;
  }

  private take({ source, origin, data }: MessageEvent): void {
    if (source !== this.frame.contentWindow || origin !== this.origin || data?.chokepoint !== 1) return;
    const report = data as Message<Report>;
    if (!this.isReady) {
      this.isReady = true;
      this.tell({ type: 'ready' });
      for (const { message } of this.waiting.values()) this.send(message);
    }
    if (report.type === 'state') this.state = report;
    const asked = report.id === undefined ? undefined : this.waiting.get(report.id);
    if (asked !== undefined) {
      this.waiting.delete(report.id as number);
      if (report.type === 'refused') asked.reject(new RequestRefused(report.problems));
      else asked.resolve(report);
    }
    if (report.type !== 'ready') this.tell(report);
  }

  private tell(report: Report): void {
    this.dispatchEvent(new CustomEvent(report.type, { detail: report }));
  }
}

/** The scene in a frame of the page. */
export function embed(frame: HTMLIFrameElement): ChokepointScene {
  return new ChokepointScene(frame);
}

/** A frame may run its script and open the lab in a tab of its own; the engine's workers need its own origin. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';
/** Attributes that are words of the address. */
const WORDS = ['preset', 'aqm', 'set', 'at', 'show', 'hide', 'plot', 'theme', 'play'] as const;

// A page made without a browser has no elements.
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * `<chokepoint-scene preset="choked-model1" height="450">`. `link` takes any link of the lab, `src` the address of an
 * embed; `lab` is the lab's folder, if not that of this module, and `height="auto"` follows the scene's needs. `scene`
 * speaks with it.
 */
export class ChokepointSceneElement extends Base {
  static readonly observedAttributes = ['src', 'link', 'lab', ...WORDS, 'width', 'height', 'title'];
  scene: ChokepointScene | undefined;

  connectedCallback(): void {
    const frame = document.createElement('iframe');
    frame.loading = 'lazy';
    frame.referrerPolicy = 'no-referrer';
    frame.setAttribute('frameborder', '0');
    Object.assign(frame.style, { display: 'block', maxWidth: '100%', border: '0' });
    if (this.style.display === '') this.style.display = 'block';
    this.lay(frame);
    this.replaceChildren(frame);
    this.scene = new ChokepointScene(frame);
    this.scene.addEventListener('height', (event) => {
      const { height_px } = (event as CustomEvent<Report & { type: 'height' }>).detail;
      if (this.getAttribute('height') === 'auto') frame.style.height = `${height_px}px`;
    });
  }

  disconnectedCallback(): void {
    this.scene?.close();
    this.scene = undefined;
  }

  attributeChangedCallback(): void {
    if (this.scene !== undefined) this.lay(this.scene.frame);
  }

  private lay(frame: HTMLIFrameElement): void {
    const height = this.getAttribute('height') ?? '';
    frame.style.width = lengthOf(this.getAttribute('width') ?? '100%');
    frame.style.height = lengthOf(height === 'auto' || height === '' ? '450' : height);
    frame.title = this.getAttribute('title') || 'A queue, packet by packet: Chokepoint';
    const address = this.address();
    // To a page of the lab's own origin it gives no protection, and browsers warn of it (docs/decisions/0050).
    if (new URL(address).origin === location.origin) frame.removeAttribute('sandbox');
    else frame.setAttribute('sandbox', SANDBOX);
    if (frame.src !== address) frame.src = address;
  }

  private address(): string {
    const src = this.getAttribute('src');
    if (src) return new URL(src, document.baseURI).href;
    const link = this.getAttribute('link') ?? '';
    const at = link.indexOf('#');
    // A fragment alone is a scene of the lab that is named, or that this module was loaded from.
    const named = at > 0 ? link.slice(0, at) : this.getAttribute('lab');
    const address = new URL('embed.html', named ? new URL(named, document.baseURI) : import.meta.url);
    for (const word of WORDS) {
      const value = this.getAttribute(word);
      if (value !== null) address.searchParams.set(word, word === 'play' && value === '' ? '1' : value);
    }
    address.hash = link.slice(at + 1);
    return address.href;
  }
}

function lengthOf(text: string): string {
  return /^\d+$/.test(text) ? `${text}px` : text;
}

if (typeof customElements !== 'undefined' && customElements.get('chokepoint-scene') === undefined)
  customElements.define('chokepoint-scene', ChokepointSceneElement);
