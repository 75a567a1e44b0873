/** The quantities that the user has chosen in the paper's figures. They are part of a link. */

import { keepSetting, useView, viewStore } from '../../../core/page/view-store';

export const PAPER_ID = 'paper';

interface PaperSettings {
  /** Id of the metric. Undefined selects the first metric of the figure. */
  readonly curve?: string;
  /** Id of the quantity over time. */
  readonly course?: string;
}

/** Parses the settings in a link, which is untrusted. */
export function readPaperSettings(given: unknown): PaperSettings | undefined {
  const { curve, course } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const settings = { ...(typeof curve === 'string' && { curve }), ...(typeof course === 'string' && { course }) };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

const AS_USUAL: PaperSettings = {};

export function usePaperSettings(): PaperSettings {
  return useView(({ settings }) => (settings[PAPER_ID] as PaperSettings | undefined) ?? AS_USUAL);
}

export function setPaper(change: PaperSettings): void {
  keepSetting(PAPER_ID, { ...(viewStore.getState().settings[PAPER_ID] as PaperSettings | undefined), ...change });
}
