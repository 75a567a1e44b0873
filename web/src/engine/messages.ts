/** What page and worker say to each other. Every request gets one answer; the worker never speaks unasked. */

import type { Scenario, SettingValue } from '../scenario/scenario';
import type { SceneProblem, ViewInLink } from './client';

export type Request =
  | { readonly kind: 'catalog' }
  | { readonly kind: 'open'; readonly scenario: Scenario; readonly at_s: number }
  | { readonly kind: 'advance'; readonly until_s: number; readonly budget_ms: number }
  | { readonly kind: 'step-decision' }
  | { readonly kind: 'change'; readonly path: string; readonly value: SettingValue }
  | { readonly kind: 'facts' }
  | { readonly kind: 'result' }
  | {
      readonly kind: 'encode-link';
      readonly scenario: Scenario;
      readonly preset: Scenario;
      readonly view: ViewInLink;
    }
  | { readonly kind: 'decode-link'; readonly fragment: string; readonly presets: readonly Scenario[] };

export interface Numbered {
  readonly number: number;
  readonly request: Request;
}

export type Answer =
  | { readonly number: number; readonly kind: 'done'; readonly value: unknown; readonly frame?: ArrayBuffer }
  | { readonly number: number; readonly kind: 'refused'; readonly problems: readonly SceneProblem[] }
  | { readonly number: number; readonly kind: 'lost'; readonly reason: string };
