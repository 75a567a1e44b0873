/**
 * The address bar and the history of the tab, in the form that the session uses. `address.ts` implements them for the
 * browser. Tests use other implementations.
 */

import type { ViewInLink } from '../border/client';
import type { Scenario } from '../border/scenario';

export interface AddressBar {
  /** The current entry of the history. */
  read(): BarEntry;
  /** Replaces the current entry, or adds an entry after it. */
  write(entry: BarEntry, isNew: boolean): void;
}

export interface BarEntry {
  /** The part of the address after the `#`. */
  readonly fragment: string;
  /**
   * Id of an entry that this page made. Undefined if the entry comes from a link or a typed address and is not opened
   * yet.
   */
  readonly id: string | undefined;
  /**
   * The scene, if the address does not describe it: the link is not written yet, or the scene has no link. Otherwise
   * undefined.
   */
  readonly unsaid: Unsaid | undefined;
}

/**
 * A scene with everything that its link would contain. The browser stores it with the history entry, so that it
 * survives a reload of the page.
 */
export interface Unsaid {
  readonly scenario: Scenario;
  /** Id of the preset that gives the scene its title and text. */
  readonly preset: string | undefined;
  /** Scene of this preset, possibly in an earlier version. */
  readonly ofPreset: Scenario | undefined;
  readonly base: Scenario | undefined;
  readonly view: ViewInLink;
}

/** An address that exists only in memory, without a history. */
export function barInMemory(fragment = ''): AddressBar {
  let entry: BarEntry = { fragment, id: undefined, unsaid: undefined };
  return {
    read: () => entry,
    write: (written) => {
      entry = written;
    },
  };
}
