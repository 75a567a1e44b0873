/** The printable sheet of a lesson: links to its scenes, and the teacher's answers, computed when they are asked for. */

import { useEffect, useRef, useState } from 'react';
import { runExperiment } from '../experiment/pool';
import type { Report } from '../experiment/report';
import { connectRunner } from '../experiment/runner';
import { builtInFragment, INTRODUCTION } from '../lesson/address';
import { experimentOfTask, solvedScenario } from '../lesson/check-lesson';
import type { Answer, DoPart, Lesson, PredictPart } from '../lesson/lesson';
import { builtInLesson, wholeFragment } from '../session/lesson-sources';
import type { Session } from '../session/session';
import { lessonListStore } from '../store/lesson-list-store';
import { type LessonSource, lessonStore, type Truth } from '../store/lesson-store';
import { sceneStore, useScene } from '../store/scene-store';
import { LONGEST_SCANNED } from '../views/lesson/sheet/CodeOf';
import { LessonSheet } from '../views/lesson/sheet/LessonSheet';
import type { PartAnswer, SheetLink, TeacherAnswers } from '../views/lesson/sheet/sheet-facts';
import { addressOf } from './address';

/** Of a lesson by its id, without one of the open lesson. */
export async function openSheet(id?: string): Promise<void> {
  const { lesson, source } = lessonStore.getState();
  const shown = id === undefined ? { lesson, source } : await builtInLesson(id);
  if (shown.lesson === undefined || shown.source === undefined) return;
  lessonListStore.setState({ isOpen: false, sheet: { lesson: shown.lesson, source: shown.source } });
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
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    // The run goes on where nobody sees it.
    if (sceneStore.getState().state === 'playing') session.togglePlay();
    return () => stop.current?.abort();
  }, [session]);
  const compute = (): void => {
    stop.current?.abort();
    stop.current = new AbortController();
    void computeAnswers(lesson, stop.current.signal, setAnswers);
  };
  return (
    <LessonSheet
      lesson={lesson}
      document={presets.find((preset) => preset.document.id === lesson.document)?.document.title ?? lesson.document}
      {...{ link, sceneLinks, answers }}
      onCompute={compute}
      onStop={() => stop.current?.abort()}
      onClose={() => lessonListStore.setState({ sheet: undefined })}
    />
  );
}

/** Of a lesson of this page every scene is a step; of one's own that is too long for a code, the scenes stand for themselves. */
function useLinks(session: Session, lesson: Lesson, source: LessonSource) {
  const presets = useScene((state) => state.presets);
  const [links, setLinks] = useState<{
    readonly link: SheetLink | undefined;
    readonly sceneLinks: readonly (SheetLink | undefined)[];
  }>({ link: undefined, sceneLinks: [] });
  useEffect(() => {
    let isWanted = true;
    const steps = lesson.scenes.map((_, scene) => lesson.steps.findIndex((step) => step.opens && step.scene === scene));
    const made = async (): Promise<void> => {
      const whole = source.kind === 'own' ? await wholeFragment(source.text, INTRODUCTION) : undefined;
      const link = source.kind === 'built-in' ? builtInFragment(source.id, INTRODUCTION) : whole;
      const sceneLinks = await Promise.all(
        lesson.scenes.map(async (scene, place) => {
          const step = steps[place] ?? 0;
          const name = `The scene of step ${step + 1}`;
          if (source.kind === 'built-in') return { name, address: addressOf(builtInFragment(source.id, step)) };
          // A scene that fits into no link has none on paper either.
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
      if (isWanted) setLinks({ link: isShort ? { name: 'The whole lesson', address } : undefined, sceneLinks });
    };
    void made();
    return () => {
      isWanted = false;
    };
  }, [session, lesson, source, presets]);
  return links;
}

type Asked = PredictPart | DoPart;

/** One after the other, with the seeds that the lesson gives each. */
async function computeAnswers(
  lesson: Lesson,
  signal: AbortSignal,
  tell: (answers: TeacherAnswers) => void,
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
    tell(now);
  };
  say({});
  let engine = '';
  for (const { part, scene } of asked) {
    const preset =
      part.kind === 'predict'
        ? part.experiment
        : scene === undefined
          ? undefined
          : experimentOfTask(part, solvedScenario(part, scene.scenario), lesson.title);
    if (preset === undefined) continue;
    const answer = await runExperiment({
      ...{ connect: connectRunner, preset, seeds: part.seeds, signal },
      workers: navigator.hardwareConcurrency || 2,
      onProgress: ({ done, total }) => say({ runs: { done, total } }),
    }).then(
      ({ report, seeds, failed: [failed] }): PartAnswer => {
        if (failed !== undefined || report === undefined) return { kind: 'failed', reason: failed?.reason ?? 'no run' };
        engine = report.engine;
        return answerOf(part, report, seeds);
      },
      (problem: unknown): PartAnswer => ({
        kind: 'failed',
        reason: problem instanceof Error ? problem.message : String(problem),
      }),
    );
    if (signal.aborted) return say({ phase: 'stopped', runs: { done: 0, total: 0 } });
    say({ done: now.done + 1, runs: { done: 0, total: 0 }, parts: { ...now.parts, [part.line]: answer } });
  }
  const date = new Date().toISOString().slice(0, 10);
  say({ phase: 'done', made: `Answers computed on ${date} by the engine ${engine}.` });
}

function answerOf(part: Asked, report: Report, seeds: readonly number[]): PartAnswer {
  const figures = report.claims.map((claim) => claim.figures);
  if (part.kind === 'do')
    return {
      kind: 'task',
      isSolved: report.claims.every(({ verdict }) => verdict === 'holds'),
      ...{ seeds, figures: figures.join('; ') },
    };
  const truth = truthOf(part.answer, report);
  return truth === undefined
    ? { kind: 'failed', reason: `there is no one answer (${figures.join('; ')})` }
    : { kind: 'truth', truth, seeds, figures };
}

function truthOf(answer: Answer, { claims, rows, seeds }: Report): Truth | undefined {
  if (answer.kind === 'choice') {
    const right = claims.findIndex(({ verdict }) => verdict === 'holds');
    return right < 0 ? undefined : { kind: 'choice', right };
  }
  const points = (answer.kind === 'curve' ? answer.points : [undefined]).flatMap((point) => {
    const row = rows.find(
      (it) => it.metric === answer.metric && it.lane === answer.lane && (it.point ?? undefined) === point,
    );
    if (row?.ours === undefined) return [];
    const { mean, half_width: halfWidth, values } = row.ours;
    return [{ mean, halfWidth, values }];
  });
  const isWhole = points.length === (answer.kind === 'curve' ? answer.points.length : 1);
  return isWhole ? { kind: 'values', points, seeds } : undefined;
}
