/** The input and the report of an experiment, in the format of `crates/core/engine/src/experiment`. */

import type { SettingValue } from '../border/scenario';

export type * from './report.gen';

/** Value of the varied setting; `null` in an experiment without a sweep. */
export type Point = SettingValue | null;
