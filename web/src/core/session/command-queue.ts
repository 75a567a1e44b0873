/**
 * Requests of the user and the clock to the engines, one after the other. None is lost: one made while another runs
 * waits for its turn, unless a later one makes it pointless. A long one gives way to a request that leads elsewhere.
 */

/**
 * `scene`: another scene. `edit`: the same scene, changed, from its start. `change`: a setting, now. `settle`: the changes of
 * a drag become one. `move`: to a moment. `step`: on from the present one. `play`: a stretch for the clock. `ask`: moves
 * nothing.
 */
export type CommandKind = 'scene' | 'edit' | 'change' | 'settle' | 'move' | 'step' | 'play' | 'ask';

export interface Command {
  readonly kind: CommandKind;
  /** Of two waiting commands with the same key the later one counts. */
  readonly key?: string;
  /** The signal is aborted when something else shall be done instead. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

interface Entry {
  readonly command: Command;
  readonly controller: AbortController;
  readonly done: () => void;
  began_ms: number;
}

/** A command that runs for longer gives way to one that leads elsewhere [ms]; a shorter one may finish. */
const LONG_MS = 250;

/** Kinds that lose their meaning when a command of a kind is asked for after them. */
const SUPERSEDED: Readonly<Partial<Record<CommandKind, readonly CommandKind[]>>> = {
  scene: ['scene', 'edit', 'change', 'settle', 'move', 'step', 'play'],
  edit: ['play'],
  move: ['move', 'step', 'play'],
};

/** Kinds that a command of a kind need not wait for. */
const CUT_SHORT: Readonly<Partial<Record<CommandKind, readonly CommandKind[]>>> = {
  scene: ['scene', 'edit', 'settle', 'move', 'step', 'play'],
  edit: ['scene', 'edit', 'settle', 'move', 'step', 'play'],
  move: ['scene', 'edit', 'settle', 'move', 'step', 'play'],
  step: ['step', 'play'],
  change: ['step', 'play'],
};

export class CommandQueue {
  private waiting: Entry[] = [];
  private current: Entry | undefined;

  /** `perform` runs a command and handles its errors. */
  constructor(
    private readonly perform: (command: Command, signal: AbortSignal) => Promise<void>,
    private readonly now_ms: () => number = () => performance.now(),
  ) {}

  get isIdle(): boolean {
    return this.current === undefined;
  }

  /** True if nothing but its own requests holds up the clock. */
  get isPlaying(): boolean {
    return this.current === undefined || this.current.command.kind === 'play';
  }

  /** Done when the command was carried out, or is not wanted any more. */
  add(command: Command): Promise<void> {
    const { kind, key } = command;
    const isPointless = (other: Command): boolean =>
      SUPERSEDED[kind]?.includes(other.kind) === true || (key !== undefined && other.key === key);
    for (const entry of this.waiting) if (isPointless(entry.command)) entry.done();
    this.waiting = this.waiting.filter((entry) => !isPointless(entry.command));
    return new Promise((done) => {
      this.waiting.push({ command, controller: new AbortController(), done, began_ms: 0 });
      this.cutShort();
      this.next();
    });
  }

  /** Cancels the running command, and all that would only continue it. */
  stop(): void {
    for (const entry of this.waiting) if (entry.command.kind === 'play') entry.done();
    this.waiting = this.waiting.filter(({ command }) => command.kind !== 'play');
    this.current?.controller.abort();
  }

  /** The running request gives way to those that wait: at once to another scene, else when it has run for long. */
  private cutShort(): void {
    const { current } = this;
    if (current === undefined || current.controller.signal.aborted) return;
    const gives = this.waiting.filter(({ command }) => CUT_SHORT[command.kind]?.includes(current.command.kind));
    if (gives.length === 0) return;
    const left_ms = gives.some(({ command }) => command.kind === 'scene')
      ? 0
      : LONG_MS - (this.now_ms() - current.began_ms);
    if (left_ms <= 0) current.controller.abort();
    else setTimeout(() => this.current === current && this.cutShort(), left_ms);
  }

  private next(): void {
    if (this.current !== undefined) return;
    const entry = this.waiting.shift();
    if (entry === undefined) return;
    this.current = entry;
    entry.began_ms = this.now_ms();
    this.cutShort();
    void this.perform(entry.command, entry.controller.signal).finally(() => {
      this.current = undefined;
      entry.done();
      this.next();
    });
  }
}
