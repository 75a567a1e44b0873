/** A decision beside the rule of its paper: executed lines, their results, and the next line. Pure. */

import { formatShort } from '../../base/format';
import type { DecisionRecord, DisciplineAbout } from '../run/run-buffer';

export interface RuleLineDisplay {
  /** Number of the line, counted from 1. */
  readonly number: number;
  readonly indent: number;
  readonly text: string;
  /**
   * `next`: the run has stopped before this line. `aside`: the line did not run for the displayed packet, but ran in
   * the latest departure or timer event.
   */
  readonly state: 'idle' | 'ran' | 'decided' | 'next' | 'aside';
  /** The line's value, or the positions of the drawn packets. Empty if neither is known. */
  readonly found: string;
  /**
   * Widest text that can follow the line: value, answer or "next". The page reserves its width, so that lines break at
   * the same points for every packet.
   */
  readonly room: string;
  /** Answer to the line's question. Undefined if the line asks none or was not executed. */
  readonly answer: 'yes' | 'no' | undefined;
  /** The departure or timer event that executed the line. */
  readonly turn?: DecisionRecord;
}

/**
 * The lines of the rule for a decision. `whole` is the complete decision while the run is stopped at a match, otherwise
 * undefined. `turns` are the latest departure and the latest timer event. Their lines get the state `aside` if the
 * decision did not execute them.
 */
export function explainRule(
  about: Pick<DisciplineAbout, 'rule' | 'quantities'>,
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
  turns: readonly DecisionRecord[] = [],
): RuleLineDisplay[] {
  const others = turns.map((turn) => ({ turn, lines: explainAlone(about, turn, undefined) }));
  return explainAlone(about, decision, whole).map((line, place) => {
    if (line.state !== 'idle') return line;
    const other = others.find(({ lines }) => lines[place]?.state !== 'idle');
    return { ...line, ...other?.lines[place], ...(other && { state: 'aside', turn: other.turn }) };
  });
}

/** The departures and timer events among `turns` in which at least one of these lines ran. */
export function turnsThatLit(
  lines: readonly { readonly turn?: DecisionRecord | undefined }[],
  turns: readonly DecisionRecord[],
): DecisionRecord[] {
  return turns.filter((turn) => lines.some((line) => line.turn === turn));
}

function explainAlone(
  { rule, quantities }: Pick<DisciplineAbout, 'rule' | 'quantities'>,
  decision: DecisionRecord | undefined,
  whole: DecisionRecord | undefined,
): RuleLineDisplay[] {
  const { lines } = rule;
  const lineOf = (place: number): number => lines.findLastIndex(({ from }) => from <= place);
  const isCarriedOut = (line: number, held: boolean | undefined): boolean =>
    held !== false || lines[lineOf(line)]?.asks !== null;
  const ran = linesRun(decision, lineOf, isCarriedOut);
  const coming = linesRun(whole, lineOf, isCarriedOut);
  const values = new Map<number, number>();
  const places = new Map<number, number[]>();
  const answers = new Map<number, boolean>();
  let last = -1;
  for (const step of decision?.steps ?? []) {
    if (step.kind === 'line') {
      if (isCarriedOut(step.line, step.held)) last = lineOf(step.line);
      if (step.held !== undefined && lines[last]?.asks === step.line)
        answers.set(last, step.held || answers.get(last) === true);
    } else if (step.kind === 'value') values.set(step.quantity, step.value);
    else if (step.kind === 'draw') places.set(last, [...(places.get(last) ?? []), step.place + 1]);
  }
  // Within a decision, a run stops only between the draws and the outcome. A rule without draws therefore never shows
  // the state `next`.
  const mayComeNext = lines.some(({ text }) => DRAWS.test(text));
  const next = [...coming].find((line) => !ran.has(line));
  return lines.map(({ indent, text, shows, asks }, line) => {
    const didRun = ran.has(line);
    const answer = didRun ? answers.get(line) : undefined;
    return {
      number: line + 1,
      indent,
      text,
      state: line === next ? 'next' : !didRun ? 'idle' : line === last ? 'decided' : 'ran',
      found: didRun ? (placesFound(places.get(line)) ?? filled(shows, quantities, values)) : '',
      room: roomOf(text, shows, { isQuestion: asks !== null, mayComeNext }),
      answer: answer === undefined ? undefined : answer ? 'yes' : 'no',
    };
  });
}

/** The last `most` of the lines that ran or are next, with their common indentation removed. */
export function lastCarriedOut(lines: readonly RuleLineDisplay[], most: number): RuleLineDisplay[] {
  const last = lines.filter(({ state }) => state !== 'idle' && state !== 'aside').slice(-most);
  const least = Math.min(...last.map(({ indent }) => indent));
  return last.map((line) => ({ ...line, indent: line.indent - least }));
}

function roomOf(
  text: string,
  shows: string,
  { isQuestion, mayComeNext }: { readonly isQuestion: boolean; readonly mayComeNext: boolean },
): string {
  const value = DRAWS.test(text) ? 'pos. 000' : shows.replaceAll(/\{\w+\}/g, '00.000');
  const found = [value, isQuestion ? 'yes' : ''].filter((part) => part !== '').join(' ');
  return mayComeNext && found.length < NEXT.length ? NEXT : found;
}

const DRAWS = /\bdraw/i;

/** Text beside the line that will be executed next. */
export const NEXT = 'next →';

/** Numbers of the rule lines that summarise the given listing lines, counted from 1, such as "1, 2". */
export function ruleLinesOf({ lines }: DisciplineAbout['rule'], listing: readonly number[]): string {
  const numbers = listing.map((place) => lines.findLastIndex(({ from }) => from <= place) + 1).filter((it) => it > 0);
  return [...new Set(numbers)].sort((one, other) => one - other).join(', ');
}

/**
 * Indexes of the executed lines of the rule. An action is left out if it depends on a test in an earlier line of the
 * listing and that test failed. For example, CHOKe’s line for the draw is left out above max_th, unless the scene sets
 * `match_above_max`.
 */
function linesRun(
  decision: DecisionRecord | undefined,
  lineOf: (place: number) => number,
  isCarriedOut: (line: number, held: boolean | undefined) => boolean,
): Set<number> {
  const ran = decision?.steps.flatMap((step) =>
    step.kind === 'line' && isCarriedOut(step.line, step.held) ? [lineOf(step.line)] : [],
  );
  return new Set(ran ?? []);
}

function placesFound(places: readonly number[] | undefined): string | undefined {
  if (places === undefined) return undefined;
  return places.length === 1 ? `pos. ${places[0]}` : `${places.length} draws`;
}

/** Fills the packet's values into a text. Empty if a value is missing. */
function filled(text: string, quantities: DisciplineAbout['quantities'], values: ReadonlyMap<number, number>): string {
  let isKnown = true;
  const result = text.replaceAll(/\{(\w+)\}/g, (_, id) => {
    const place = quantities.findIndex((quantity) => quantity.id === id);
    const value = values.get(place);
    isKnown &&= value !== undefined;
    return value === undefined ? '' : shortly(value, quantities[place]?.unit ?? '');
  });
  return isKnown ? result : '';
}

/** A value of any magnitude in at most six characters. Only a rate is shown with its unit. */
function shortly(value: number, unit: string): string {
  const size = Math.abs(value);
  if (unit === 'bit/s') return formatShort(value, unit, 3);
  if (size > 0 && size < 1e-3) return value.toExponential(1).replace('-', '−');
  return formatShort(value, '', size < 0.1 ? 2 : 3);
}
