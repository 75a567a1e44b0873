/**
 * The declaration of a feature: a row of `features.ts`. Its folder holds the rest, loaded on demand. A feature imports
 * `core`, `ui` and `base`, never another feature.
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
  /** Kebab-case: the name of its folder. */
  readonly id: string;
  readonly address?: FeatureAddress;
  readonly tab?: Tab;
  readonly file?: FeatureFile;
  /** Called before a scene opens, whatever it comes from; the scene waits. */
  readonly beforeOpening?: (opening: Opening, inside: Inside) => Promise<void> | undefined;
  /** Called when a scene has taken the page: the parts of the scene before leave. */
  readonly onOpened?: (opening: Opening) => void;
  /** By `KeyboardEvent.key`. A key is taken once: `features.test.ts`. */
  readonly keys?: Readonly<Record<string, FeatureKey>>;
}

/** Addresses that name something else than a scene. */
export interface FeatureAddress {
  /** `fragment`: without `#`. */
  readonly names: (fragment: string) => boolean;
  /** Runs nothing. Rejects with `SceneRefused` where the address cannot be read. */
  readonly parse: (fragment: string, parser: AddressParser, signal: AbortSignal) => Promise<Opening>;
  /** The way to a place within the scene on the page; undefined: the address names something else. */
  readonly within?: (fragment: string, inside: Inside) => Promise<(() => Promise<void>) | undefined> | undefined;
}

/** Files that hold something else than a scene. */
export interface FeatureFile {
  /** `text`: of the whole file. */
  readonly holds: (text: string) => boolean;
  /** Takes the content of the file; resolves with its problems, and then nothing changes. */
  readonly take: (text: string, inside: Inside) => Promise<readonly SettingProblem[]>;
}

/** The part of the session that features may use. */
export interface Inside {
  readonly presets: readonly Preset[];
  readonly parser: AddressParser;
  readonly run: SceneRun;
  readonly address: SceneAddress;
  /** Does the work when its turn has come. */
  readonly perform: (kind: CommandKind, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Opens the parsed scene when its turn has come, in a new entry of the history. Rejects with `SceneRefused`. */
  readonly open: (parse: (signal: AbortSignal) => Promise<Opening>) => Promise<Opened>;
}

/** A panel that fills the page as a workspace of its own. */
export interface Tab {
  /** Its name in links, in the parameter `workspace` and in lessons; never reused for another one. */
  readonly id: string;
  /** Its word in the header; undefined: another workspace leads to it. */
  readonly name?: string;
  /** Tool tip of the word. */
  readonly meaning?: string;
  /** Id of the tab whose workspace it shares; a switch above the panel leads from one to the other. */
  readonly within?: string;
  readonly Panel: ComponentType<TabProps>;
  /** The place of the stage: a strip below the panel, or beside it with the reason. By default a strip. */
  readonly stage?: 'strip' | 'beside';
  /**
   * Checks the panel's part of a link, in a field of the id, which is untrusted; undefined: nothing of use. The panel
   * keeps it by `keepSetting(id, …)`, and links have it while the tab is shown. Without this, links have no part of the
   * panel.
   */
  readonly readSetting?: (given: unknown) => unknown;
}

export interface TabProps {
  readonly actions: Session;
  readonly lanes: readonly LaneRun[];
  /** The file of the preset whose scene is open and unchanged. */
  readonly file: FileWithValues | undefined;
}

export interface FeatureKey {
  /** Its description on the sheet of keys. */
  readonly does: string;
  readonly press: (session: Session) => void;
}

/** The feature whose address a fragment is; undefined: it is the link of a scene. */
export function featureNamed(features: readonly Feature[], fragment: string): Feature | undefined {
  return features.find(({ address }) => address?.names(fragment));
}

/** Ids of the tabs of all features. */
export function tabIds(features: readonly Feature[]): readonly string[] {
  return [...features.flatMap(({ tab }) => (tab === undefined ? [] : [tab.id]))];
}
