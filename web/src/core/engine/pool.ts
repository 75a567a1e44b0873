/**
 * Runs tasks on several workers, in batches. A crashed worker is replaced, and only its own batches are repeated: the
 * current one in halves, until the task that causes the crash is found.
 */

import { EngineLost } from '../border/rpc';

interface PoolPlan<Task, Result, Client extends { close(): void }> {
  /** The number of workers. */
  readonly workers: number;
  /** The number of them that may work at this moment; the others rest, so that the screen has a core. Absent: all. */
  readonly atOnce?: () => number;
  /** Starts a worker. */
  readonly connect: (signal: AbortSignal) => Promise<Client>;
  /** Called with every worker before its first task: the tasks that are left, one iterator for all workers. */
  readonly open: (client: Client) => Promise<Iterator<Task>>;
  /** Rejects with `EngineLost` where the worker crashed; any other error ends the work of all. */
  readonly run: (client: Client, tasks: readonly Task[]) => Promise<Result>;
  readonly onBatch: (result: Result, tasks: readonly Task[]) => void | Promise<void>;
  /** Two workers crashed at this task: it is left out. */
  readonly onGivenUp: (task: Task, reason: string) => void;
  readonly batches: BatchSizes;
  /** No more batches are begun; those that were are waited for. */
  readonly pause?: AbortSignal;
  /** Ends everything at once. */
  readonly cancel: AbortSignal;
}

interface BatchSizes {
  /** So long a batch shall take [ms]. */
  readonly batch_ms: number;
  /** The most tasks of a batch, however short they are. */
  readonly max: number;
}

/** The share of the last batch in the measured time of a task. */
const NEWEST_SHARE = 0.3;
/** A worker has the next batch before it is done with one, so that it never waits for a page that draws. */
const BATCHES_AHEAD = 2;
/** So often a worker that rests looks whether it may work [ms]. */
const REST_MS = 50;
/** Crashes in a row, for each worker, before the work is given up. */
const MAX_DEATHS = 3;
/** A task at which this many workers crashed is left out. */
const MAX_TRIES = 2;

/** Tasks that belong together because they were tried together, or that have not been tried yet. */
interface Batch<Task> {
  readonly tasks: readonly Task[];
  /** Workers that crashed at it. */
  readonly deaths: number;
}

/** Done when all tasks are, or none is begun any more. Rejects when the work as a whole cannot be done. */
export async function runOnWorkers<Task, Result, Client extends { close(): void }>(
  plan: PoolPlan<Task, Result, Client>,
): Promise<void> {
  const { workers, pause, cancel } = plan;
  if (cancel.aborted) return;
  // One that fails for good stops the others.
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
      // A worker that does not start or crashes leaves the tasks to the others; any other error ends the work of all.
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

/** The workers that are there: each is closed once, all of them at once where the work ends. */
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

/** The tasks that are still to be begun, and their cost so far. */
class Queue<Task, Result, Client extends { close(): void }> {
  /** Crashes since a batch came in. */
  deaths = 0;
  private order: Iterator<Task> | undefined;
  private isOrderDone = false;
  private readonly again: Batch<Task>[] = [];
  /** Estimated time of a task [ms]. */
  private task_ms: number | undefined;

  constructor(
    private readonly plan: PoolPlan<Task, Result, Client>,
    private readonly isStopped: () => boolean,
  ) {}

  /** True if no further batch is begun. */
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

  /** A worker crashed at the first of these batches; the others waited behind it. */
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
      // Each half has one more try before it is halved.
      const halves = [tasks.slice(0, half), tasks.slice(half)];
      this.again.push(...halves.map((some) => ({ tasks: some, deaths: MAX_TRIES - 1 })));
    } else {
      this.plan.onGivenUp(task, reason);
    }
  }
}

/** One worker's share, and that of those that replace it. */
class Work<Task, Result, Client extends { close(): void }> {
  constructor(
    private readonly plan: PoolPlan<Task, Result, Client>,
    private readonly queue: Queue<Task, Result, Client>,
    private readonly clients: Clients<Client>,
    private readonly signal: AbortSignal,
    /** Counted from 0. */
    private readonly place: number,
  ) {}

  /** The first worker always works. */
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

  /** True if nothing is left to do; else the worker crashed. */
  private async share(client: Client): Promise<boolean> {
    const { queue, signal, plan } = this;
    const asked: { batch: Batch<Task>; answer: Promise<Result> }[] = [];
    let free_ms = performance.now();
    for (;;) {
      while (asked.length < BATCHES_AHEAD && !this.rests) {
        const batch = queue.next();
        if (batch === undefined) break;
        const answer = plan.run(client, batch.tasks);
        // Those behind the one in front are lost with it.
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
