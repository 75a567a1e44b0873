/** Requests to the worker of a lane. */

import type { HistoryFilter, StepDirection, StepKind, ViewInLink } from './client';
import type { Scenario, SettingValue } from './scenario';
import type { ScriptTarget } from './script';

/** The target of an exported scene: another simulator, or Linux. */
export type Target = 'ns-2' | 'ns-3' | 'tc';

/** Names of disciplines for the sentences that the worker composes. The worker itself has no catalog. */
export interface Names {
  /** Names of the disciplines by their ids. */
  readonly disciplines: Readonly<Record<string, string>>;
}

export type LabRequest =
  /** Sends names from the catalog to the worker. */
  | { readonly kind: 'names'; readonly names: Names }
  /** The next bytes of the recording that the lane plays. Without bytes, the next opening uses the scene’s senders. */
  | { readonly kind: 'record'; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'read-recording'; readonly bytes: Uint8Array }
  | { readonly kind: 'open'; readonly scenario: Scenario; readonly at_s: number; readonly lane: number }
  /**
   * Runs the lane for at most `budget_ms`. The field `frame` determines whether every answer has a frame, or only one
   * that reaches `until_s`. With `halts`, the run stops at a script error.
   */
  | {
      readonly kind: 'advance';
      readonly until_s: number;
      readonly budget_ms: number;
      readonly frame: 'always' | 'if-there';
      readonly halts: boolean;
    }
  | { readonly kind: 'step-decision' }
  | { readonly kind: 'change'; readonly path: string; readonly value: SettingValue }
  | { readonly kind: 'seek'; readonly at_s: number }
  | { readonly kind: 'seek-decision'; readonly serial: number }
  | { readonly kind: 'seek-event'; readonly event: number }
  | { readonly kind: 'step'; readonly step: StepKind; readonly direction: StepDirection }
  | {
      readonly kind: 'history';
      readonly from_s: number;
      readonly until_s: number;
      readonly filter: HistoryFilter;
      readonly max: number;
    }
  | {
      readonly kind: 'divergence';
      readonly scenario: Scenario;
      readonly lanes: readonly [number, number];
      readonly until_s: number;
    }
  /** Searches for the next event of a kind. */
  | { readonly kind: 'find'; readonly step: StepKind }
  /**
   * `read-script`, `check-script` and `translate-script` are sent only to the package `full`, which can parse scripts.
   */
  | { readonly kind: 'read-script'; readonly text: string }
  | { readonly kind: 'check-script'; readonly text: string; readonly scenes: number }
  | { readonly kind: 'translate-script'; readonly text: string; readonly target: ScriptTarget }
  | { readonly kind: 'facts' }
  | { readonly kind: 'result' }
  | {
      readonly kind: 'encode-link';
      readonly scenario: Scenario;
      readonly preset: Scenario;
      readonly view: ViewInLink;
    }
  | { readonly kind: 'read-scene'; readonly text: string }
  | {
      readonly kind: 'decode-link';
      readonly fragment: string;
      readonly presets: readonly Scenario[];
      readonly archive: string | undefined;
    };

/** Exports a lane of a scene (JSON) for another simulator. The answer is the text of an `ExportedScene`. */
export interface ExportRequest {
  readonly kind: 'export-scene';
  readonly target: Target;
  readonly scenario: string;
  readonly lane: number;
}

/**
 * Changes settings of a scene (JSON). `changes` is the text of a list of `[path, value]`. After a change of transport or
 * source, settings of the flows that no longer apply are removed. The answer is the text of the scene.
 */
export interface ChangeRequest {
  readonly kind: 'scene-with';
  readonly scenario: string;
  readonly changes: string;
}

/**
 * Configures a group of flows with a list of pairs, such as times and rates. `text` is the content of the file with the
 * list, and `source` the id of the traffic source that uses it. The answer is the changed scene as JSON.
 */
export interface ListRequest {
  readonly kind: 'scene-with-list';
  readonly scenario: string;
  readonly group: number;
  readonly source: string;
  readonly text: string;
}
