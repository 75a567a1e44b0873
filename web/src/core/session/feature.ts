/**
 * The declaration of a feature, which is a row in `features.ts`. The feature's folder contains its other code, which is
 * loaded on demand. A feature imports `core`, `ui` and `base`, but no other feature.
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
  /** Id in kebab case. It is also the name of the feature's folder. */
  readonly id: string;
  readonly address?: FeatureAddress;
  readonly tab?: Tab;
  readonly file?: FeatureFile;
  /** Called before any scene opens. The scene opens after the returned promise has resolved. */
  readonly beforeOpening?: (opening: Opening, inside: Inside) => Promise<void> | undefined;
  /** Called after a scene has opened, so that the feature can remove its state about the previous scene. */
  readonly onOpened?: (opening: Opening) => void;
  /**
   * Keyboard shortcuts of the feature, by `KeyboardEvent.key`. No two features have the same shortcut
   * (`features.test.ts`).
   */
  readonly keys?: Readonly<Record<string, FeatureKey>>;
}

/** Addresses of a feature. They open something other than a plain scene, such as a lesson or a playlist. */
export interface FeatureAddress {
  /** True if the address belongs to the feature. `fragment` does not contain the `#`. */
  readonly names: (fragment: string) => boolean;
  /** Parses an address without running anything. Rejects with `SceneRefused` if the address cannot be read. */
  readonly parse: (fragment: string, parser: AddressParser, signal: AbortSignal) => Promise<Opening>;
  /**
   * Returns a function that goes to the address without opening another scene. Undefined if the address needs another
   * scene.
   */
  readonly within?: (fragment: string, inside: Inside) => Promise<(() => Promise<void>) | undefined> | undefined;
}

/** The files that a feature opens: files with something other than a scene. */
export interface FeatureFile {
  /** True if the file belongs to the feature. `text` is the whole content of the file. */
  readonly holds: (text: string) => boolean;
  /** Uses the content of a file. If this fails, resolves with the problems and changes nothing. */
  readonly take: (text: string, inside: Inside) => Promise<readonly SettingProblem[]>;
  /** Files that are no text. */
  readonly binary?: FeatureBinary;
}

/** Binary files of a feature, which are not loaded as a whole. */
export interface FeatureBinary {
  /** The signature with which such a file begins. */
  readonly magic: string;
  /** Uses a file. If this fails, resolves with the problems and changes nothing. */
  readonly take: (file: Blob, name: string, inside: Inside) => Promise<readonly SettingProblem[]>;
}

/** The parts of the session that features may use. */
export interface Inside {
  readonly presets: readonly Preset[];
  readonly parser: AddressParser;
  readonly run: SceneRun;
  readonly address: SceneAddress;
  /** Runs the work when its turn in the command queue comes. */
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Opens the parsed scene when its turn comes, with a new entry in the history. Rejects with `SceneRefused`. */
  readonly open: (parse: (signal: AbortSignal) => Promise<Opening>) => Promise<Opened>;
}

/** A panel that is a workspace. */
export interface Tab {
  /** Id in links, in the parameter `workspace` and in lessons. The id of a removed tab is never used again. */
  readonly id: string;
  /** Name in the header. Undefined if the panel is opened from another workspace. */
  readonly name?: string;
  /** Tooltip that explains the name. */
  readonly meaning?: string;
  /** Id of the tab that contains this one. A switch above the panel changes between the two. */
  readonly within?: string;
  readonly Panel: ComponentType<TabProps>;
  /**
   * Position of the stage: a strip below the panel (the default), or beside the panel, together with the explanation.
   */
  readonly stage?: 'strip' | 'beside';
  /**
   * Checks the field of the panel in a link, because links are untrusted. Undefined if the field is not valid. The
   * panel stores its setting with `keepSetting(id, …)`, and links contain the setting while the tab is shown. Without
   * this function, links have no such field.
   */
  readonly readSetting?: (given: unknown) => unknown;
}

export interface TabProps {
  readonly actions: Session;
  readonly lanes: readonly LaneRun[];
  /** File of the preset, if its scene is open and unchanged. */
  readonly file: FileWithValues | undefined;
}

export interface FeatureKey {
  /** Description in the list of keys. */
  readonly does: string;
  readonly press: (session: Session) => void;
}

/** The feature to which an address belongs. Undefined for a link to a scene. */
export function featureNamed(features: readonly Feature[], fragment: string): Feature | undefined {
  return features.find(({ address }) => address?.names(fragment));
}

export function tabIds(features: readonly Feature[]): readonly string[] {
  return [...features.flatMap(({ tab }) => (tab === undefined ? [] : [tab.id]))];
}
