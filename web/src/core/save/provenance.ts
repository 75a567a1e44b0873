/** The origin of a saved file: everything needed to make the file again. Pure. */

export interface Provenance {
  /** Title of the content, such as "Queue length, CHOKeD Model 1". */
  readonly title: string;
  /** Address of the scene, or of the page if the content belongs to no scene. */
  readonly link: string;
  readonly engine: string;
  /**
   * Version of the results: an engine that computes or measures anything differently has another version. Under the
   * same version, a scene gives the same results.
   */
  readonly numbers: number;
  readonly seeds: readonly number[];
  /** Names of the disciplines in the lanes. */
  readonly lanes: readonly string[];
  /** Simulated time at which the content begins [s]. Absent if it begins at the start of the run. */
  readonly from_s?: number;
  /** Simulated time at which the content ends [s]. Absent if the content belongs to no run. */
  readonly until_s?: number;
  /**
   * Date that the user chose, in ISO 8601. Absent if the user chose none, so that the file can be reproduced exactly.
   */
  readonly date?: string;
}
