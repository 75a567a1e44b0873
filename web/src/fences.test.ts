/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The layers of the page's code, lowest first (ARCHITECTURE.md). A file may import from its own folder and from lower
 * layers.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['ui'],
  ['core/border'],
  ['core/engine', 'core/page', 'core/scene'],
  ['core/run', 'core/interval', 'core/experiment', 'core/playlist'],
  ['core/lesson', 'core/save'],
  // Panels import neither each other nor the session.
  [
    ...['core/controls', 'core/events', 'core/explain', 'core/headline', 'core/notices'],
    ...['core/picker', 'core/plots', 'core/stage', 'core/state', 'core/transport'],
  ],
  ['core/session'],
  // Features do not import each other.
  ['features/*'],
  ['features.ts'],
  ['app', 'worker', 'gallery'],
  ['embed'],
  ['main.tsx'],
];

/** Packages that the code of a worker may not import, since a worker has no page. */
const NOT_IN_WORKERS = /^(react|react-dom|zustand|d3-.*|@codemirror\/.*)(\/|$)/;
const WORKERS = ['worker/worker.ts'];

const ROOT = import.meta.dirname;
const FILES = (readdirSync(ROOT, { recursive: true }) as string[])
  .map((file) => file.split(sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$|\/pkg\//.test(file));
const KNOWN = new Set(FILES);

interface Import {
  readonly from: string;
  /** Undefined for a package. */
  readonly to: string | undefined;
  readonly name: string;
  readonly isType: boolean;
}

const IMPORTS = FILES.flatMap(importsOf);

function importsOf(from: string): readonly Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const found = text.matchAll(
    /(?<![.\w])(?:import|export)\b(\s+type\b)?(?:[\w\s{},*$]*?\bfrom\s*|\s*\(?\s*)['"]([^'"?\n]+)/g,
  );
  return [...found].map(([, type, name = '']) => ({
    from,
    name,
    to: name.startsWith('.')
      ? fileOf(
          normalize(join(dirname(from), name))
            .split(sep)
            .join('/'),
        )
      : undefined,
    isType: type !== undefined,
  }));
}

function fileOf(path: string): string | undefined {
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => KNOWN.has(file));
}

function roomOf(file: string): string {
  const [ring = '', room = ''] = file.split('/');
  return ring === 'core' || ring === 'features' ? `${ring}/${room}` : ring;
}

function floorOf(room: string): number {
  return FLOORS.findIndex(
    (rooms) => rooms.includes(room) || (room.startsWith('features/') && rooms.includes('features/*')),
  );
}

const isOfTests = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('testing/');

describe('the layers of the page’s code', () => {
  const ofPage = IMPORTS.filter(({ from }) => !isOfTests(from));

  it('contain every file', () => {
    expect(FILES.length).toBeGreaterThan(500);
    expect(
      [...new Set(FILES.filter((file) => !isOfTests(file)).map(roomOf))].filter((room) => floorOf(room) < 0),
    ).toEqual([]);
    // Checks that the pattern above finds any imports at all.
    expect(ofPage.filter(({ to }) => to !== undefined).length).toBeGreaterThan(FILES.length);
  });

  it('are imported only from higher layers', () => {
    const wrong = ofPage.filter(({ from, to }) => {
      if (to === undefined) return false;
      const [here, there] = [roomOf(from), roomOf(to)];
      return here !== there && floorOf(there) >= floorOf(here);
    });
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('do not import tests and test tools', () => {
    const wrong = ofPage.filter(({ to }) => to !== undefined && isOfTests(to));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('do not load code of the page into workers', () => {
    const reached = new Set<string>(WORKERS);
    for (const file of reached)
      for (const { from, to, isType } of IMPORTS) if (from === file && to !== undefined && !isType) reached.add(to);
    expect(reached.size).toBeGreaterThan(10);
    const wrong = IMPORTS.filter(({ from, name, isType }) => reached.has(from) && !isType && NOT_IN_WORKERS.test(name));
    expect(wrong.map(({ from, name }) => `${relative('.', from)} imports ${name}`)).toEqual([]);
  });
});
