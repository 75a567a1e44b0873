/**
 * The worker’s side of a lane. It turns requests into calls of the engine. The engine cannot read a clock, so this file
 * calls it for a limited number of events and reads the clock after each call.
 */

import type { Compared, SceneFacts } from '../border/border.gen';
import type { Divergence } from '../border/client';
import type { LabRequest, Names } from '../border/messages';
import { SCRIPT, type Scenario } from '../border/scenario';
import type { Result, Served, Task, Unfinished } from '../border/serve';
import type * as LabPackage from './pkg/lab/chokepoint_lab.js';
import type { Lab } from './pkg/lab/chokepoint_lab.js';
import type { ScriptHost } from './script-host';

/** The functions of an engine package that are used here. The caller has loaded the package. */
type LabBinding = Pick<
  typeof LabPackage,
  'Comparison' | 'decodeLink' | 'encodeLink' | 'Lab' | 'readRecording' | 'readScene'
>;

/**
 * Number of events between two reads of the clock. Most disciplines process this many in less than 1 ms. Operations of
 * a script count as events.
 */
const EVENTS_PER_LOOK = 512;
/**
 * Largest number of events by which a slice is extended to reach the next decision, so that the frame shows a decision.
 */
const EVENTS_TO_A_DECISION = 2000;

export class LabHost {
  private lab: Lab | undefined;
  /** All bytes received so far of the recording that replaces the lane's senders. */
  private recording: Uint8Array[] | undefined;
  private isDriven = false;
  private names: Names = { disciplines: {} };

  /** `scripts` is undefined if the package does not read scripts. */
  constructor(
    private readonly binding: LabBinding,
    private readonly now_ms: () => number = () => performance.now(),
    private readonly scripts?: ScriptHost,
  ) {}

  readonly perform = (request: LabRequest): Served => {
    switch (request.kind) {
      case 'names':
        this.names = request.names;
        return { value: null };
      case 'record':
        return { value: this.record(request.bytes) };
      case 'read-recording':
        return { value: JSON.parse(this.binding.readRecording(request.bytes)) };
      case 'open':
        return this.open(request.scenario, request.lane, request.at_s);
      case 'advance':
        return this.advance(this.opened(), request);
      case 'step-decision':
        return this.moves((lab) => lab.stepDecision());
      case 'seek':
        return this.moves((lab) => lab.seek(request.at_s));
      case 'seek-decision':
        return this.moves((lab) => lab.seekDecision(request.serial));
      case 'seek-event':
        return this.moves((lab) => lab.seekEvent(request.event));
      case 'step': {
        const step = JSON.stringify(request.step);
        return this.moves((lab) => lab.step(step, request.direction === 'back'));
      }
      case 'change': {
        const lab = this.opened();
        lab.change(request.path, JSON.stringify(request.value));
        return this.withFacts(lab);
      }
      case 'find':
        return this.finds(JSON.stringify(request.step));
      case 'history':
        return this.history(request);
      case 'divergence':
        return this.divergence(request.scenario, request.lanes, request.until_s);
      case 'facts':
        return { value: this.factsOf(this.opened()) };
      case 'result':
        return { value: JSON.parse(this.opened().result()) };
      case 'encode-link': {
        const { scenario, preset, view } = request;
        return {
          value: this.binding.encodeLink(JSON.stringify(scenario), JSON.stringify(preset), JSON.stringify(view)),
        };
      }
      case 'read-scene':
        return { value: JSON.parse(this.binding.readScene(request.text)) };
      case 'decode-link': {
        const { fragment, presets, archive } = request;
        const decoded = this.binding.decodeLink(fragment, JSON.stringify(presets), archive);
        return { value: decoded === undefined ? undefined : JSON.parse(decoded) };
      }
      case 'read-script':
        return { value: this.withScripts().read(request.text) };
      case 'check-script':
        return this.withScripts().check(request.text, request.scenes);
      case 'translate-script':
        return { value: this.withScripts().translate(request.text, request.target) };
    }
  };

  private opened(): Lab {
    if (!this.lab) throw new Error('no scene is open');
    return this.lab;
  }

  private open(scenario: Scenario, lane: number, at_s: number): Task {
    const text = JSON.stringify(scenario);
    const lab =
      this.recording === undefined ? new this.binding.Lab(text, lane) : this.driven(text, lane, this.recording);
    this.lab?.free();
    this.lab = lab;
    this.isDriven = this.recording !== undefined;
    const finish = (): Result => this.withFacts(lab);
    return {
      goOn: (budget_ms) => {
        const isThere = at_s <= 0 || this.sliced(budget_ms, (events) => lab.advance(at_s, events) || undefined);
        return isThere === undefined ? { unfinished: lab.now() } : finish();
      },
      stop: finish,
    };
  }

  private record(bytes: Uint8Array | undefined): number {
    if (bytes === undefined) {
      this.recording = undefined;
      this.isDriven = false;
      return 0;
    }
    this.recording ??= [];
    this.recording.push(bytes);
    return this.isDriven ? this.opened().push(bytes) : 0;
  }

  /** Moves to another simulated time. Answers with the result of the search, and the frame at the new time. */
  private moves(begin: (lab: Lab) => void): Task {
    return this.searches(begin, (found, lab) => ({ value: found, block: frameOf(lab) }));
  }

  /**
   * Runs until the simulated time is reached or the budget is used up. The answer includes the last decision with its
   * steps.
   */
  private advance(lab: Lab, { until_s, budget_ms, frame: wanted, halts }: LabRequest & { kind: 'advance' }): Result {
    const began_ms = this.now_ms();
    const hadStopped = hasStopped(lab);
    const isThere =
      this.sliced(budget_ms, (events) => {
        const isDone = halts ? lab.play(until_s, events) : lab.advance(until_s, events);
        return isDone || undefined;
      }) ?? false;
    if (!isThere && wanted === 'always') {
      lab.stepDecision();
      if (lab.goOn(EVENTS_TO_A_DECISION) === undefined) lab.stop();
    }
    const isHalted = halts && !hadStopped && hasStopped(lab);
    const value = { isThere, isHalted, now_s: lab.now(), spent_ms: this.now_ms() - began_ms };
    return isThere || wanted === 'always' ? { value, block: frameOf(lab) } : { value };
  }

  /** Searches for the next event of a kind. The run does not move. */
  private finds(step: string): Task {
    return this.searches(
      (lab) => lab.find(step),
      (found, lab) => {
        const [at_s, event] = lab.foundAt() ?? [];
        return { value: { found, at_s, event } };
      },
    );
  }

  /** A search of the engine in slices, which can be stopped. `finish` makes the answer from the result. */
  private searches(begin: (lab: Lab) => void, finish: (found: string, lab: Lab) => Result): Task {
    const lab = this.opened();
    begin(lab);
    return {
      goOn: (budget_ms) => {
        const found = this.sliced(budget_ms, (events) => lab.goOn(events));
        return found === undefined ? { unfinished: lab.now() } : finish(found, lab);
      },
      stop: () => {
        lab.stop();
        return finish('none', lab);
      },
    };
  }

  private history({ from_s, until_s, filter, max }: LabRequest & { kind: 'history' }): Task {
    const history = this.opened().history(from_s, until_s, JSON.stringify(filter), max);
    return {
      goOn: (budget_ms) => {
        const block = this.sliced(budget_ms, (events) => history.goOn(events));
        if (block === undefined) return { unfinished: null };
        history.free();
        return { value: null, block: bufferOf(block) };
      },
      stop: () => {
        history.free();
        throw new Error('the list of events is incomplete');
      },
    };
  }

  private divergence(scenario: Scenario, lanes: readonly [number, number], until_s: number): Task {
    const comparison = new this.binding.Comparison(JSON.stringify(scenario), lanes[0], lanes[1], until_s);
    return {
      goOn: (budget_ms): Result | Unfinished => {
        const compared = this.sliced(budget_ms, (events) => comparison.goOn(events));
        if (compared === undefined) return { unfinished: null };
        comparison.free();
        return { value: this.parted(JSON.parse(compared) as Compared, scenario, lanes, until_s) };
      },
      stop: () => {
        comparison.free();
        return { value: 'unknown' };
      },
    };
  }

  /** Repeats a small piece of work, at least once, until it yields an answer or the budget is used up. */
  private sliced<T>(budget_ms: number, work: (events: number) => T | undefined): T | undefined {
    const deadline_ms = this.now_ms() + budget_ms;
    do {
      const answer = work(EVENTS_PER_LOOK);
      if (answer !== undefined) return answer;
    } while (this.now_ms() < deadline_ms);
    return undefined;
  }

  private parted(
    { compared_until_s, divergence }: Compared,
    scenario: Scenario,
    lanes: readonly [number, number],
    until_s: number,
  ): Divergence | 'none' | 'unknown' {
    if (divergence === null) return compared_until_s >= Math.min(until_s, scenario.duration_s) ? 'none' : 'unknown';
    const { time_s, decision, is_arrival, in_words: done } = divergence;
    const name = (place: 0 | 1): string => this.nameIn(scenario, lanes, place);
    // A description names only the flow of a packet. If both descriptions are equal, the lanes act on different packets
    // of this flow, and the second clause says so.
    const other = done[0] === done[1] ? `${name(1)} does the same with another packet` : `${name(1)} ${done[1]}`;
    const text = `At ${time_s.toFixed(3)} s ${name(0)} ${done[0]}; ${other}.`;
    return { at_s: time_s, decision, isArrival: is_arrival, lanes, done, text };
  }

  /** A lane that plays all packets of the recording received so far. */
  private driven(scenario: string, lane: number, recording: readonly Uint8Array[]): Lab {
    const lab = this.binding.Lab.driven(scenario, lane);
    try {
      for (const bytes of recording) lab.push(bytes);
      return lab;
    } catch (problem) {
      lab.free();
      throw problem;
    }
  }

  private withFacts(lab: Lab): Result {
    return { value: this.factsOf(lab), block: frameOf(lab) };
  }

  /** Facts about the lane. For a script they include its declarations and the error at which it stopped. */
  private factsOf(lab: Lab): unknown {
    const facts = JSON.parse(lab.facts()) as SceneFacts;
    return facts.aqm === SCRIPT ? { ...facts, ...this.scripts?.factsOf(lab, facts) } : facts;
  }

  private withScripts(): ScriptHost {
    if (this.scripts === undefined) throw new Error('this engine cannot run scripts');
    return this.scripts;
  }

  private nameIn({ lanes }: Scenario, pair: readonly [number, number], place: 0 | 1): string {
    const lane = lanes[pair[place]];
    const aqm = lane?.aqm;
    const name = this.scripts?.nameOf(lane) ?? this.names.disciplines[aqm ?? ''] ?? aqm ?? '';
    return aqm === lanes[pair[1 - place] ?? 0]?.aqm ? `${name} in lane ${pair[place] + 1}` : name;
  }
}

function hasStopped(lab: Lab & { stopped?(): string | undefined }): boolean {
  return lab.stopped?.() !== undefined;
}

function frameOf(lab: Lab): ArrayBuffer {
  return bufferOf(lab.frame());
}

function bufferOf(block: Uint8Array): ArrayBuffer {
  // `buffer` can be transferred to the page: the WebAssembly binding copies the bytes into a new array, so `buffer`
  // contains only these bytes and is not shared memory.
  return block.buffer as ArrayBuffer;
}
