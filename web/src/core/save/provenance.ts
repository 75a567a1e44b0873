/** Where something that is saved comes from: enough to make it again. Pure. */

export interface Provenance {
  /** What it shows: "Queue length, CHOKeD Model 1". */
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
  /** From which instant of the run on it tells, where that is not its start [s]. */
  readonly from_s?: number;
  /** Up to which instant of the run it tells [s]; absent where it is of no run. */
  readonly until_s?: number;
  /** As the user wants it to stand there, in ISO 8601; absent: no date, so that the same file comes out again. */
  readonly date?: string;
}
