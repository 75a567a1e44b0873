import { describe, expect, it, vi } from 'vitest';
import { type CommandKind, CommandQueue } from './command-queue';

/** A queue that logs its commands. Each command runs until the test ends it. */
function queue() {
  let now_ms = 0;
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const commands = new CommandQueue(
    (command, signal) => command.run(signal),
    () => now_ms,
  );
  return {
    log,
    commands,
    add: (name: string, kind: CommandKind, key?: string): Promise<void> =>
      commands.add({
        kind,
        ...(key === undefined ? {} : { key }),
        run: (signal) =>
          new Promise((resolve) => {
            log.push(name);
            ends.set(name, resolve);
            const cut = (): void => {
              log.push(`${name} is cut short`);
              resolve();
            };
            if (signal.aborted) cut();
            else signal.addEventListener('abort', cut);
          }),
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await turns();
    },
    passes: (ms: number): void => {
      now_ms += ms;
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('the queue of commands', () => {
  it('runs commands one after another, in their order', async () => {
    const { add, end, log, commands } = queue();
    const done = [add('change', 'change'), add('ask', 'ask'), add('settle', 'settle')];
    expect(log).toEqual(['change']);
    await end('change');
    await end('ask');
    expect(log).toEqual(['change', 'ask', 'settle']);
    expect(commands.isIdle).toBe(false);
    await end('settle');
    expect(commands.isIdle).toBe(true);
    await Promise.all(done);
  });

  it('continues after a command that fails', async () => {
    const log: string[] = [];
    const commands = new CommandQueue(async (command, signal) => {
      await command.run(signal).catch(() => log.push('failed'));
    });
    const failing = commands.add({ kind: 'ask', run: () => Promise.reject(new Error('no')) });
    const next = commands.add({ kind: 'ask', run: async () => void log.push('next') });
    await Promise.all([failing, next]);
    expect(log).toEqual(['failed', 'next']);
  });

  it('skips a command that a later one makes useless, and resolves it', async () => {
    const { add, end, log } = queue();
    const first = add('first', 'move');
    const left = [add('seek 1', 'move'), add('step', 'step', 'step'), add('seek 2', 'move')];
    const steps = [add('back', 'step', 'back'), add('back again', 'step', 'back'), add('on', 'step', 'on')];
    await end('first');
    await first;
    await Promise.all([left[0], left[1], steps[0]]);
    await end('seek 2');
    await end('back again');
    await end('on');
    expect(log).toEqual(['first', 'seek 2', 'back again', 'on']);
    await Promise.all([...left, ...steps]);
  });

  it('never skips a change, unless another scene is requested', async () => {
    const { add, end, log } = queue();
    void add('play', 'play');
    void add('change', 'change');
    void add('edit', 'edit');
    void add('seek', 'move');
    await end('play');
    await end('change');
    await end('edit');
    await end('seek');
    expect(log).toEqual(['play', 'change', 'edit', 'seek']);
  });

  it('lets a short move finish, and cuts a long one short', async () => {
    vi.useFakeTimers();
    const { add, log, passes, end } = queue();
    void add('seek 1', 'move');
    void add('seek 2', 'move');
    expect(log).toEqual(['seek 1']);
    passes(300);
    vi.advanceTimersByTime(300);
    await turns();
    expect(log).toEqual(['seek 1', 'seek 1 is cut short', 'seek 2']);
    await end('seek 2');
    vi.useRealTimers();
  });

  it('ends its work at once for another scene, and drops the commands for the previous scene', async () => {
    const { add, end, log } = queue();
    void add('edit', 'edit');
    const forgotten = ['change', 'settle', 'move', 'step'].map((kind) => add(kind, kind as CommandKind));
    void add('scene', 'scene');
    await Promise.all(forgotten);
    await end('scene');
    expect(log).toEqual(['edit', 'edit is cut short', 'scene']);
  });

  it('does not end a running command when a drag ends or a query is added', async () => {
    vi.useFakeTimers();
    const { add, log, passes } = queue();
    void add('scene', 'scene');
    void add('settle', 'settle');
    void add('ask', 'ask');
    passes(5000);
    vi.advanceTimersByTime(5000);
    await turns();
    expect(log).toEqual(['scene']);
    vi.useRealTimers();
  });

  it('ends the running command on request, and runs the rest', async () => {
    const { add, end, log, commands } = queue();
    void add('scene', 'scene');
    void add('play', 'play');
    void add('change', 'change');
    commands.stop();
    await turns();
    await end('change');
    expect(log).toEqual(['scene', 'scene is cut short', 'change']);
  });
});
