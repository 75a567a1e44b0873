import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScriptFacts, ScriptProblem } from '../../core/border/script';
import { REST_MS, ScriptWriter, type WriterState } from './script-writer';

const FACTS = { lines: [1] } as unknown as ScriptFacts;
const PROBLEM: ScriptProblem = { line: 1, column: 2, problem: 'is not a script' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lane that runs the text `old`. Texts that begin with `wrong` cannot be parsed. */
function bench() {
  const written: string[] = [];
  const states: WriterState['kind'][] = [];
  const described: string[] = [];
  /** Engine responses that the test delays. */
  const gates: (() => void)[] = [];
  let isSlow = false;
  const writer = new ScriptWriter(
    {
      readScript: async (text) => {
        if (isSlow) await new Promise<void>((resolve) => gates.push(resolve));
        return text.startsWith('wrong') ? PROBLEM : FACTS;
      },
      writeScript: async (lane, text) => {
        if (text === 'lost') throw new Error('the engine is lost');
        written.push(`${lane} ${text}`);
        writer.runs(text);
      },
    },
    1,
    'old',
    { onState: ({ kind }) => states.push(kind), onFacts: (_, text) => described.push(text) },
  );
  return {
    writer,
    written,
    states,
    described,
    gates,
    slow: () => {
      isSlow = true;
    },
  };
}

describe('the draft in the editor', () => {
  it('is in the store from the first key until it runs, with its problem', async () => {
    const { writer } = bench();
    expect(writer.draft).toBeUndefined();
    writer.typed('wrong');
    expect(writer.draft).toEqual({ text: 'wrong', of: 'old' });
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(writer.draft).toEqual({ text: 'wrong', of: 'old', problem: PROBLEM });
    // The lane gets another text while the user's draft is invalid. The draft stays, and `of` names the new text.
    writer.runs('other');
    expect(writer.draft).toEqual({ text: 'wrong', of: 'other', problem: PROBLEM });
    writer.typed('right');
    expect(writer.draft).toEqual({ text: 'right', of: 'other' });
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(writer.draft).toBeUndefined();
  });
});

describe('a text that the user types', () => {
  it('runs once, half a second after the last key', async () => {
    const { writer, written, states } = bench();
    writer.typed('n');
    await vi.advanceTimersByTimeAsync(REST_MS - 1);
    writer.typed('new');
    await vi.advanceTimersByTimeAsync(REST_MS - 1);
    expect(written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(written).toEqual(['1 new']);
    expect(states).toEqual(['waits', 'waits', 'runs']);
    expect(writer.isBusy).toBe(false);
  });

  it('leaves the last valid text running if it has a mistake', async () => {
    const { writer, written, states } = bench();
    writer.typed('wrong');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(states.at(-1)).toBe('wrong');
    expect(written).toEqual([]);
    writer.typed('right');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(written).toEqual(['1 right']);
    expect(states.at(-1)).toBe('runs');
  });

  it('is not written again if it equals the running text', async () => {
    const { writer, written, states } = bench();
    writer.typed('wrong');
    await vi.advanceTimersByTimeAsync(REST_MS);
    writer.typed('old');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(written).toEqual([]);
    expect(states.at(-1)).toBe('runs');
  });

  it('makes a late answer about an earlier text irrelevant', async () => {
    const { writer, written, states, gates, slow } = bench();
    slow();
    writer.typed('wrong');
    await vi.advanceTimersByTimeAsync(REST_MS);
    writer.typed('right');
    gates.shift()?.();
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(states).toEqual(['waits', 'waits']);
    gates.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(written).toEqual(['1 right']);
    expect(states).toEqual(['waits', 'waits', 'runs']);
  });

  it('is reported if the lane could not be changed to it', async () => {
    const { writer, states } = bench();
    writer.typed('lost');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(states.at(-1)).toBe('failed');
  });

  it('is ignored after the editor is closed', async () => {
    const { writer, written } = bench();
    writer.typed('new');
    writer.dispose();
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(written).toEqual([]);
  });
});

describe('a text that is set from outside the editor', () => {
  it('is shown while the user is not typing', () => {
    const { writer } = bench();
    expect(writer.runs('old')).toBe(false);
    expect(writer.runs('undone')).toBe(true);
    // The editor shows this text and then reports it as if it had been typed. The report must not start another change.
    writer.typed('undone');
    expect(writer.isBusy).toBe(false);
  });

  it('does not replace a text that the user is typing, valid or not', async () => {
    const { writer } = bench();
    writer.typed('wrong');
    expect(writer.runs('undone')).toBe(false);
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(writer.runs('old')).toBe(false);
  });

  it('changes nothing if it was written in this editor', async () => {
    const { writer } = bench();
    writer.typed('new');
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(writer.runs('new')).toBe(false);
  });
});

it('a running text is read for its declarations, and not written again', async () => {
  const { writer, described, written } = bench();
  await writer.describe();
  expect(described).toEqual(['old']);
  expect(written).toEqual([]);
});
