/** Reads the user's preferences from the browser, and checks for the features that the page needs. */

import { getKeptText, putKeptText } from '../base/keep';
import { PALETTE } from '../base/palette';
import { chooseTheme, takeSystemPreferences, viewStore } from '../core/page/view-store';
import { applyTheme, type ThemeChoice } from '../ui/theme';

const THEME_KEY = 'chokepoint-theme';

/** Applies the system's theme, or the theme that the user chose, and writes its colours whenever it changes. */
export function followTheme(): void {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');
  const takePreferences = (): void => takeSystemPreferences(light.matches, reduced.matches);
  light.addEventListener('change', takePreferences);
  reduced.addEventListener('change', takePreferences);
  takePreferences();
  const remembered = readTheme();
  if (remembered !== undefined) chooseTheme(remembered);
  applyTheme(document.documentElement, viewStore.getState().theme);
  viewStore.subscribe((state, before) => {
    if (state.theme !== before.theme) applyTheme(document.documentElement, state.theme);
    if (state.themeChoice !== before.themeChoice) putKeptText(THEME_KEY, state.themeChoice);
  });
}

/** The reason why this browser cannot run the engine. Undefined if it can. */
export function whatIsMissing(): string | undefined {
  if (typeof WebAssembly === 'undefined') return 'WebAssembly is missing or turned off.';
  if (typeof Worker === 'undefined') return 'Web workers are missing or turned off.';
  return undefined;
}

function readTheme(): ThemeChoice | undefined {
  const stored = getKeptText(THEME_KEY);
  return stored === 'system' || (stored !== undefined && Object.hasOwn(PALETTE, stored))
    ? (stored as ThemeChoice)
    : undefined;
}
