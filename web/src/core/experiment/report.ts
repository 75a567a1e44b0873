/** The input and the report of an experiment, as `crates/core/engine/src/experiment` writes it. */

import type { SettingValue } from '../border/scenario';

export type * from './report.gen';

/** A value of the setting that is varied; `null` in an experiment that varies none. */
export type Point = SettingValue | null;
