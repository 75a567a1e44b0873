/** The scenario in the format of files, presets and the engine. Only the engine checks whether a scenario is valid. */

import type { Scenario } from './scenario.gen';

export type { FlowGroup, Intervention, Lane, Scenario, SettingValue } from './scenario.gen';

/** The value of `aqm` in every lane whose discipline is a script. */
export const SCRIPT = 'script';

export function hasScript({ lanes }: Pick<Scenario, 'lanes'>): boolean {
  return lanes.some(({ aqm }) => aqm === SCRIPT);
}

/** The first fields of a preset file: scenario, publication and lesson. The rest of the file is loaded on demand. */
export interface Preset {
  readonly scenario: Scenario;
  /** The publication of the experiment. */
  readonly document: {
    readonly id: string;
    readonly title: string;
    readonly citation: string;
    /** Section, tables and figures of the document. */
    readonly place: string;
  };
  /** File of the recording whose packets arrive in the first lane. */
  readonly recording?: string;
  /** Position of the preset in the list of scenes. */
  readonly order: number;
  /** One teaching sentence. */
  readonly lesson: string;
  /** The formula behind the scene. */
  readonly theory?: {
    /** Id of the formula's picture. */
    readonly picture: string;
    /** True if the scene opens in the workspace `theory`, with the plot of this formula. */
    readonly is_shown?: boolean;
  };
}
