/** The origin of a saved file, with all facts needed to make the file again. Pure. */

export interface Provenance {
  /** Title of the content: "Queue length, CHOKeD Model 1". */
  readonly title: string;
  /** Address of the scene, or of the page if the content belongs to no scene. */
  readonly link: string;
  readonly engine: string;
  /** Version of the engine's numbers: under the same version, runs give the same results. */
  readonly numbers: number;
  readonly seeds: readonly number[];
  /** Names of the disciplines of the lanes. */
  readonly lanes: readonly string[];
  /** Begin of the content in the run, if not its start [s]. */
  readonly from_s?: number;
  /** End of the content in the run [s]; absent if the content belongs to no run. */
  readonly until_s?: number;
  /** Date that the user chose, in ISO 8601. Absent without a choice, so that the file can be reproduced exactly. */
  readonly date?: string;
}
