/** Made by `web/presets-plugin.ts` from the files in `presets/`. */
declare module 'virtual:presets' {
  import type { Preset } from '../border/scenario';

  /** In the order of the picker. */
  export const presets: readonly Preset[];
  /** The text of a whole preset file; undefined if there is none of that id. */
  export function loadPreset(id: string): Promise<string | undefined>;
  /** Every version that a preset ever had, a line each; the engine reads it. */
  export function loadArchive(): Promise<string>;
}

declare module 'virtual:figures' {
  /** Ids of the figures of which a preset is a point, by the id of the preset. */
  export const figuresByPreset: Readonly<Record<string, readonly string[]>>;
  /** The text of the measured values of a figure's presets; undefined if there is none of that id. */
  export function loadFigure(id: string): Promise<string | undefined>;
}

declare module 'virtual:preset-disciplines' {
  /** Ids of the disciplines that a preset compares, in its scene or in its experiment, by the id of the preset. */
  export const disciplinesByPreset: Readonly<Record<string, readonly string[]>>;
}
