/**
 * Address bar and history of the tab, as the session uses them. `address.ts` implements them for the browser; tests use
 * other implementations.
 */

import type { ViewInLink } from '../border/client';
import type { Scenario } from '../border/scenario';

export interface AddressBar {
  /** The present entry of the history. */
  read(): BarEntry;
  /** Replaces the present entry, or adds one after it. */
  write(entry: BarEntry, isNew: boolean): void;
}

export interface BarEntry {
  /** Part of the address after the `#`. */
  readonly fragment: string;
  /**
   * Id of an entry that this page made. Undefined for an entry from a link or a typed address that is not opened yet.
   */
  readonly id: string | undefined;
  /** The scene, if the fragment does not describe it yet or cannot. */
  readonly unsaid: Unsaid | undefined;
}

/**
 * A scene with everything that its link would hold. The browser stores it with the entry, so that it survives a reload.
 */
export interface Unsaid {
  readonly scenario: Scenario;
  /** Id of the preset with the scene's title and text, and that preset's scene, which may be an earlier version. */
  readonly preset: string | undefined;
  readonly ofPreset: Scenario | undefined;
  readonly base: Scenario | undefined;
  readonly view: ViewInLink;
}

/** An address in memory, without a history. */
export function barInMemory(fragment = ''): AddressBar {
  let entry: BarEntry = { fragment, id: undefined, unsaid: undefined };
  return {
    read: () => entry,
    write: (written) => {
      entry = written;
    },
  };
}
