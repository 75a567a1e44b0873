/** Finding a scene: presets grouped by their document, and those that a few words are about. Pure. */

import type { Preset } from '../../scenario/scenario';

export interface PresetGroup {
  readonly id: string;
  readonly title: string;
  readonly presets: readonly Preset[];
}

/** The presets that hold every word asked for, in their order, grouped by the document that published them. */
export function foundPresets(presets: readonly Preset[], query: string): readonly PresetGroup[] {
  const words = plain(query).split(/\s+/);
  const groups = new Map<string, Preset[]>();
  for (const preset of [...presets].sort((a, b) => a.order - b.order)) {
    if (!words.every((word) => textOf(preset).includes(word))) continue;
    const group = groups.get(preset.document.id);
    if (group === undefined) groups.set(preset.document.id, [preset]);
    else group.push(preset);
  }
  return [...groups].map(([id, members]) => ({ id, title: members[0]?.document.title ?? id, presets: members }));
}

/** Everything that somebody may remember of a scene. */
function textOf({ scenario, document, lesson }: Preset): string {
  const { id, title, lanes, flows } = scenario;
  const parts = [id, title, lesson, document.title, document.citation, document.place];
  return plain([...parts, ...lanes.map(({ aqm }) => aqm), ...flows.map(({ transport }) => transport)].join(' '));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
