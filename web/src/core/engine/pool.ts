/**
 * Runs tasks on several workers, in batches. If a worker crashes, another replaces it and repeats the unfinished
 * batches. The batch that was running at the crash is bisected to find the task that causes it.
 */

import { EngineLost } from '../border/rpc';

interface PoolPlan<Task, Result, Client extends { close(): void }> {
  readonly workers: number;
  /** Number of workers that may work now, so that a core stays free for drawing. If absent, all may work. */
  readonly atOnce?: () => number;
  readonly connect: (signal: AbortSignal) => Promise<Client>;
  /**
   * Prepares a worker before its first task. Returns an iterator over the tasks. Every call has to return the same
   * iterator, so that each task is run once.
   */
  readonly open: (client: Client) => Promise<Iterator<Task>>;
  /**
   * Rejects with `EngineLost` if the worker crashed: the pool then replaces the worker. Any other error ends the work
   * of all workers.
   */
  readonly run: (client: Client, tasks: readonly Task[]) => Promise<Result>;
  readonly onBatch: (result: Result, tasks: readonly Task[]) => void | Promise<void>;
  /** Called for a task that is skipped because two workers crashed while running it. */
  readonly onGivenUp: (task: Task, reason: string) => void;
  readonly batches: BatchSizes;
  /** Prevents new batches. Started batches are completed. */
  readonly pause?: AbortSignal;
  /** Ends all work at once. */
  readonly cancel: AbortSignal;
}

interface BatchSizes {
  /** Intended duration of a batch [ms]. */
  readonly batch_ms: number;
  /** Largest number of tasks in a batch. */
  readonly max: number;
}

/** Weight of the newest batch in the moving average of the time for one task. */
const NEWEST_SHARE = 0.3;
/**
 * Number of batches sent to a worker: the running one and one more, so that the worker need not wait for a busy page.
 */
const BATCHES_AHEAD = 2;
/** How often a paused worker checks whether it may continue [ms]. */
const REST_MS = 50;
/** All work ends if the number of crashes in a row exceeds this number times the number of workers. */
const MAX_DEATHS = 3;
/** Number of crashes after which a task is skipped. */
const MAX_TRIES = 2;

/** Tasks that are sent to a worker together. */
interface Batch<Task> {
  readonly tasks: readonly Task[];
  /** Number of workers that crashed while running this batch. */
  readonly deaths: number;
}

/** Runs all tasks. Resolves early if paused. Rejects if the work as a whole fails. */
export async function runOnWorkers<Task, Result, Client extends { close(): void }>(
  plan: PoolPlan<Task, Result, Client>,
): Promise<void> {
  const { workers, pause, cancel } = plan;
  if (cancel.aborted) return;
  // Stops the other workers if an error in one worker ends all work.
  const stop = new AbortController();
  const { signal } = stop;
  const onCancel = (): void => stop.abort();
  cancel.addEventListener('abort', onCancel);
  const clients = new Clients<Client>();
  signal.addEventListener('abort', () => clients.endAll());
  const queue = new Queue(plan, () => pause?.aborted === true || signal.aborted);
  const failures: unknown[] = [];
  const work = async (place: number): Promise<void> => {
    try {
      await new Work(plan, queue, clients, signal, place).done();
    } catch (problem) {
      const { cause } = problem instanceof NotStarted ? problem : { cause: problem };
      failures.push(cause);
      // If a worker crashes or does not start, the others take over its tasks. Any other error ends all work.
      const isOwn = problem instanceof NotStarted || problem instanceof EngineLost;
      if (isOwn && queue.deaths <= MAX_DEATHS * workers) return;
      fatal ??= { problem: cause };
      stop.abort();
    }
  };
  let fatal: { readonly problem: unknown } | undefined;
  await Promise.all(Array.from({ length: Math.max(1, workers) }, (_, place) => work(place)));
  cancel.removeEventListener('abort', onCancel);
  if (cancel.aborted) return;
  if (fatal !== undefined) throw fatal.problem;
  if (failures.length > 0 && pause?.aborted !== true && !queue.isEmpty) throw failures[0];
}

/** The connected workers. Each worker is closed at most once. When the work ends, all that are left are closed. */
class Clients<Client extends { close(): void }> {
  private readonly all = new Set<Client>();

  add(client: Client): void {
    this.all.add(client);
  }

  end(client: Client): void {
    if (this.all.delete(client)) client.close();
  }

  endAll(): void {
    for (const client of this.all) this.end(client);
  }
}

class NotStarted extends Error {
  constructor(override readonly cause: unknown) {
    super('a worker could not be started');
  }
}

/** Tasks still to be sent to a worker, including those of crashed workers, and the mean time of the finished tasks. */
class Queue<Task, Result, Client extends { close(): void }> {
  /** Number of crashes since the last finished batch. */
  deaths = 0;
  private order: Iterator<Task> | undefined;
  private isOrderDone = false;
  private readonly again: Batch<Task>[] = [];
  /** Estimated time for one task [ms]. */
  private task_ms: number | undefined;

  constructor(
    private readonly plan: PoolPlan<Task, Result, Client>,
    private readonly isStopped: () => boolean,
  ) {}

  /** True if no further batch may begin. */
  get isOver(): boolean {
    return this.isStopped() || this.isEmpty;
  }

  get isEmpty(): boolean {
    return this.isOrderDone && this.again.length === 0;
  }

  async open(client: Client): Promise<void> {
    this.order = await this.plan.open(client);
  }

  next(): Batch<Task> | undefined {
    if (this.isStopped()) return undefined;
    const tried = this.again.shift();
    if (tried !== undefined) return tried;
    const { batch_ms, max } = this.plan.batches;
    const size = this.task_ms === undefined ? 1 : Math.max(1, Math.min(max, Math.round(batch_ms / this.task_ms)));
    const tasks: Task[] = [];
    while (tasks.length < size && !this.isOrderDone) {
      const next = this.order?.next();
      if (next === undefined || next.done === true) this.isOrderDone = true;
      else tasks.push(next.value);
    }
    return tasks.length === 0 ? undefined : { tasks, deaths: 0 };
  }

  async add(result: Result, tasks: readonly Task[], spent_ms: number): Promise<void> {
    this.deaths = 0;
    const measured = spent_ms / Math.max(1, tasks.length);
    this.task_ms = this.task_ms === undefined ? measured : this.task_ms + NEWEST_SHARE * (measured - this.task_ms);
    await this.plan.onBatch(result, tasks);
  }

  /**
   * Records the crash of a worker with these batches. The first batch was running, so the crash counts against it; the
   * others were waiting.
   */
  lost([at, ...waiting]: readonly Batch<Task>[], reason: string): void {
    this.deaths += 1;
    if (at !== undefined) this.tryAgain({ ...at, deaths: at.deaths + 1 }, reason);
    this.again.push(...waiting);
  }

  private tryAgain({ tasks, deaths }: Batch<Task>, reason: string): void {
    const [task] = tasks;
    if (task === undefined) return;
    if (deaths < MAX_TRIES) {
      this.again.push({ tasks, deaths });
    } else if (tasks.length > 1) {
      const half = Math.ceil(tasks.length / 2);
      // The batch crashed `MAX_TRIES` workers, so it is halved. A half that crashes one more worker is halved again.
      const halves = [tasks.slice(0, half), tasks.slice(half)];
      this.again.push(...halves.map((some) => ({ tasks: some, deaths: MAX_TRIES - 1 })));
    } else {
      this.plan.onGivenUp(task, reason);
    }
  }
}

/** The work of one worker, and of each worker that replaces it after a crash. */
class Work<Task, Result, Client extends { close(): void }> {
  constructor(
    private readonly plan: PoolPlan<Task, Result, Client>,
    private readonly queue: Queue<Task, Result, Client>,
    private readonly clients: Clients<Client>,
    private readonly signal: AbortSignal,
    /** Index of the worker, counted from 0. */
    private readonly place: number,
  ) {}

  /** True while this worker pauses to leave a core free for drawing. The first worker never pauses. */
  private get rests(): boolean {
    return this.place > 0 && this.place >= (this.plan.atOnce?.() ?? this.plan.workers);
  }

  async done(): Promise<void> {
    const { plan, queue, clients, signal } = this;
    while (!signal.aborted) {
      let client: Client | undefined;
      try {
        client = await plan.connect(signal).catch((cause: unknown) => {
          throw new NotStarted(cause);
        });
        clients.add(client);
        if (signal.aborted) return;
        await queue.open(client);
        if (await this.share(client)) return;
      } catch (problem) {
        if (signal.aborted) return;
        throw problem;
      } finally {
        if (client !== undefined) clients.end(client);
      }
    }
  }

  /** Works until the queue is empty (returns true) or the worker crashes (returns false). */
  private async share(client: Client): Promise<boolean> {
    const { queue, signal, plan } = this;
    const asked: { batch: Batch<Task>; answer: Promise<Result> }[] = [];
    let free_ms = performance.now();
    for (;;) {
      while (asked.length < BATCHES_AHEAD && !this.rests) {
        const batch = queue.next();
        if (batch === undefined) break;
        const answer = plan.run(client, batch.tasks);
        // A crash rejects all batches sent to the worker. Only the rejection of the first is handled; the others are
        // ignored.
        answer.catch(() => undefined);
        asked.push({ batch, answer });
      }
      const [front] = asked;
      if (front === undefined) {
        if (queue.isOver || !this.rests) return true;
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
        free_ms = performance.now();
        continue;
      }
      let result: Result;
      try {
        result = await front.answer;
      } catch (problem) {
        if (signal.aborted) return true;
        if (!(problem instanceof EngineLost)) throw problem;
        queue.lost(
          asked.map(({ batch }) => batch),
          problem.message,
        );
        if (queue.deaths > MAX_DEATHS * plan.workers) throw problem;
        return false;
      }
      asked.shift();
      const now_ms = performance.now();
      const spent_ms = now_ms - free_ms;
      free_ms = now_ms;
      await queue.add(result, front.batch.tasks, spent_ms);
    }
  }
}
