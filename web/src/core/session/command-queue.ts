/**
 * Queue of the requests of the user and of the clock to the engines, which run one at a time. Every request runs in
 * turn, unless a later one makes it obsolete. A long command ends early if a request for another scene or time arrives
 * (`CUT_SHORT`).
 */

/**
 * `scene` opens another scene. `edit` changes the scene and restarts it. `change` changes a setting at the current
 * time. `settle` combines the changes of a drag into one. `move` goes to another time. `step` continues from the
 * current time. `play` plays for the clock. `ask` does not move the run.
 */
export type CommandKind = 'scene' | 'edit' | 'change' | 'settle' | 'move' | 'step' | 'play' | 'ask';

export interface Command {
  readonly kind: CommandKind;
  /** If two waiting commands have the same key, only the later command is run. */
  readonly key?: string;
  /** The signal is aborted when the command should end early. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

interface Entry {
  readonly command: Command;
  readonly controller: AbortController;
  readonly done: () => void;
  began_ms: number;
}

/**
 * Duration after which a running command counts as long [ms]. A long command ends early if one of the commands in
 * `CUT_SHORT` waits.
 */
const LONG_MS = 250;

/** For each kind of added command, the kinds of waiting commands that it cancels. */
const SUPERSEDED: Readonly<Partial<Record<CommandKind, readonly CommandKind[]>>> = {
  scene: ['scene', 'edit', 'change', 'settle', 'move', 'step', 'play'],
  edit: ['play'],
  move: ['move', 'step', 'play'],
};

/** For each kind of added command, the kinds of running commands that it cuts short. */
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

  /** True if no command is running, or only a request of the clock, which plays the run. */
  get isPlaying(): boolean {
    return this.current === undefined || this.current.command.kind === 'play';
  }

  /** Adds a command. Resolves when the command has run or was dropped. */
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

  /** Cancels the running command, and the waiting commands that would only continue it. */
  stop(): void {
    for (const entry of this.waiting) if (entry.command.kind === 'play') entry.done();
    this.waiting = this.waiting.filter(({ command }) => command.kind !== 'play');
    this.current?.controller.abort();
  }

  /**
   * Ends the running command early if a waiting command has another destination. For another scene this happens at
   * once, otherwise only if the running command is long.
   */
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
