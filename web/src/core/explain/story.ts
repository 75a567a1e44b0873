/**
 * Why a decision ended as it did, as a list of facts: tests, draws and results. The facts are derived only from the
 * decision record and the catalog, so they exist for every discipline that records its lines, values and draws. Pure.
 */

import { FRONT_LENGTH, flowLabel, flowName } from '../run/describe-decision';
import { type Values, valuesAt, wordingUnder } from '../run/pseudo-code';
import type { DecisionRecord, RunBuffer } from '../run/run-buffer';
import {
  conditionOf,
  denied,
  type Finding,
  filledIn,
  findings,
  type Known,
  type Lookup,
  partsAlike,
  type Words,
} from './conditions';

export type StorySource = Pick<RunBuffer, 'catalog' | 'facts' | 'about'>;

export interface Fact {
  readonly key: string;
  readonly parts: readonly FactPart[];
  /** Lines of the listing on which the fact is based, in the order of execution. */
  readonly lines: readonly number[];
}

type FactPart =
  | Words
  /** A drawn packet. `place` is its position, counted from 1 at the front. */
  | { readonly kind: 'draw'; readonly place: number; readonly flow: string; readonly isMatch: boolean };

export function explainDecision(record: DecisionRecord, source: StorySource): Fact[] {
  return new Explainer(record, source).explain();
}

/** Maximum number of draws listed in one fact. Beyond it, only matches are listed. */
const MOST_DRAWS = 6;

/** A test, either as a plain comparison or quoted from the code. */
type Clause = Finding | { readonly quoted: string };
type StepEntry = DecisionRecord['steps'][number];
type Draw = Extract<StepEntry, { kind: 'draw' }>;
type Drop = Extract<StepEntry, { kind: 'drop' }>;

class Explainer {
  private readonly facts: Fact[] = [];
  /**
   * Latest value of each quantity. The key is the index of the quantity in the discipline's list. The entries are in
   * the order in which the values were set.
   */
  private readonly values = new Map<number, number>();
  /** Values that a line of pseudo-code uses although the discipline records them only after this line. */
  private readonly ahead = new Map<number, number>();
  /** Tests that belong to the next fact. */
  private tests: Clause[] = [];
  private draws: Draw[] = [];
  /** The line that was executed last. */
  private line = -1;
  private linesOfFact: number[] = [];
  private hasMatch = false;
  /** Lines on which a packet was dropped or marked. */
  private readonly fatal = new Set<number>();
  private readonly loops = new Set<number>();
  /** Statements already made, since a decision may repeat a test. */
  private readonly stated = new Set<string>();
  /** Parameters at the time of the decision. */
  private readonly params: Values;

  constructor(
    private readonly record: DecisionRecord,
    private readonly source: StorySource,
  ) {
    this.params = valuesAt(source.about, source.facts, record.time_s);
  }

  explain(): Fact[] {
    for (const [at, step] of this.record.steps.entries()) {
      if (step.kind === 'line') this.line = step.line;
      if (step.kind === 'value') {
        // Deletes the earlier entry first, so that the newest value comes last in the map.
        this.values.delete(step.quantity);
        this.values.set(step.quantity, step.value);
      } else if (step.kind === 'line' && step.held !== undefined) this.test(at, step.line, step.held);
      else if (step.kind === 'draw') this.draw(step);
      else if (step.kind === 'drop' || step.kind === 'mark') this.fatal.add(this.line);
    }
    this.flushDraws();
    this.end();
    return this.facts;
  }

  private test(at: number, line: number, held: boolean): void {
    const codeLine = this.source.about.code[line];
    const condition = codeLine && conditionOf(wordingUnder(codeLine, this.params));
    if (condition === undefined) return;
    this.lookAhead(at);
    // A loop that draws packets is explained by its draws, so its condition is not stated. When a loop ends after at
    // least one pass, its failed condition is not stated either.
    if (condition.isLoop && (held ? this.drawsAfter(at) : this.loops.has(line))) return;
    if (condition.isLoop) this.loops.add(line);
    const parts = partsAlike(condition.test, held);
    const isJudged = (part: string): boolean => findings(part, held, this.lookup) !== undefined;
    // A test is split if only some of its parts are comparisons. A test without comparisons, such as "packets wait and
    // fill the buffer", stays one statement.
    const tests = !isJudged(condition.test) && parts.some(isJudged) ? parts : [condition.test];
    for (const test of tests) this.find(test, line, held);
  }

  private find(test: string, line: number, held: boolean): void {
    const found = findings(test, held, this.lookup);
    if (found !== undefined) {
      const news = found.filter((finding) => !this.stated.has(textOf([...finding.subject, ...finding.predicate])));
      if (news.length === 0) return;
      this.flushDraws();
      this.linesOfFact.push(line);
      this.tests.push(...news);
      for (const finding of news) this.stated.add(textOf([...finding.subject, ...finding.predicate]));
    } else if (this.draws.length === 0 && !this.hasMatch) {
      const words = filledIn(test, this.lookup);
      this.linesOfFact.push(line);
      this.tests.push({ quoted: held ? words : denied(words) });
    }
  }

  private drawsAfter(at: number): boolean {
    return this.record.steps.slice(at).some(({ kind }) => kind === 'draw');
  }

  /**
   * Collects the values that are recorded directly after step `at`, since a line may use them before they are recorded.
   * If a value was already recorded before the step, the method `quantity` uses that value instead.
   */
  private lookAhead(at: number): void {
    this.ahead.clear();
    for (const step of this.record.steps.slice(at + 1)) {
      if (step.kind !== 'value') return;
      this.ahead.set(step.quantity, step.value);
    }
  }

  private draw(step: Draw): void {
    if (this.tests.length > 0) this.add([...clauses(this.tests), text(', so packets are drawn')]);
    this.tests = [];
    const last = this.draws.at(-1);
    if (last !== undefined && this.regionOf([last]) !== this.regionOf([step])) this.flushDraws();
    this.draws.push(step);
    this.linesOfFact.push(this.line);
    this.hasMatch ||= step.isMatch;
  }

  private flushDraws(): void {
    const { draws } = this;
    if (draws.length === 0) return;
    this.draws = [];
    const shown = draws.filter((draw, rank) => rank < MOST_DRAWS || draw.isMatch);
    const parts: FactPart[] = [text(`${draws.length} drawn${this.regionOf(draws)}: `)];
    for (const [rank, { place, flow, isMatch }] of shown.entries()) {
      if (rank > 0) parts.push(text(', '));
      parts.push({ kind: 'draw', place: place + 1, flow: flowLabel(this.source.facts, flow), isMatch });
    }
    if (shown.length < draws.length) parts.push(text(` and ${draws.length - shown.length} more`));
    const own = flowName(this.source.facts, this.record.flow);
    const matches = draws.filter(({ isMatch }) => isMatch).map(({ place }) => place + 1);
    if (matches.length === 0) parts.push(text(`; ${draws.length === 1 ? 'not' : 'none'} from ${own}`));
    else parts.push(text(`; ${matches.join(', ')} also ${matches.length === 1 ? 'belongs' : 'belong'} to ${own}`));
    this.add(parts);
  }

  private end(): void {
    const outcome = this.outcome();
    if (outcome === undefined) return;
    this.linesOfFact.push(...this.fatal, this.line);
    if (this.tests.length > 0) this.add([...clauses(this.tests), text(`, so ${outcome.words}`)]);
    else if (this.hasMatch || outcome.meaning === undefined)
      this.add([text(`${this.facts.length > 0 ? 'so ' : ''}${outcome.words}`)]);
    else this.add([text(`${outcome.words}: ${outcome.meaning}`)]);
  }

  private outcome(): { readonly words: string; readonly meaning: string | undefined } | undefined {
    const { steps } = this.record;
    const drops = steps.filter((step): step is Drop => step.kind === 'drop');
    const victims = drops.filter(({ place }) => place >= 0);
    const arrival = drops.find(({ place }) => place < 0);
    const entry = steps.find((step) => step.kind === 'admit');
    const mark = steps.find((step) => step.kind === 'mark');
    const meaning = this.reason((arrival ?? victims[0] ?? mark)?.reason)?.meaning;
    if (this.record.trigger !== undefined) {
      const droppedText = victims.length === 1 ? 'the packet is dropped' : `${victims.length} packets are dropped`;
      const name = this.reason((victims[0] ?? mark)?.reason)?.name ?? 'reason unknown';
      return { words: `${victims.length > 0 ? droppedText : 'the packet leaves ECN-marked'} (${name})`, meaning };
    }
    if (arrival !== undefined && victims.length > 0) {
      const count = victims.length + 1;
      return { words: count === 2 ? 'both are dropped' : `all ${count} are dropped`, meaning };
    }
    if (arrival !== undefined)
      return { words: `the arrival is dropped (${this.reason(arrival.reason)?.name ?? 'reason unknown'})`, meaning };
    if (entry === undefined) return undefined;
    const marked = mark === undefined ? '' : `ECN-marked (${this.reason(mark.reason)?.name ?? 'reason unknown'}) and `;
    const admitted = `the arrival is ${marked}admitted at position ${entry.place + 1}`;
    if (victims.length === 0) return { words: admitted, meaning };
    const places = victims.map(({ place }) => place + 1);
    const gone = `${places.length === 1 ? `the packet at position ${places[0]} is` : `${places.length} packets are`} dropped`;
    return { words: `${gone} (${this.reason(victims[0]?.reason)?.name ?? 'reason unknown'}) and ${admitted}`, meaning };
  }

  private readonly lookup: Lookup = (name) => this.quantity(name) ?? this.parameter(name);

  private quantity(name: string): Known | undefined {
    const id = /^\{(\w+)\}$/.exec(name)?.[1];
    // Two quantities may have the same symbol, such as the average before and after the update. The latest value is
    // used.
    for (const [place, value] of [...[...this.values].reverse(), ...this.ahead]) {
      const about = this.source.about.quantities[place];
      if (about === undefined || (id === undefined ? about.symbol !== name : about.id !== id)) continue;
      return { label: about.symbol, value, meaning: withUnit(about) };
    }
    return undefined;
  }

  private parameter(name: string): Known | undefined {
    const about = this.source.about.params.find((spec) =>
      [spec.id, spec.symbol || spec.name, spec.name].includes(name),
    );
    const value = about === undefined ? undefined : this.params[about.id];
    if (about === undefined || value === undefined) return undefined;
    const label = typeof value === 'boolean' ? about.name : about.symbol || about.name;
    return { label, value, meaning: `${about.name}: ${about.meaning}` };
  }

  /**
   * Returns " from the rear" or " from the front" if all these packets were drawn from that half of the queue. Empty if
   * they were not, or if the discipline does not distinguish the halves.
   */
  private regionOf(draws: readonly Draw[]): string {
    if (this.source.about.view !== 'fifo-with-regions') return '';
    const place = this.source.about.quantities.findIndex(({ id }) => id === FRONT_LENGTH);
    const front = this.values.get(place);
    if (front === undefined) return '';
    if (draws.every((draw) => draw.place >= front)) return ' from the rear';
    return draws.every((draw) => draw.place < front) ? ' from the front' : '';
  }

  private reason(number: number | undefined) {
    return number === undefined ? undefined : this.source.catalog.reasons[number];
  }

  private add(parts: readonly FactPart[]): void {
    this.facts.push({ key: String(this.facts.length), parts, lines: [...new Set(this.linesOfFact)] });
    this.linesOfFact = [];
  }
}

/**
 * Joins statements into one clause for each subject: "avg 52.2 is at least min_th 40 and below max_th 80, u 0.3 is
 * below p_a 0.4".
 */
function clauses(tests: readonly Clause[]): Words[] {
  const words: Words[] = [];
  let subject: string | undefined;
  for (const test of tests) {
    if ('quoted' in test) {
      words.push(text(words.length > 0 ? `, ${test.quoted}` : test.quoted));
      subject = undefined;
      continue;
    }
    const own = textOf(test.subject);
    if (own === subject) words.push(text(' and '));
    else words.push(...(words.length > 0 ? [text(', ')] : []), ...test.subject, text(' is '));
    subject = own;
    for (const [rank, part] of test.predicate.entries()) words.push(...(rank > 0 ? [text(' ')] : []), part);
  }
  return words;
}

function textOf(words: readonly Words[]): string {
  return words.map((part) => part.text).join(' ');
}

function text(words: string): Words {
  return { kind: 'text', text: words };
}

/** The meaning of a quantity with its unit, since the sentence contains only the value. */
function withUnit({ unit, meaning }: { readonly unit: string; readonly meaning: string }): string {
  return unit === '' || unit === '1' ? meaning : `${meaning} [${unit}]`;
}
