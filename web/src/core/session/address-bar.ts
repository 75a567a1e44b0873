/** Address bar and history of the tab for the session. `address.ts` has the browser's; tests have their own. */

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
  /** Id of an entry that this page made. Undefined for one that came by a link or was typed, and is not opened yet. */
  readonly id: string | undefined;
  /** The scene, if the fragment does not name it yet or cannot. */
  readonly unsaid: Unsaid | undefined;
}

/** A scene with everything that its link would hold. The browser keeps it with the entry, also after a reload. */
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
