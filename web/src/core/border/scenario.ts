/** The scenario as files, presets and the engine write it. The engine alone decides whether one is valid. */

import type { Scenario } from './scenario.gen';

export type { FlowGroup, Intervention, Lane, Scenario, SettingValue } from './scenario.gen';

/** The id of every discipline that is a script. */
export const SCRIPT = 'script';

/** True if a scene has a lane that is a script. */
export function hasScript({ lanes }: Pick<Scenario, 'lanes'>): boolean {
  return lanes.some(({ aqm }) => aqm === SCRIPT);
}

/** The head of a preset file: a scenario, its publication and its lesson. The rest is loaded on demand. */
export interface Preset {
  readonly scenario: Scenario;
  /** The publication of the experiment. */
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly citation: string;
    /** Section, tables, figures. */
    readonly place: string;
  };
  /** File of the recording whose packets come in its first lane. */
  readonly recording?: string;
  /** Place in the picker. */
  readonly order: number;
  /** One teaching sentence. */
  readonly lesson: string;
  /** The formula behind the scene. */
  readonly theory?: {
    /** Id of its picture. */
    readonly picture: string;
    /** True if it is shown at once, in place of the plots. */
    readonly is_shown?: boolean;
  };
}
