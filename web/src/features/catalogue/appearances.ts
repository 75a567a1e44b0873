/** The papers and other documents about a discipline, each with at least one scene that runs it. Pure. */

import type { Preset } from '../../core/border/scenario';

/** The ids of the disciplines that each preset runs, by preset id. */
export type DisciplinesByPreset = Readonly<Record<string, readonly string[]>>;

export interface Appearance {
  readonly document: Preset['document'];
  readonly presets: readonly Preset[];
}

/** Prefix of the ids of scenes that this project made to show a discipline's character. */
const CHARACTER = 'character-';

/** The documents about the discipline, each with its scenes that run the discipline, in the order of `presets`. */
export function appearancesOf(
  aqm: string,
  presets: readonly Preset[],
  disciplines: DisciplinesByPreset,
): readonly Appearance[] {
  const documents = new Map<string, Preset[]>();
  for (const preset of presets) {
    if (isCharacter(preset) || !(disciplines[preset.scenario.id] ?? []).includes(aqm)) continue;
    const known = documents.get(preset.document.id);
    if (known === undefined) documents.set(preset.document.id, [preset]);
    else known.push(preset);
  }
  return [...documents.values()].flatMap((members) =>
    members[0] === undefined ? [] : [{ document: members[0].document, presets: members }],
  );
}

/** The scene that shows the discipline's character, if there is one. */
export function characterScene(aqm: string, presets: readonly Preset[]): Preset | undefined {
  return presets.find(({ scenario }) => scenario.id === `${CHARACTER}${aqm}`);
}

function isCharacter({ scenario }: Preset): boolean {
  return scenario.id.startsWith(CHARACTER);
}
