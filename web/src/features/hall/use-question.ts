/** The question that the lecturer asks, and the address for the phones. */

import { useEffect, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { whileWanted } from '../../base/while-wanted';
import { hallFragmentOf, hallFragmentStart, laneAlone } from '../../core/lesson/hall-address';
import {
  type HallMetric,
  type HallQuestion,
  metricsOf,
  questionOfPart,
  questionOfScene,
} from '../../core/lesson/hall-question';
import type { HallSubject } from '../../core/lesson/hall-store';
import type { LessonSource } from '../../core/lesson/lesson-store';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';

interface Asked {
  /** The quantities from which the lecturer can choose. Empty for a question of a lesson. */
  readonly metrics: readonly HallMetric[];
  /** The question. Undefined while its address is being made, or if there is none. */
  readonly question: HallQuestion | undefined;
  /** The reason why there is no question. */
  readonly problem: string | undefined;
}

export interface HallActions extends Pick<SceneActions, 'linkOfScene'> {
  /** The address of a question in a lesson step. Undefined if the lesson's text is too long for an address. */
  hallFragmentOfStep(source: LessonSource, step: number): Promise<string | undefined>;
}

/** `metricId` and `lane` are the lecturer's choices. Undefined selects the scene's default. */
export function useQuestion(
  subject: HallSubject,
  lanes: readonly LaneRun[],
  lane: number,
  metricId: string | undefined,
  actions: HallActions,
): Asked {
  const scenario = useScene((state) => state.scenario);
  const base = useScene((state) => state.preset ?? state.presets[0])?.scenario;
  const [linked, setLinked] = useState<{ readonly key: string; readonly fragment: string }>();
  const [problem, setProblem] = useState<string>();
  const scene = scenario === undefined ? undefined : laneAlone(scenario, lane);
  const metrics = scene === undefined ? [] : metricsOf(scene);
  const metric = metrics.find(({ id }) => id === metricId) ?? metrics[0];
  const short =
    scene === undefined || base === undefined || metric === undefined
      ? undefined
      : hallFragmentOf(metric.id, scene, base);
  const key = JSON.stringify([scene, metric?.id]);
  const needsLink = subject.kind === 'scene' && short === undefined && metric !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the scene and the metric.
  useEffect(() => {
    if (!needsLink || scene === undefined || base === undefined || metric === undefined) return;
    setProblem(undefined);
    return whileWanted(
      actions.linkOfScene(scene, base),
      (address) => {
        const link = address.slice(address.indexOf('#') + 1);
        const start = hallFragmentStart(metric.id, scene.lanes[0]?.aqm ?? '');
        setLinked({ key, fragment: start + link });
      },
      (cause) => setProblem(problemText(cause)),
    );
  }, [needsLink, key, actions]);
  const step = useStepFragment(subject, actions);
  if (subject.kind === 'step') {
    const question = step.fragment === undefined ? undefined : questionOfPart(step.fragment, subject.part);
    return { metrics: [], question, problem: step.problem };
  }
  const fragment = short ?? (linked?.key === key ? linked.fragment : undefined);
  const name = lanes[lane]?.run.about.name ?? '';
  const question =
    fragment === undefined || metric === undefined || scene === undefined
      ? undefined
      : questionOfScene(fragment, metric, scene, name);
  return { metrics, question, problem: needsLink ? problem : undefined };
}

interface StepFragment {
  readonly fragment?: string;
  readonly problem?: string;
}

/** The address of a lesson's question, undefined until it is made. */
function useStepFragment(subject: HallSubject, actions: HallActions): StepFragment {
  const [made, setMade] = useState<StepFragment>({});
  useEffect(() => {
    if (subject.kind !== 'step') return;
    return whileWanted(
      actions.hallFragmentOfStep(subject.source, subject.step),
      (fragment) => setMade(fragment === undefined ? { problem: TOO_LONG } : { fragment }),
      (cause) => setMade({ problem: problemText(cause) }),
    );
  }, [subject, actions]);
  return made;
}

const TOO_LONG = 'the lesson’s text is too long for one, so it is only in this browser.';
