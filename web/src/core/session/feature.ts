/**
 * The declaration of a feature, a row in `features.ts`. Its folder holds its other code, loaded on demand. A feature
 * imports `core`, `ui` and `base`, but no other feature.
 */

import type { ComponentType } from 'react';
import type { Preset } from '../border/scenario';
import type { FileWithValues } from '../plots/values-from-elsewhere';
import type { LaneRun } from '../run/lanes';
import type { SettingProblem } from '../scene/scene-store';
import type { CommandKind } from './command-queue';
import type { Opened } from './door';
import type { Opening } from './opening';
import type { AddressParser } from './parse-address';
import type { SceneAddress } from './scene-address';
import type { SceneRun } from './scene-run';
import type { Session } from './session';

export interface Feature {
  /** Id in kebab case; the name of the feature's folder. */
  readonly id: string;
  readonly address?: FeatureAddress;
  readonly tab?: Tab;
  readonly file?: FeatureFile;
  /** Called before any scene opens; the scene waits for it. */
  readonly beforeOpening?: (opening: Opening, inside: Inside) => Promise<void> | undefined;
  /** Called after a scene has opened, to remove the feature's state about the previous scene. */
  readonly onOpened?: (opening: Opening) => void;
  /** Keys by `KeyboardEvent.key`. Each key belongs to one feature (`features.test.ts`). */
  readonly keys?: Readonly<Record<string, FeatureKey>>;
}

/** Addresses of a feature, which name something other than a scene. */
export interface FeatureAddress {
  /** True if the address belongs to the feature. `fragment`: without `#`. */
  readonly names: (fragment: string) => boolean;
  /** Parses an address without running anything. Rejects with `SceneRefused` if it cannot be read. */
  readonly parse: (fragment: string, parser: AddressParser, signal: AbortSignal) => Promise<Opening>;
  /** Returns a function that goes to a place within the present scene; undefined if the address needs another scene. */
  readonly within?: (fragment: string, inside: Inside) => Promise<(() => Promise<void>) | undefined> | undefined;
}

/** Files of a feature, which hold something other than a scene. */
export interface FeatureFile {
  /** True if the file belongs to the feature. `text`: whole content. */
  readonly holds: (text: string) => boolean;
  /** Takes the content of a file. If that fails, resolves with the problems and changes nothing. */
  readonly take: (text: string, inside: Inside) => Promise<readonly SettingProblem[]>;
}

/** The part of the session that features may use. */
export interface Inside {
  readonly presets: readonly Preset[];
  readonly parser: AddressParser;
  readonly run: SceneRun;
  readonly address: SceneAddress;
  /** Runs the work when its turn comes. */
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Opens the parsed scene when its turn comes, with a new entry of the history. Rejects with `SceneRefused`. */
  readonly open: (parse: (signal: AbortSignal) => Promise<Opening>) => Promise<Opened>;
}

/** A panel that is a workspace. */
export interface Tab {
  /** Id in links, in the parameter `workspace` and in lessons; an id is never reused. */
  readonly id: string;
  /** Name in the header; undefined if another workspace leads to the panel. */
  readonly name?: string;
  /** Tooltip of the name. */
  readonly meaning?: string;
  /** Id of the tab that contains this one. A switch above the panel changes between them. */
  readonly within?: string;
  readonly Panel: ComponentType<TabProps>;
  /** Place of the stage: a strip below the panel (the default), or beside it with the reason. */
  readonly stage?: 'strip' | 'beside';
  /**
   * Checks the panel's field of a link, which is untrusted; undefined if the field is not valid. The panel stores its
   * setting by `keepSetting(id, …)`, and links include it while the tab is shown. Without this function, links have no
   * such field.
   */
  readonly readSetting?: (given: unknown) => unknown;
}

export interface TabProps {
  readonly actions: Session;
  readonly lanes: readonly LaneRun[];
  /** File of the preset whose scene is open and unchanged. */
  readonly file: FileWithValues | undefined;
}

export interface FeatureKey {
  /** Description in the list of keys. */
  readonly does: string;
  readonly press: (session: Session) => void;
}

/** The feature to which an address belongs; undefined for a link of a scene. */
export function featureNamed(features: readonly Feature[], fragment: string): Feature | undefined {
  return features.find(({ address }) => address?.names(fragment));
}

export function tabIds(features: readonly Feature[]): readonly string[] {
  return [...features.flatMap(({ tab }) => (tab === undefined ? [] : [tab.id]))];
}
