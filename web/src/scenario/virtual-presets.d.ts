/** Made by `web/presets-plugin.ts` from the files in `presets/`. */
declare module 'virtual:presets' {
  import type { Preset } from './scenario';

  /** In the order of the picker. */
  export const presets: readonly Preset[];
  /** The text of a whole preset file; undefined if there is none of that id. */
  export function loadPreset(id: string): Promise<string | undefined>;
}
