/**
 * Provides the presets to the page.
 *
 * `virtual:presets` has the head of every preset: the fields that the scene picker and links need (`HEAD`). It is a
 * file of its own and is loaded first. A complete preset, with all statements of its paper, is loaded on demand.
 * `virtual:figures` lists the papers' figures whose points are presets, and loads their measured values.
 * `virtual:preset-disciplines` lists the disciplines that each preset compares, in its scene or its experiment.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:presets';
const RESOLVED = `\0${NAME}`;
const HEADS = 'virtual:preset-heads';
const HEADS_RESOLVED = `\0${HEADS}`;
/** Prefix of the module with the text of one preset; an id follows. */
const PRESET = 'virtual:preset/';
/**
 * The module that loads the text of a preset by its id. It is separate, so that the first load does not include some
 * hundred file names.
 */
const FILES = 'virtual:preset-files';
const FILES_RESOLVED = `\0${FILES}`;
const FIGURES = 'virtual:figures';
const FIGURES_RESOLVED = `\0${FIGURES}`;
const DISCIPLINES = 'virtual:preset-disciplines';
const DISCIPLINES_RESOLVED = `\0${DISCIPLINES}`;
/** The fields of a preset's head, which the page loads first. */
const HEAD = ['order', 'document', 'lesson', 'theory', 'recording', 'scenario'];

export function presets(folder: string): Plugin {
  const files = (): string[] => jsonFiles(folder);
  return {
    name: 'presets',
    resolveId: (id) =>
      ({
        [NAME]: RESOLVED,
        [HEADS]: HEADS_RESOLVED,
        [FILES]: FILES_RESOLVED,
        [DISCIPLINES]: DISCIPLINES_RESOLVED,
        [FIGURES]: FIGURES_RESOLVED,
      })[id] ?? (id.startsWith(PRESET) ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith(`\0${PRESET}`)) {
        const path = join(folder, `${id.slice(PRESET.length + 1)}.json`);
        this.addWatchFile(path);
        // The JSON is written without spaces, since only the engine reads the text.
        const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
        return `export default ${JSON.stringify(text)};`;
      }
      if (id === FIGURES_RESOLVED) {
        return figuresModule(join(folder, 'figures'), (file) => this.addWatchFile(file));
      }
      if (id === DISCIPLINES_RESOLVED) {
        const named = files().map((name) => {
          const path = join(folder, name);
          this.addWatchFile(path);
          return [name.replace(/\.json$/, ''), disciplinesOf(readFileSync(path, 'utf8'))];
        });
        return `export const disciplinesByPreset = ${JSON.stringify(Object.fromEntries(named))};`;
      }
      if (id === HEADS_RESOLVED) {
        const heads = files().map((name) => {
          const path = join(folder, name);
          this.addWatchFile(path);
          return headOf(readFileSync(path, 'utf8'), name);
        });
        heads.sort((a, b) => Number(a.order) - Number(b.order));
        // The module parses a JSON string at run time, because browsers do this faster than they parse the same data as
        // JavaScript.
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(heads))});`;
      }
      if (id === FILES_RESOLVED) {
        const loaders = files().map((name) => {
          const preset = name.replace(/\.json$/, '');
          return `${JSON.stringify(preset)}: () => import(${JSON.stringify(PRESET + preset)})`;
        });
        return `const loaders = { ${loaders.join(', ')} };\nexport const load = async (id) => (await loaders[id]?.())?.default;`;
      }
      if (id !== RESOLVED) return undefined;
      return [
        `export const presets = (await import(${JSON.stringify(HEADS)})).default;`,
        `export const loadPreset = async (id) => (await import(${JSON.stringify(FILES)})).load(id);`,
        `export const loadArchive = async () => (await import(${JSON.stringify(`${join(folder, 'archive.ndjson')}?raw`)})).default;`,
      ].join('\n');
    },
  };
}

interface Figure {
  readonly id: string;
  readonly points: readonly { readonly preset: string }[];
}

/** The module of figures. The declarations are in `folder`, the measured values in its subfolder `measured`. */
function figuresModule(folder: string, watch: (file: string) => void): string {
  const figures = jsonFiles(folder).map((name): Figure => {
    const path = join(folder, name);
    watch(path);
    return JSON.parse(readFileSync(path, 'utf8'));
  });
  const byPreset = new Map<string, string[]>();
  for (const { id, points } of figures)
    for (const { preset } of points) byPreset.set(preset, [...(byPreset.get(preset) ?? []), id]);
  const measured = join(folder, 'measured');
  const loaders = jsonFiles(measured).map(
    (name) =>
      `${JSON.stringify(name.replace(/\.json$/, ''))}: () => import(${JSON.stringify(`${join(measured, name)}?raw`)})`,
  );
  return [
    `export const figuresByPreset = ${JSON.stringify(Object.fromEntries(byPreset))};`,
    `const loaders = { ${loaders.join(', ')} };`,
    'export const loadFigure = async (id) => (await loaders[id]?.())?.default;',
  ].join('\n');
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json'));
}

function headOf(text: string, name: string): Record<string, unknown> {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const id = (whole.scenario as { id?: unknown } | undefined)?.id;
  if (`${id}.json` !== name) throw new Error(`presets/${name}: the id of its scenario is ${id}`);
  return Object.fromEntries(HEAD.map((part) => [part, whole[part]]));
}

function disciplinesOf(text: string): readonly string[] {
  interface Lanes {
    readonly lanes?: readonly { readonly aqm: string }[];
  }
  const { scenario, experiment } = JSON.parse(text) as { scenario: Lanes; experiment?: Lanes };
  return [...new Set([...(scenario.lanes ?? []), ...(experiment?.lanes ?? [])].map(({ aqm }) => aqm))];
}
