/** The papers and other documents of a discipline: each has at least one scene that runs the discipline. Pure. */

import type { Preset } from '../../core/border/scenario';

/** For each preset id, the ids of its disciplines. */
export type DisciplinesByPreset = Readonly<Record<string, readonly string[]>>;

export interface Appearance {
  readonly document: Preset['document'];
  readonly presets: readonly Preset[];
}

/** Prefix of the ids of scenes that were made in this project to show the character of a discipline. */
const CHARACTER = 'character-';

/** The documents whose scenes run the discipline, each with these scenes. Their order is that of the scenes. */
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

/** The scene made to show the character of the discipline, if there is one. */
export function characterScene(aqm: string, presets: readonly Preset[]): Preset | undefined {
  return presets.find(({ scenario }) => scenario.id === `${CHARACTER}${aqm}`);
}

function isCharacter({ scenario }: Preset): boolean {
  return scenario.id.startsWith(CHARACTER);
}
