/** The shown formula and the values of its knobs. Links contain them. */

import { keepSetting, useView, viewStore } from '../../core/page/view-store';

export const THEORY = 'theory';

export interface TheorySettings {
  /** Id of the picture; undefined selects the formula of the scene. */
  readonly picture?: string;
  /** Knobs that the user moved, by `picture.knob`. */
  readonly values: Readonly<Record<string, number>>;
}

const AS_USUAL: TheorySettings = { values: {} };
/** Limit on the number of knobs in a link, far above the number that exists. */
const MAX_KNOBS = 64;

/** Reads the settings of a link, which is untrusted. */
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

/** Resets the knobs with this prefix to the values of the scene. */
export function resetTheory(beginning: string): void {
  const { values, ...rest } = theorySettings();
  const kept = Object.entries(values).filter(([knob]) => !knob.startsWith(beginning));
  keepSetting(THEORY, { ...rest, values: Object.fromEntries(kept) });
}

function theorySettings(): TheorySettings {
  return (viewStore.getState().settings[THEORY] as TheorySettings | undefined) ?? AS_USUAL;
}
