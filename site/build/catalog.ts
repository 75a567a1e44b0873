/**
 * The data for the discipline pages: the engine's catalog, the presets, and each discipline's comparisons with other
 * simulators.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalog, DisciplineAbout } from '../../web/src/core/border/catalog.ts';
import type { Preset } from '../../web/src/core/border/scenario.ts';
import type { ScriptStart, ScriptTexts } from '../../web/src/core/border/script.ts';
import { placeOf } from './links.ts';

export const CATALOG = 'web/src/core/engine/pkg/catalog.json';
const SCRIPTS = 'web/src/core/engine/pkg/script-texts.json';
export const PRESETS = 'presets';
const SOURCES = 'crates/core/engine/src/discipline';

export interface Scene {
  readonly id: string;
  readonly title: string;
  readonly lesson: string;
  readonly order: number;
  readonly duration_s: number;
  readonly document: { readonly id: string; readonly title: string; readonly place: string };
  /** Disciplines that run in the scene's lanes or in its experiment. */
  readonly disciplines: readonly string[];
}

export interface Family {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
}

/** Families of disciplines, keyed by the folder of their source files. */
export const FAMILIES: readonly Family[] = [
  { id: '', title: 'The baseline', meaning: 'no management at all' },
  { id: 'random_early', title: 'Random early detection', meaning: 'the average queue sets the drop probability' },
  { id: 'choke_family', title: 'CHOKe and relatives', meaning: 'arrivals are compared with waiting packets' },
  { id: 'control', title: 'Controllers', meaning: 'a controller holds a delay, a queue or a rate at its target' },
  { id: 'fair', title: 'Fair queueing', meaning: 'the discipline keeps a queue, a counter or a rate for each flow' },
];

export function readCatalog(root: string): Catalog {
  return JSON.parse(readFileSync(join(root, CATALOG), 'utf8')) as Catalog;
}

export function readStarts(root: string): readonly ScriptStart[] {
  return (JSON.parse(readFileSync(join(root, SCRIPTS), 'utf8')) as ScriptTexts).starts;
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

/** A discipline's source file, relative to the root of the repository, and its family. */
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

/** True if a file is the discipline's source: for CoDel, `codel.rs` or `codel/mod.rs`. */
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

/** The references with which `docs/fidelity.md` compares a discipline, from the rows of its tables. */
export interface Held {
  /** Other simulators, named as in the table; empty if there are none. */
  readonly simulators: string;
  readonly formulas: string;
  /**
   * Number of pairs of runs compared with Linux's kernel, and how many of them agree. Undefined if the table has no
   * such row.
   */
  readonly kernel: { readonly pairs: string; readonly hold: string } | undefined;
}

export function heldAgainst(root: string, id: string): Held {
  const text = readFileSync(join(root, 'docs', 'fidelity.md'), 'utf8');
  const [, simulators = '', formulas = ''] = rowOf(text, 'References of each discipline', id) ?? [];
  const kernel = rowOf(text, "Against Linux's kernel in virtual time", LINUX[id] ?? id.replaceAll('-', '_'));
  return {
    simulators: simulators.startsWith('**') ? '' : simulators,
    formulas,
    kernel: kernel === undefined ? undefined : { pairs: kernel[1] ?? '', hold: kernel[2] ?? '' },
  };
}

/** Names of Linux's disciplines that differ from ours in more than hyphens. */
const LINUX: Readonly<Record<string, string>> = { 'drop-tail': 'pfifo' };

/** The cells of the row for `name` in the section `title` of `docs/fidelity.md`. */
function rowOf(text: string, title: string, name: string): readonly string[] | undefined {
  const part = text.split(/^## /m).find((one) => one.startsWith(`${title}\n`));
  if (part === undefined) throw new Error(`docs/fidelity.md has no part “${title}”`);
  const row = part.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  return row
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The anchor of each scene in the document pages (`/fidelity/courses#…`), by scene id. */
export function readResults(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'docs', 'fidelity');
  return new Map(
    readdirSync(folder).flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/^#+ (.+ \(`([\w-]+)`\))$/gm)].map(
        ([, title = '', id = '']) => [id, `/fidelity/${name.replace(/\.md$/, '')}#${placeOf(title)}`] as const,
      ),
    ),
  );
}
