/** The current theme, and the function that writes it into the document. */

import { type Colours, PALETTE, type ThemeName } from '../base/palette';

export type ThemeChoice = ThemeName | 'system';

export function resolveTheme(choice: ThemeChoice, systemIsLight: boolean): ThemeName {
  if (choice === 'system') return systemIsLight ? 'light' : 'dark';
  return choice;
}

/**
 * Writes the colours as custom properties (`textSoft` becomes `--text-soft`). It uses CSSOM, which the page's content
 * security policy allows.
 */
export function applyTheme(root: HTMLElement, theme: ThemeName): void {
  root.dataset.theme = theme;
  root.style.colorScheme = theme === 'dark' ? 'dark' : 'light';
  for (const [name, value] of customProperties(PALETTE[theme])) root.style.setProperty(name, value);
}

export function customProperties(colours: Colours): readonly (readonly [string, string])[] {
  return Object.entries(colours).flatMap(([name, value]) =>
    typeof value === 'string' ? [[propertyOf(name), value]] : [],
  ) as (readonly [string, string])[];
}

/** The custom property of a palette colour. */
export function propertyOf(colour: string): string {
  return `--${colour.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
