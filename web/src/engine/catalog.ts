/** What the engine tells about itself, once, as JSON. Panels, help and labels are made from it. */

import type { ReasonFamily } from '../base/palette';
import type { SettingValue } from '../scenario/scenario';

export interface Catalog {
  readonly engine_version: string;
  readonly disciplines: readonly DisciplineAbout[];
  readonly transports: readonly { readonly id: string; readonly name: string; readonly meaning: string }[];
  readonly sources: readonly { readonly id: string; readonly name: string; readonly meaning: string }[];
  readonly reasons: readonly ReasonAbout[];
  /** Settings of a scene that are no parameters of a discipline, by dotted path (`flows.*.rate_bps` stands for every group). */
  readonly scene_settings: readonly SceneSetting[];
}

export interface SettingSpec {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly unit: string;
  readonly kind: SettingKind;
  readonly default: SettingValue;
  readonly meaning: string;
  readonly is_logarithmic: boolean;
  readonly is_on_ruler: boolean;
  readonly is_advanced: boolean;
}

export interface SceneSetting extends SettingSpec {
  readonly path: string;
  /** Heading under which the panel shows it. */
  readonly group: 'bottleneck' | 'flows' | 'run';
  /** Whether it can change while the scene runs; otherwise a change starts the scene anew and catches up. */
  readonly is_live: boolean;
  /** Ids of the transports and sources that a setting of flows is for; null, or nothing said: any. */
  readonly applies_to?: {
    readonly transports: readonly string[] | null;
    readonly sources: readonly string[] | null;
  };
  /** Whether a scene leaves it out where it has its default. */
  readonly is_optional?: boolean;
}

export type SettingKind =
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'real'; readonly min: number; readonly max: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly { readonly id: string; readonly meaning: string }[] };

export interface DisciplineAbout {
  readonly id: string;
  readonly name: string;
  readonly year: number;
  readonly citation: string;
  readonly idea: string;
  readonly memory: 'stateless' | 'partial' | 'per-flow';
  readonly confidence: 'high' | 'medium' | 'low';
  readonly confidence_note: string;
  /** Where its sources are silent or contradict themselves, and what was decided. */
  readonly decisions: readonly string[];
  /** How its queue is drawn: one queue, one beside a grid of bins, or several queues. */
  readonly view: 'fifo' | 'fifo-with-regions' | 'fifo-with-bins' | 'flow-queues' | 'bucket-queues' | 'two-queues';
  readonly params: readonly SettingSpec[];
  readonly param_sets: readonly {
    readonly id: string;
    readonly name: string;
    readonly values: Readonly<Record<string, SettingValue>>;
  }[];
  /** Line ids are places in this list; `{id}` in a text stands for the latest value of that quantity. */
  readonly code: readonly { readonly indent: number; readonly text: string }[];
  /** Quantity ids are places in this list. */
  readonly quantities: readonly QuantityAbout[];
  readonly gauges: readonly QuantityAbout[];
  /** How what it remembers is shown beside its lane; at most one of them is a table. */
  readonly state: readonly StateView[];
  readonly reasons: readonly string[];
}

/** A picture of a part of a discipline's state. */
export type StateView = DialView | TableView | LabelView;

export interface DialView {
  readonly kind: 'dial';
  /** Id of the gauge. */
  readonly gauge: string;
  readonly from: Bound;
  readonly to: Bound;
  readonly mark: ScaleMark | null;
}

/** A list of flows, whose numbers are the `rows` of a frame; the first column is shown as a bar. */
export interface TableView {
  readonly kind: 'table';
  readonly title: string;
  readonly meaning: string;
  readonly columns: readonly QuantityAbout[];
  readonly to: Bound;
  readonly mark: ScaleMark | null;
}

/** A number that every waiting packet carries: the column `label` of a queue. */
export interface LabelView {
  readonly kind: 'label';
  readonly label: QuantityAbout;
}

/** An end of a scale or a point on it: a number, a parameter, a gauge; null is whatever fits the largest value so far. */
export type Bound = { readonly value: number } | { readonly param: string } | { readonly gauge: string } | null;

export interface ScaleMark {
  readonly at: Bound;
  readonly name: string;
}

export interface QuantityAbout {
  readonly id: string;
  readonly symbol: string;
  readonly unit: string;
  readonly meaning: string;
}

/** Reason numbers in frames are places in `Catalog.reasons`. */
export interface ReasonAbout {
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  /** Whose colour and sign it has. */
  readonly family: ReasonFamily;
  readonly is_mark: boolean;
}

/** The family of the reason with this id. */
export function reasonFamily(catalog: Pick<Catalog, 'reasons'>, id: string): ReasonFamily {
  return catalog.reasons.find((reason) => reason.id === id)?.family ?? 'overflow';
}
