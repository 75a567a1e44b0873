/** The displayed formula, and the values that the user has set. They are part of a link. */

import { keepSetting, useView, viewStore } from '../../core/page/view-store';

export const THEORY = 'theory';

export interface TheorySettings {
  /** Id of the picture. Undefined for the scene's own formula. */
  readonly picture?: string;
  /** The values that the user has set, keyed by `picture.quantity`. */
  readonly values: Readonly<Record<string, number>>;
}

const AS_USUAL: TheorySettings = { values: {} };
/** Maximum number of quantities that are read from a link. The pictures have far fewer quantities. */
const MAX_KNOBS = 64;

/** Parses the settings in a link, which is untrusted. */
export function readTheorySettings(given: unknown): TheorySettings {
  const { picture, values } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const entries = Object.entries(typeof values === 'object' && values !== null ? values : {});
  const knobs = entries.filter(([, value]) => typeof value === 'number' && Number.isFinite(value)).slice(0, MAX_KNOBS);
  return { ...(typeof picture === 'string' ? { picture } : {}), values: Object.fromEntries(knobs) };
}

export function useTheorySettings(): TheorySettings {
  return useView(({ settings }) => (settings[THEORY] as TheorySettings | undefined) ?? AS_USUAL);
}

export function choosePicture(picture: string): void {
  keepSetting(THEORY, { ...theorySettings(), picture });
}

export function setTheoryValue(knob: string, value: number): void {
  const { values, ...rest } = theorySettings();
  keepSetting(THEORY, { ...rest, values: { ...values, [knob]: value } });
}

/** Discards the user's values whose keys begin with this text, so that the scene's values apply again. */
export function resetTheory(beginning: string): void {
  const { values, ...rest } = theorySettings();
  const kept = Object.entries(values).filter(([knob]) => !knob.startsWith(beginning));
  keepSetting(THEORY, { ...rest, values: Object.fromEntries(kept) });
}

function theorySettings(): TheorySettings {
  return (viewStore.getState().settings[THEORY] as TheorySettings | undefined) ?? AS_USUAL;
}
