/** Opens what the public parameters of an address ask for, and names what of them cannot be. Loaded where there are any. */

import { type DecodedLink, SceneRefused, type ViewInLink } from '../engine/client';
import { DEFAULT_PACE } from '../run/playback';
import { openedScene } from '../scenario/edit';
import type { Preset, Scenario } from '../scenario/scenario';
import { readInterval } from '../store/interval';
import { type Notice, type SettingProblem, sceneStore } from '../store/scene-store';
import { lookAt, showFirstMinute, showLanes, showOnly, theoryOfPreset, viewStore } from '../store/view-store';
import { FIRST_SCENE } from './first-scene';
import { readView, viewAsLinked } from './link-view';
import { type Asked, nearestOf, quoted, readParameters } from './public-parameters';
import { isHallFragment, isLessonFragment, isPlaylistFragment } from './scene-address';
import { changesAskedFor, laneNamed, type SceneChange } from './scene-of-parameters';
import type { SceneRun } from './scene-run';

interface Stage {
  readonly presets: readonly Preset[];
  readonly run: SceneRun;
  readonly decode: (fragment: string) => Promise<DecodedLink>;
  /** The preset from which a link differs, as it was then. */
  readonly presetOf: (link: DecodedLink) => Preset | undefined;
  /** What somebody is told whose link is an old one. */
  readonly noticeOfAge: (link: DecodedLink) => Notice | undefined;
  /** What the address opens without parameters. */
  readonly openAddress: () => Promise<void>;
  readonly begin: (isWanted: boolean) => void;
  /** Takes the parameters out of the address that the link of the scene will carry. */
  readonly keepSearch: (search: string) => void;
}

/** What the parameters change, before they do. */
interface Base {
  readonly scenario: Scenario;
  readonly preset: Preset | undefined;
  readonly view: ViewInLink;
  /** A preset opens in its own view. */
  readonly isPreset: boolean;
  readonly notice: Notice | undefined;
}

export async function openWithParameters(
  search: string,
  fragment: string,
  stage: Stage,
  signal: AbortSignal,
): Promise<void> {
  const { asked, problems: misread, kept, isAboutScene } = readParameters(search);
  const problems = [...misread];
  // Before anything stands on the page, so that nothing moves.
  showOnly(asked.hide, asked.theme);
  stage.keepSearch(kept);
  if (!isAboutScene) {
    if (fragment === '' && asked.hide.length === 0) showFirstMinute();
    await stage.openAddress();
  } else if (isLessonFragment(fragment) || isHallFragment(fragment) || isPlaylistFragment(fragment)) {
    await stage.openAddress();
    problems.push({
      path: '?',
      problem: 'changes a scene, but behind # stands something else, which is open as it is',
    });
  } else {
    const base = await baseOf(fragment, asked, stage, problems);
    if (base === undefined) {
      await stage.openAddress();
      problems.push({ path: '?', problem: 'changes the scene behind #, which could not be opened' });
    } else await openChanged(base, asked, stage, problems, signal);
  }
  if (problems.length === 0) return;
  sceneStore.setState(({ notice }) => {
    const before = notice?.kind === 'bad-link' ? notice.problems : [];
    return { notice: { kind: 'bad-parameters', problems: [...before, ...problems] } };
  });
}

/** The scene behind `#`, of the preset, or the first one; undefined where the link cannot be read. */
async function baseOf(
  fragment: string,
  { preset: id }: Asked,
  { presets, decode, presetOf, noticeOfAge }: Stage,
  problems: SettingProblem[],
): Promise<Base | undefined> {
  const known = (name: string): Preset | undefined => presets.find(({ scenario }) => scenario.id === name);
  if (fragment !== '') {
    if (id !== undefined) problems.push({ path: 'preset', problem: 'does not count: the scene stands behind #' });
    try {
      const link = await decode(fragment);
      const { scenario, view } = link;
      return { scenario, preset: presetOf(link), view: readView(view), isPreset: false, notice: noticeOfAge(link) };
    } catch (problem) {
      if (problem instanceof SceneRefused) return undefined;
      throw problem;
    }
  }
  const preset = id === undefined ? undefined : known(id);
  if (preset !== undefined)
    return { scenario: openedScene(preset), preset, view: {}, isPreset: true, notice: undefined };
  const ids = presets.map(({ scenario }) => scenario.id);
  if (id !== undefined) {
    const problem = `cannot be ${quoted(id)}: ${nearestOf(id, ids)}; the first scene is open`;
    problems.push({ path: 'preset', problem });
  }
  const first = known(FIRST_SCENE.preset) ?? presets[0];
  if (first === undefined) throw new Error('this build carries no preset');
  return { scenario: first.scenario, preset: first, view: {}, isPreset: true, notice: undefined };
}

async function openChanged(
  { scenario: base, preset, view, isPreset, notice }: Base,
  asked: Asked,
  { run, begin }: Stage,
  problems: SettingProblem[],
  signal: AbortSignal,
): Promise<void> {
  const { catalog } = run;
  if (catalog === undefined) throw new Error('no engine has told what it knows');
  const { changes, problems: wrong } = changesAskedFor(base, asked, catalog);
  problems.push(...wrong);
  const scenario = await changedAsFarAsRight(base, changes, run, problems);
  const lane = asked.lane === undefined ? view.solo_lane : laneNamed(asked.lane, scenario);
  if (typeof lane === 'string') problems.push({ path: 'lane', problem: lane });
  const isBeyond = asked.at_s !== undefined && asked.at_s > scenario.duration_s;
  if (isBeyond)
    problems.push({ path: 'at', problem: `cannot be ${asked.at_s}: the run ends at ${scenario.duration_s} s` });
  const isIntervalBeyond = asked.interval !== undefined && asked.interval[0] >= scenario.duration_s;
  if (isIntervalBeyond)
    problems.push({
      path: 'interval',
      problem: `cannot be ${asked.interval?.join('..')}: the run ends at ${scenario.duration_s} s`,
    });
  const at_s = isBeyond ? undefined : (asked.at_s ?? view.at_s);
  run.clock.reset(asked.pace ?? view.speed ?? DEFAULT_PACE);
  sceneStore.setState({ notice });
  const onOpened = (): void => {
    showLanes(run.lanes.length, typeof lane === 'number' ? lane : undefined);
    viewStore.setState((before) => viewAsLinked(view, before));
    if (isPreset && preset !== undefined) theoryOfPreset(preset);
    if (asked.interval !== undefined && !isIntervalBeyond) lookAt(readInterval(asked.interval));
    const { below } = asked;
    if (below !== undefined) viewStore.setState(below === 'paper' ? { below, openSheet: 'paper' } : { below });
  };
  await run.openAnother(scenario, { preset, at_s: at_s ?? 0, onOpened }, signal);
  begin(asked.play ?? at_s === undefined);
}

/** All changes together; where the engine refuses that, each that it does not refuse after those before it. */
async function changedAsFarAsRight(
  base: Scenario,
  changes: readonly SceneChange[],
  run: SceneRun,
  problems: SettingProblem[],
): Promise<Scenario> {
  const { first: engine } = run.running();
  const refusal = async (scenario: Scenario): Promise<readonly SettingProblem[]> => {
    try {
      // The engine reads a scene before it makes a link of it.
      await engine.encodeLink(scenario, base, {});
      return [];
    } catch (problem) {
      if (problem instanceof SceneRefused) return problem.problems;
      throw problem;
    }
  };
  const whole = changes.reduce((scenario, { change }) => change(scenario), base);
  if ((await refusal(whole)).length === 0) return whole;
  let right = base;
  for (const { word, change } of changes) {
    const tried = change(right);
    const [first] = await refusal(tried);
    if (first === undefined) right = tried;
    else problems.push({ path: word, problem: `is left out: ${first.path} ${first.problem}` });
  }
  return right;
}
