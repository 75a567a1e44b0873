/** The scenario as files, presets and the engine write it. The engine alone decides whether one is valid. */

export type SettingValue = number | string | boolean;

export interface Scenario {
  readonly schema: 1;
  readonly id: string;
  readonly title: string;
  readonly seed: number;
  readonly duration_s: number;
  readonly measured_from_s: number;
  /** How the end hosts behave: timers, ticks, switches. */
  readonly profile: 'ns2' | 'rfc6298';
  readonly bottleneck: { readonly capacity_bps: number; readonly delay_s: number };
  readonly access: { readonly rate_bps: number; readonly delay_s: number };
  /** Parameters for every discipline that declares them. */
  readonly queue: { readonly params: Readonly<Record<string, SettingValue>> };
  readonly lanes: readonly Lane[];
  readonly flows: readonly FlowGroup[];
  readonly interventions: readonly Intervention[];
}

export interface Lane {
  readonly aqm: string;
  /** Parameters of this lane alone; they win over `queue.params`. */
  readonly params: Readonly<Record<string, SettingValue>>;
}

export interface FlowGroup {
  /** A TCP variant, or `udp`. */
  readonly transport: string;
  readonly source: string;
  readonly count: number;
  readonly packet_bytes: number;
  /** Each flow starts at a moment uniform in this interval. */
  readonly start_s: readonly [number, number];
  readonly rate_bps?: number;
  readonly window_packets?: number;
  readonly access_rate_bps?: number;
  readonly access_delay_s?: number;
}

/** A setting changed while the scene was running. */
export interface Intervention {
  readonly at_s: number;
  /** Dotted path of the setting, e.g. `queue.params.max_th` or `flows.0.rate_bps`. */
  readonly path: string;
  readonly value: SettingValue;
}

/** The head of a preset file: a scenario, where it was published and what it teaches. The rest is loaded when asked for. */
export interface Preset {
  readonly scenario: Scenario;
  /** Where the experiment was published. */
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly citation: string;
    /** Section, tables, figures. */
    readonly place: string;
  };
  /** Place in the picker. */
  readonly order: number;
  /** One teaching sentence. */
  readonly lesson: string;
}
