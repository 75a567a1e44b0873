/** The address bar and the history of the tab, as the session needs them. `app/address.ts` has the browser's, tests have their own. */

import type { ViewInLink } from '../border/client';
import type { Scenario } from '../border/scenario';

export interface AddressBar {
  /** The entry of the history that the tab is at. */
  read(): BarEntry;
  /** Replaces that entry, or adds one behind it. */
  write(entry: BarEntry, isNew: boolean): void;
}

export interface BarEntry {
  /** Behind the `#`. */
  readonly fragment: string;
  /** Which entry of this page it is; undefined: it came from outside, by a link or by hand, and has not been opened. */
  readonly id: string | undefined;
  /** The scene, where the fragment does not say it yet, or cannot. */
  readonly unsaid: Unsaid | undefined;
}

/** All of a scene that its link would carry. The browser keeps it with the entry, also over a reload. */
export interface Unsaid {
  readonly scenario: Scenario;
  /** Id of the preset whose words belong to the scene, and its scene, which may be an earlier version. */
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
