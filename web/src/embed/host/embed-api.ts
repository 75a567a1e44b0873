/**
 * The module for pages that show a scene of the lab in a frame: the messages between page and frame, a class that
 * exchanges them, and the element `<chokepoint-scene>`. The build writes it as `embed-api.js` with its types.
 * docs/embedding.md describes its use. It has no imports, so that such a page loads one small file.
 */

/** Version of the messages. Each message contains it. */
type Version = 1;

export type SettingValue = number | string | boolean;

/** A message from the page to the frame. Each message gets a response, with the same `id` if the message had one. */
export type Request =
  /** Opens another scene. The scene is an address of the lab, its fragment, or `?preset=…` with public parameters. */
  | { readonly type: 'open'; readonly scene: string }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** Goes to a simulated time [s]. */
  | { readonly type: 'seek'; readonly at_s: number }
  /**
   * Changes a setting from the current time on. The setting is given by its path in a scene, such as
   * `flows.0.rate_bps`.
   */
  | { readonly type: 'set'; readonly path: string; readonly value: SettingValue }
  /** Asks for the state of the run. */
  | { readonly type: 'state' }
  /** Asks for the result objects of all lanes up to the current time. */
  | { readonly type: 'result' };

export interface SceneState {
  readonly type: 'state';
  /** `waiting`: the scene has not been visible yet, so it has not started. */
  readonly state: 'waiting' | 'opening' | 'playing' | 'paused' | 'finished' | 'lost';
  readonly at_s: number;
  readonly duration_s: number;
  readonly title: string;
  /** Names of the disciplines, in the order of the lanes. */
  readonly lanes: readonly string[];
}

/** A problem of a refused request: the field, the value, and the allowed values. The scene has not changed. */
export interface Problem {
  readonly field: string;
  readonly value: string;
  readonly allowed: string;
}

/** A message from the frame to the page: an answer, or a report without a request. */
export type Report =
  /** The frame's first message. From now on it accepts requests. */
  | { readonly type: 'ready' }
  | SceneState
  | { readonly type: 'result'; readonly results: readonly unknown[] }
  | { readonly type: 'refused'; readonly problems: readonly Problem[] }
  /** The smallest height at which the frame does not scroll at its current width [CSS pixels]. */
  | { readonly type: 'height'; readonly height_px: number };

export type Message<Body> = Body & { readonly chokepoint: Version; readonly id?: number };

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
 * A scene in a frame. Requests that are made before the frame is ready are sent when it is ready. Every report is
 * dispatched as a `CustomEvent` named by its type (`state`, `result`, `refused`, `height`, `ready`), with the message
 * as `detail`.
 */
export class ChokepointScene extends EventTarget {
  /** The last reported state. */
  state: SceneState | undefined;
  /** Resolves when the frame can accept requests. */
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
    // The frame may have sent `ready` before this page listened, so this page asks for its state. The target origin may
    // be any, because the request contains no secret.
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

  /** Stops listening. The frame itself is not removed. */
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
      this.dispatch({ type: 'ready' });
      for (const { message } of this.waiting.values()) this.send(message);
    }
    if (report.type === 'state') this.state = report;
    const asked = report.id === undefined ? undefined : this.waiting.get(report.id);
    if (asked !== undefined) {
      this.waiting.delete(report.id as number);
      if (report.type === 'refused') asked.reject(new RequestRefused(report.problems));
      else asked.resolve(report);
    }
    if (report.type !== 'ready') this.dispatch(report);
  }

  private dispatch(report: Report): void {
    this.dispatchEvent(new CustomEvent(report.type, { detail: report }));
  }
}

/** Connects to the scene in a frame of this page. */
export function embed(frame: HTMLIFrameElement): ChokepointScene {
  return new ChokepointScene(frame);
}

/**
 * The permissions of a frame: it may run its script, open the lab in a new tab, and have its own origin, which the
 * engine's workers need.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';
/** Attributes of the element that become parameters of the address. */
const WORDS = ['preset', 'aqm', 'set', 'at', 'show', 'hide', 'plot', 'theme', 'play'] as const;

// Outside a browser, for example during server rendering, there is no class `HTMLElement`.
const Base = typeof HTMLElement === 'undefined' ? (Object as unknown as typeof HTMLElement) : HTMLElement;

/**
 * `<chokepoint-scene preset="choked-model1" height="450">`. `link` is any link of the lab, and `src` the address of an
 * embed. `lab` is the lab's folder, by default that of this module. With `height="auto"` the frame has the height that
 * the scene needs. The property `scene` exchanges messages with the frame.
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
    // On a page with the lab's own origin, the sandbox gives no protection, and browsers warn about it
    // (docs/decisions/0050).
    if (new URL(address).origin === location.origin) frame.removeAttribute('sandbox');
    else frame.setAttribute('sandbox', SANDBOX);
    if (frame.src !== address) frame.src = address;
  }

  private address(): string {
    const src = this.getAttribute('src');
    if (src) return new URL(src, document.baseURI).href;
    const link = this.getAttribute('link') ?? '';
    const at = link.indexOf('#');
    // A link that is only a fragment opens in the lab that `lab` names; without `lab`, in the lab from which this
    // module was loaded.
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
