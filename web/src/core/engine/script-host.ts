/** Requests about scripts to the worker of a lane. Only the package `full` can answer them. */

import type { SceneFacts } from '../border/border.gen';
import { type Lane, SCRIPT } from '../border/scenario';
import type { Checked, ScriptFacts, ScriptProblem, ScriptStop, ScriptTarget, TranslatedScript } from '../border/script';
import type { Task } from '../border/serve';
import type * as FullPackage from './pkg/full/chokepoint_full.js';
import type { Lab } from './pkg/lab/chokepoint_lab.js';

/** The functions that only the package `full` has. */
type ScriptBinding = Pick<typeof FullPackage, 'describeScript' | 'ScriptCheck' | 'translateScript'>;

/** Number of scenes that a check runs between two reads of the clock. */
const SCENES_PER_LOOK = 1;

export class ScriptHost {
  /** Cache of the last description of a script. */
  private described: { readonly text: string; readonly facts: ScriptFacts } | undefined;

  constructor(
    private readonly binding: ScriptBinding,
    private readonly now_ms: () => number = () => performance.now(),
  ) {}

  /** Declarations of a script, or the problem in the script. */
  read(text: string): ScriptFacts | ScriptProblem {
    try {
      return this.describe(text);
    } catch (problem) {
      if (typeof problem === 'string') return JSON.parse(problem) as ScriptProblem;
      throw problem;
    }
  }

  /** Additional facts of a lane whose discipline is a script. */
  factsOf(
    lab: Lab & { stopped?(): string | undefined },
    { scenario, lane }: SceneFacts,
  ): { readonly script?: ScriptFacts; readonly stopped?: ScriptStop } {
    const text = scenario.lanes[lane]?.script;
    const stopped = lab.stopped?.();
    return {
      ...(text === undefined ? {} : { script: this.describe(text) }),
      ...(stopped === undefined ? {} : { stopped: JSON.parse(stopped) as ScriptStop }),
    };
  }

  /** The name that the lane's script declares. Undefined for other disciplines. */
  nameOf(lane: Lane | undefined): string | undefined {
    return lane?.aqm === SCRIPT && lane.script !== undefined ? this.describe(lane.script).about.name : undefined;
  }

  /** The translation of a valid script for another simulator. */
  translate(text: string, target: ScriptTarget): TranslatedScript {
    return JSON.parse(this.binding.translateScript(text, target)) as TranslatedScript;
  }

  /** Tests a script against the invariants of a discipline. */
  check(text: string, scenes: number): Task {
    const check = new this.binding.ScriptCheck(text, scenes);
    return {
      goOn: (budget_ms) => {
        const deadline_ms = this.now_ms() + budget_ms;
        do {
          const checked = check.goOn(SCENES_PER_LOOK);
          if (checked === undefined) continue;
          check.free();
          return { value: JSON.parse(checked) as Checked };
        } while (this.now_ms() < deadline_ms);
        return { unfinished: null };
      },
      stop: () => {
        check.free();
        return { value: null };
      },
    };
  }

  private describe(text: string): ScriptFacts {
    if (this.described?.text !== text)
      this.described = { text, facts: JSON.parse(this.binding.describeScript(text)) as ScriptFacts };
    return this.described.facts;
  }
}
