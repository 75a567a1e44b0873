/**
 * The reader's progress in a lesson: the step, predictions, results of the engine and solved tasks. It is stored in
 * this browser under the lesson's id or the fingerprint of its text, and is never sent. If storage is forbidden, it is
 * kept until the page closes.
 */

import { getKept, putKept } from '../../base/keep';
import { INTRODUCTION, textFingerprint } from './address';
import { writeParts } from './judge-script';
import type { Answer, Lesson, PredictPart } from './lesson';
import { type LessonSource, type LessonState, lessonStore, type Prediction, type Truth } from './lesson-store';

export type LessonProgress = Pick<LessonState, 'step' | 'predictions' | 'truths' | 'solved' | 'scripts'>;

const PREFIX = 'chokepoint.lesson.';
const TEXTS = 'chokepoint.lesson-texts';
/**
 * Maximum number of stored lesson texts. Only texts that are too long for an address are stored; the oldest are removed
 * first.
 */
const MOST_TEXTS = 5;

export function keyOfSource(source: LessonSource): string {
  return source.kind === 'built-in' ? source.id : textFingerprint(source.text);
}

/** Stored progress that matches the current lesson. Undefined if the lesson was never begun or was reset. */
export function progressOf(key: string, lesson: Lesson): LessonProgress | undefined {
  const kept = getKept(PREFIX + key, record);
  if (kept.step === undefined) return undefined;
  const questions = questionsOf(lesson);
  const tasks = lesson.steps.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'do' || part.kind === 'write' ? [part.id] : [])),
  );
  const predictions: Record<string, Prediction> = {};
  const truths: Record<string, Truth> = {};
  for (const { id, answer, experiment } of questions) {
    const prediction = record(kept.predictions)[id];
    if (isPrediction(prediction, answer)) predictions[id] = prediction;
    const { of, truth } = record(record(kept.truths)[id]);
    // A stored result is used only if the question still has the experiment that produced it.
    if (of === textFingerprint(experiment) && isTruth(truth, answer)) truths[id] = truth;
  }
  return {
    step: isStep(kept.step, lesson.steps.length) ? kept.step : INTRODUCTION,
    predictions,
    truths,
    solved: tasks.filter((id) => Array.isArray(kept.solved) && kept.solved.includes(id)),
    scripts: scriptsIn(kept.scripts, lesson),
  };
}

/** Stored step, counted from 1. Undefined if the lesson was not begun. */
export function stepReached(key: string, steps: number): number | undefined {
  const { step } = getKept(PREFIX + key, record);
  return isStep(step, steps) && step !== INTRODUCTION ? step + 1 : undefined;
}

/** Removes all progress of a lesson. */
export function forgetProgress(key: string): void {
  putKept(PREFIX + key, undefined);
}

/** Stores the reader's progress in the open lesson in this browser, after every change. */
export function rememberProgress(): () => void {
  return lessonStore.subscribe((now, before) => {
    const { lesson, source, step, predictions, truths, solved, scripts } = now;
    if (lesson === undefined || source === undefined) return;
    const isSame =
      before.lesson === lesson &&
      before.step === step &&
      before.predictions === predictions &&
      before.truths === truths &&
      before.solved === solved &&
      before.scripts === scripts;
    if (isSame) return;
    const experiments = new Map(questionsOf(lesson).map(({ id, experiment }) => [id, experiment]));
    const marked = Object.entries(truths).map(([id, truth]) => {
      return [id, { of: textFingerprint(experiments.get(id) ?? ''), truth }];
    });
    putKept(PREFIX + keyOfSource(source), { step, predictions, truths: Object.fromEntries(marked), solved, scripts });
  });
}

/** Stores the text of a lesson that is too long for an address, so that the page finds the text after a reload. */
export function keepText(text: string): void {
  const fingerprint = textFingerprint(text);
  const others = keptTexts().filter((known) => known.fingerprint !== fingerprint);
  putKept(TEXTS, [...others, { fingerprint, text }].slice(-MOST_TEXTS));
}

export function keptText(fingerprint: string): string | undefined {
  return keptTexts().find((known) => known.fingerprint === fingerprint)?.text;
}

function keptTexts(): readonly { readonly fingerprint: string; readonly text: string }[] {
  return getKept(TEXTS, (kept) =>
    (Array.isArray(kept) ? kept : []).flatMap((entry: unknown) => {
      const { fingerprint, text } = record(entry);
      return typeof fingerprint === 'string' && typeof text === 'string' ? [{ fingerprint, text }] : [];
    }),
  );
}

function questionsOf(lesson: Lesson): readonly PredictPart[] {
  return lesson.steps.flatMap(({ parts }) => parts.filter((part) => part.kind === 'predict'));
}

/** Longest script that the engine reads [bytes]. The check counts characters, each of which has at least one byte. */
const LONGEST_SCRIPT = 32 * 1024;

function scriptsIn(given: unknown, lesson: Lesson): Readonly<Record<string, string>> {
  const kept = record(given);
  return Object.fromEntries(
    writeParts(lesson).flatMap(({ id }) => {
      const text = kept[id];
      return typeof text === 'string' && text.length <= LONGEST_SCRIPT ? [[id, text]] : [];
    }),
  );
}

function isStep(step: unknown, steps: number): step is number {
  return typeof step === 'number' && Number.isInteger(step) && step >= INTRODUCTION && step < steps;
}

function isPrediction(given: unknown, answer: Answer): given is Prediction {
  if (answer.kind === 'choice') return isPlace(given, answer.options.length);
  if (answer.kind === 'slider') return isNumber(given);
  return Array.isArray(given) && given.length === answer.points.length && given.every(isNumber);
}

function isTruth(given: unknown, answer: Answer): given is Truth {
  const { kind, right, options, points, seeds } = record(given);
  if (!isNumber(seeds)) return false;
  if (answer.kind === 'choice')
    return (
      kind === 'choice' &&
      (right === null || isPlace(right, answer.options.length)) &&
      isList(options, answer.options.length, isOption)
    );
  return kind === 'values' && isList(points, answer.kind === 'curve' ? answer.points.length : 1, isPoint);
}

function isList(given: unknown, count: number, isOne: (entry: unknown) => boolean): boolean {
  return Array.isArray(given) && given.length === count && given.every(isOne);
}

function isOption(given: unknown): boolean {
  const { verdict, figures } = record(given);
  return (
    typeof verdict === 'string' && ['holds', 'fails', 'undecided'].includes(verdict) && typeof figures === 'string'
  );
}

function isPoint(given: unknown): boolean {
  const { mean, halfWidth, values } = record(given);
  return (
    isNumber(mean) && (halfWidth === null || isNumber(halfWidth)) && Array.isArray(values) && values.every(isNumber)
  );
}

function isPlace(given: unknown, count: number): given is number {
  return isNumber(given) && Number.isInteger(given) && given >= 0 && given < count;
}

function isNumber(given: unknown): given is number {
  return typeof given === 'number' && Number.isFinite(given);
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
