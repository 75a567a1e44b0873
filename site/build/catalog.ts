/** What the pages of disciplines are made of: the engine's catalog, the presets, and what each discipline is held against. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalog, DisciplineAbout } from '../../web/src/core/border/catalog.ts';
import type { Preset } from '../../web/src/core/border/scenario.ts';

export const CATALOG = 'web/src/core/engine/pkg/catalog.json';
export const PRESETS = 'presets';
const SOURCES = 'crates/core/engine/src/discipline';

export interface Scene {
  readonly id: string;
  readonly title: string;
  readonly lesson: string;
  readonly order: number;
  readonly duration_s: number;
  readonly document: { readonly id: string; readonly title: string; readonly place: string };
  /** Disciplines of its lanes and of its experiment. */
  readonly disciplines: readonly string[];
}

export interface Family {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
}

/** By the folder in which the source of a discipline lies. */
export const FAMILIES: readonly Family[] = [
  { id: '', title: 'The yardstick', meaning: 'no management at all' },
  { id: 'random_early', title: 'Random early detection', meaning: 'the average queue gives the chance of a drop' },
  { id: 'choke_family', title: 'CHOKe and relatives', meaning: 'arrivals are compared with packets of the queue' },
  { id: 'control', title: 'Controllers', meaning: 'a controller holds a delay, a queue or a rate at its target' },
  { id: 'fair', title: 'Fair queueing', meaning: 'flows have queues, counters or rates of their own' },
];

export function readCatalog(root: string): Catalog {
  return JSON.parse(readFileSync(join(root, CATALOG), 'utf8')) as Catalog;
}

/** All scenes in the order of the lab. */
export function readScenes(root: string): readonly Scene[] {
  const folder = join(root, PRESETS);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => sceneOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as PresetFile))
    .sort((a, b) => a.order - b.order);
}

type PresetFile = Preset & { readonly experiment?: { readonly lanes?: readonly { readonly aqm: string }[] } };

function sceneOf({ order, document, lesson, experiment, scenario }: PresetFile): Scene {
  const lanes = [...(scenario.lanes ?? []), ...(experiment?.lanes ?? [])];
  return {
    ...{ id: scenario.id, title: scenario.title, lesson, order: Number(order), duration_s: scenario.duration_s },
    document: { id: document.id, title: document.title, place: document.place },
    disciplines: [...new Set(lanes.map(({ aqm }) => aqm))],
  };
}

/** The file of a discipline's source, from the root of the repository, and its family. */
export function sourceOf(root: string, id: string): { readonly path: string; readonly family: Family } {
  const name = `${id.replaceAll('-', '_')}.rs`;
  for (const family of FAMILIES) {
    const folder = join(root, SOURCES, family.id);
    const found = filesUnder(folder, family.id === '').find((file) => matches(file, name));
    if (found !== undefined) return { path: [SOURCES, family.id, found].filter(Boolean).join('/'), family };
  }
  throw new Error(`${SOURCES} has no ${name}, in which ${id} would be`);
}

function filesUnder(folder: string, isFlat: boolean): readonly string[] {
  return existsSync(folder) ? (readdirSync(folder, { recursive: !isFlat }) as string[]) : [];
}

/** `codel/mod.rs` is the source of CoDel as `codel.rs` would be. */
function matches(file: string, name: string): boolean {
  const parts = file.split(/[\\/]/);
  return basename(file) === name || (parts.at(-1) === 'mod.rs' && `${parts.at(-2)}.rs` === name);
}

export function byFamily(root: string, disciplines: readonly DisciplineAbout[]) {
  return FAMILIES.map((family) => ({
    family,
    members: disciplines.filter(({ id }) => sourceOf(root, id).family.id === family.id),
  }));
}

/** A row of the table of `docs/fidelity.md`: simulators, and formulas or bounds; undefined where it has none for the discipline. */
export function heldAgainst(
  root: string,
  id: string,
): { readonly simulators: string; readonly formulas: string } | undefined {
  const text = readFileSync(join(root, 'docs', 'fidelity.md'), 'utf8');
  const part = /^## What each discipline is held against\n([\s\S]*?)^## /m.exec(text)?.[1];
  if (part === undefined) throw new Error('docs/fidelity.md does not say what each discipline is held against');
  const row = part.split('\n').find((line) => line.startsWith(`| \`${id}\` |`));
  if (row === undefined) return undefined;
  const [, , simulators = '', formulas = ''] = row.split('|').map((cell) => cell.trim());
  return { simulators, formulas };
}
