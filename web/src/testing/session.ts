/** A session on real engines, run in-process by the test, which also advances its time. */

import type { Frame } from '../core/border/border.gen';
import { type EngineClient, EngineLost } from '../core/border/client';
import type { Preset } from '../core/border/scenario';
import type { FrameCallback } from '../core/run/frame-loop';
import type { RunBuffer } from '../core/run/run-buffer';
import type { BarEntry } from '../core/session/address-bar';
import { Session, type Surroundings } from '../core/session/session';
import { FEATURES } from '../features';
import { answered, type Machine, settled, testEngine } from './engine';
import { SMALL_SCENE } from './small-scene';

export const PRESET: Preset = {
  order: 1,
  document: { id: 'thesis', title: 'A thesis', citation: 'Someone, 2015', place: 'section 4' },
  lesson: 'Greed does not pay.',
  scenario: { ...SMALL_SCENE, queue: { params: { max_th: 80 } } },
};

/**
 * Open sessions. They end with a test or with its file, because a timer of an earlier session would write into the
 * shared stores.
 */
const sessions: Record<End, Session[]> = { test: [], file: [] };
type End = 'test' | 'file';

/** Closes the session after the test. */
export function closedAfterTest(session: Session): Session {
  sessions.test.push(session);
  return session;
}

/**
 * Closes sessions. `fresh-stores.ts`, which runs before every test file, calls this function. This module is loaded
 * once for many files, so a hook here would apply only to the first of them.
 */
export function closeSessions(end: End): void {
  for (const session of sessions[end].splice(0)) session.close();
}

export interface StartedSession {
  readonly session: Session;
  /** Advances real time by `real_s` [s], frame by frame. */
  readonly play: (real_s: number) => Promise<void>;
  readonly now: () => number;
  /** The first lane. */
  readonly run: () => RunBuffer;
  readonly frame: () => Frame;
  /** The query of the current address. */
  readonly search: () => string;
  readonly back: () => Promise<void>;
  /** Pastes a link into the address bar. */
  readonly paste: (fragment: string) => Promise<void>;
}

export async function started({
  fragment = '',
  search = '',
  engines = [],
  machine = {},
  mostEngines = Number.POSITIVE_INFINITY,
  preset = PRESET,
  others = [],
  archive = '',
  endsWith = 'test',
  onMade,
  ...more
}: Pick<Surroundings, 'isFramed' | 'parseFirst'> & {
  fragment?: string;
  /** The query of the address, with its `?`. */
  search?: string;
  /** The session's first engines. More are started when needed. */
  engines?: EngineClient[];
  /** Speed and faults of the workers for these additional engines. */
  machine?: Machine;
  mostEngines?: number | undefined;
  preset?: Preset;
  /** Further presets in the list of scenes. */
  others?: readonly Preset[];
  /** The archive of earlier versions of presets, with one version per line. */
  archive?: string;
  /** `file` means that the session is started once for all tests in a file. */
  endsWith?: End;
  /** Called with the session before it starts. */
  onMade?: (session: Session) => void;
} = {}): Promise<StartedSession> {
  /** The browser's history up to the current entry. */
  const entries: BarEntry[] = [entryOf(fragment)];
  let onTick: FrameCallback = () => undefined;
  let query = search;
  let now_ms = 0;
  let connected = 0;
  const session = new Session([preset, ...others], {
    features: FEATURES,
    loadArchive: () => Promise.resolve(archive),
    connect: async (kind) => {
      connected += 1;
      if (connected > mostEngines) throw new EngineLost('there is no other');
      return engines.shift() ?? testEngine(kind === undefined ? machine : { ...machine, kind });
    },
    bar: {
      read: () => entries.at(-1) ?? entryOf(''),
      write: (entry, isNew) => {
        if (!isNew) entries.pop();
        entries.push(entry);
      },
    },
    addressOf: (text) => `https://example.org/#${text}`,
    search,
    keepSearch: (text) => {
      query = text;
    },
    onFrame: (_, callback) => {
      onTick = callback;
      return () => undefined;
    },
    report: (problem) => {
      throw problem;
    },
    ...more,
  });
  sessions[endsWith].push(session);
  onMade?.(session);
  const run = (): RunBuffer => {
    const [lane] = session.lanes;
    if (lane === undefined) throw new Error('no scene is open');
    return lane.run;
  };
  await session.start();
  return {
    session,
    run,
    frame: () => run().latest,
    search: () => query,
    paste: (text) => {
      entries.push(entryOf(text));
      session.followAddress();
      return settled();
    },
    back: () => {
      entries.pop();
      session.followAddress();
      return settled();
    },
    now: () => session.lanes[0]?.run.latest.scalars.now_s ?? Number.NaN,
    play: async (real_s) => {
      for (let frame = 0; frame <= real_s * 60; frame += 1) {
        now_ms += 1000 / 60;
        onTick(now_ms);
        await answered();
      }
      await settled();
    },
  };
}

/** The history entry for an address that the page did not make. */
export function entryOf(fragment: string): BarEntry {
  return { fragment, id: undefined, unsaid: undefined };
}

export { settled };
