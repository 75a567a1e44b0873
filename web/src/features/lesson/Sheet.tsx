/**
 * The printable sheet of a lesson: links to its scenes, and the answers for the teacher, which are computed on demand.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { whileWanted } from '../../base/while-wanted';
import type { Report } from '../../core/experiment/report';
import { builtInFragment, INTRODUCTION } from '../../core/lesson/address';
import type { DoPart, Lesson, LessonScene, PredictPart } from '../../core/lesson/lesson';
import { lessonListStore } from '../../core/lesson/lesson-list-store';
import { builtInLesson, wholeFragment } from '../../core/lesson/lesson-sources';
import { type LessonSource, lessonStore } from '../../core/lesson/lesson-store';
import { type Ask, findReport, reportRuns, runKey } from '../../core/lesson/report-runs';
import { truthOf } from '../../core/lesson/truth';
import { useScene } from '../../core/scene/scene-store';
import { useWaitingRun } from '../../core/scene/use-waiting-run';
import { addressOf } from '../../core/session/address';
import type { Session } from '../../core/session/session';
import { solvedScenario } from './check-lesson';
import { LONGEST_SCANNED } from './sheet/CodeOf';
import { LessonSheet } from './sheet/LessonSheet';
import type { PartAnswer, SheetLink, TeacherAnswers } from './sheet/sheet-facts';
import { namesOf } from './sheet/sheet-names';
import { outcomes, taskExperiment } from './task';

/** Opens the sheet of the lesson with this id, or of the open lesson if there is no id. */
export async function openSheet(id?: string): Promise<void> {
  const { lesson, source } = lessonStore.getState();
  const shown = id === undefined ? { lesson, source } : await builtInLesson(id);
  if (shown.lesson === undefined || shown.source === undefined) return;
  lessonListStore.setState({ isOpen: false, sheet: { lesson: shown.lesson, source: shown.source } });
}

function closeSheet(): void {
  lessonListStore.setState({ sheet: undefined });
}

interface Props {
  readonly session: Session;
  readonly lesson: Lesson;
  readonly source: LessonSource;
}

export function Sheet({ session, lesson, source }: Props) {
  const presets = useScene((state) => state.presets);
  const [answers, setAnswers] = useState<TeacherAnswers>();
  const { link, sceneLinks } = useLinks(session, lesson, source);
  const catalog = session.lanes[0]?.run.catalog;
  const names = useMemo(() => catalog && namesOf(catalog), [catalog]);
  const stop = useRef<AbortController>(undefined);
  useWaitingRun(session);
  useEffect(() => () => stop.current?.abort(), []);
  const compute = (): void => {
    stop.current?.abort();
    stop.current = new AbortController();
    void computeAnswers(lesson, stop.current.signal, setAnswers);
  };
  if (names === undefined) return null;
  return (
    <LessonSheet
      lesson={lesson}
      document={presets.find((preset) => preset.document.id === lesson.document)?.document.title ?? lesson.document}
      {...{ link, sceneLinks, answers, names }}
      onCompute={compute}
      onStop={() => stop.current?.abort()}
      onClose={closeSheet}
    />
  );
}

/**
 * Links on the sheet. For a built-in lesson, a link opens the step with the scene. For the user's own lesson, it opens
 * only the scene.
 */
function useLinks(session: Session, lesson: Lesson, source: LessonSource) {
  const presets = useScene((state) => state.presets);
  const [links, setLinks] = useState<{
    readonly link: SheetLink | undefined;
    readonly sceneLinks: readonly (SheetLink | undefined)[];
  }>({ link: undefined, sceneLinks: [] });
  useEffect(() => {
    const steps = lesson.scenes.map((_, scene) => lesson.steps.findIndex((step) => step.opens && step.scene === scene));
    const made = async () => {
      const whole = source.kind === 'own' ? await wholeFragment(source.text, INTRODUCTION) : undefined;
      const link = source.kind === 'built-in' ? builtInFragment(source.id, INTRODUCTION) : whole;
      const sceneLinks = await Promise.all(
        lesson.scenes.map(async (scene, place) => {
          const step = steps[place] ?? 0;
          const name = `The scene of step ${step + 1}`;
          if (source.kind === 'built-in') return { name, address: addressOf(builtInFragment(source.id, step)) };
          // A scene that is too large for a link has no link on the sheet.
          const base = presets.find((preset) => preset.scenario.id === scene.preset) ?? presets[0];
          if (base === undefined) return undefined;
          const view = scene.at_s > 0 ? { at_s: scene.at_s } : {};
          return session.linkOfScene(scene.scenario, base.scenario, view).then(
            (address) => ({ name, address }),
            () => undefined,
          );
        }),
      );
      const address = link === undefined ? undefined : addressOf(link);
      const isShort = address !== undefined && address.length <= LONGEST_SCANNED;
      return { link: isShort ? { name: 'The whole lesson', address } : undefined, sceneLinks };
    };
    return whileWanted(made(), setLinks);
  }, [session, lesson, source, presets]);
  return links;
}

type Asked = PredictPart | DoPart;

/** Computes the answers one by one, each with the lesson's own seeds. */
async function computeAnswers(
  lesson: Lesson,
  signal: AbortSignal,
  onChange: (answers: TeacherAnswers) => void,
): Promise<void> {
  const asked = lesson.steps.flatMap(({ parts, scene }) =>
    parts
      .filter((part): part is Asked => part.kind === 'predict' || part.kind === 'do')
      .map((part) => ({ part, scene: lesson.scenes[scene] })),
  );
  let now: TeacherAnswers = {
    ...{ phase: 'running', done: 0, total: asked.length, runs: { done: 0, total: 0 }, parts: {} },
    made: '',
  };
  const say = (news: Partial<TeacherAnswers>): void => {
    now = { ...now, ...news };
    onChange(now);
  };
  say({});
  let engine = '';
  for (const { part, scene } of asked) {
    const ask = askOf(part, scene);
    if (ask === undefined) continue;
    const forget = reportRuns.subscribe((runs) => {
      const { done = 0, total = 0 } = runs[runKey(ask)] ?? {};
      say({ runs: { done, total } });
    });
    const report = await findReport(ask).finally(forget);
    if (signal.aborted) return say({ phase: 'stopped', runs: { done: 0, total: 0 } });
    engine = report?.engine ?? engine;
    const answer = report === undefined ? failed(reportRuns.getState()[runKey(ask)]?.problem) : answerOf(part, report);
    say({ done: now.done + 1, runs: { done: 0, total: 0 }, parts: { ...now.parts, [part.line]: answer } });
  }
  const date = new Date().toISOString().slice(0, 10);
  say({ phase: 'done', made: `Answers computed on ${date} by the engine ${engine}.` });
}

function askOf(part: Asked, scene: LessonScene | undefined): Ask | undefined {
  if (part.kind === 'predict') return part;
  if (scene === undefined) return undefined;
  return { experiment: taskExperiment(part, solvedScenario(part, scene.scenario)), seeds: part.seeds };
}

function answerOf(part: Asked, report: Report): PartAnswer {
  const { seeds } = report;
  if (part.kind === 'do') {
    const found = outcomes(part, report);
    const isSolved = found.every(({ verdict }) => verdict === 'holds');
    return { kind: 'task', isSolved, seeds, figures: found.map(({ figures }) => figures).join('; ') };
  }
  try {
    return { kind: 'truth', truth: truthOf(part.answer, report) };
  } catch (problem) {
    return failed(problemText(problem));
  }
}

function failed(reason = 'the engine gave no answer'): PartAnswer {
  return { kind: 'failed', reason };
}
