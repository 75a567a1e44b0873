/** The origin of a saved file: enough to make it again. Pure. */

export interface Provenance {
  /** Its content: "Queue length, CHOKeD Model 1". */
  readonly title: string;
  /** Address that opens the scene, or of the page where it is of no scene. */
  readonly link: string;
  /** Version of the engine. */
  readonly engine: string;
  /** Version of the engine's numbers: runs of the same number come out the same. */
  readonly numbers: number;
  readonly seeds: readonly number[];
  /** The disciplines of the lanes, in words. */
  readonly lanes: readonly string[];
  /** The instant of the run at which it begins, if not its start [s]. */
  readonly from_s?: number;
  /** The instant of the run at which it ends [s]; absent where it is of no run. */
  readonly until_s?: number;
  /** The user's date in ISO 8601; absent: no date, so that the same file comes out again. */
  readonly date?: string;
}
