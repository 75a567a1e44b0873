/**
 * The scene that the public parameters of an address describe, and the parameters that had no effect. Loaded on demand.
 */

import { SceneRefused, type ViewInLink } from '../border/client';
import type { Scenario } from '../border/scenario';
import { readInterval } from '../page/interval';
import { showFirstMinute, showOnly } from '../page/view-store';
import { WATCH } from '../page/workspaces';
import type { SettingProblem } from '../scene/scene-store';
import { featureNamed, tabIds } from './feature';
import type { Opening } from './opening';
import type { AddressParser } from './parse-address';
import { type Asked, nearestOf, quoted, readParameters } from './public-parameters';
import type { Arrival } from './scene-address';
import { changesAskedFor, laneNamed, type SceneChange } from './scene-of-parameters';
import type { SceneRun } from './scene-run';

interface ParsedParameters {
  readonly opening: Opening;
  /** The query, without the parameters that the link to the scene will contain. */
  readonly kept: string;
}

export async function parseParameters(
  search: string,
  arrival: Arrival,
  parser: AddressParser,
  signal: AbortSignal,
): Promise<ParsedParameters> {
  const { asked, problems: misread, kept, isAboutScene } = readParameters(search, tabIds(parser.features));
  const problems = [...misread];
  // Hidden parts and the theme are applied before the page shows anything, so that no part moves later.
  showOnly(asked.hide, asked.theme);
  const opening = await openingOf(arrival, asked, isAboutScene, parser, problems, signal);
  return { opening: withNotice(opening, problems), kept };
}

/**
 * Parses an address that has parameters but no fragment. Rejects with `SceneRefused` unless every parameter is valid.
 */
export async function parseQuery(search: string, parser: AddressParser): Promise<Opening> {
  const { asked, problems: misread } = readParameters(search, tabIds(parser.features));
  const problems = [...misread];
  const base = baseNamed(asked, parser, problems);
  const opening = await changed(base, asked, parser, problems);
  if (problems.length > 0) throw new SceneRefused(problems);
  return opening;
}

async function openingOf(
  arrival: Arrival,
  asked: Asked,
  isAboutScene: boolean,
  parser: AddressParser,
  problems: SettingProblem[],
  signal: AbortSignal,
): Promise<Opening> {
  const { fragment, unsaid } = arrival;
  const whole = (): Promise<Opening> => parser.arrival(arrival, signal);
  // A scene stored with the history entry already contains the changes that the parameters describe.
  if (unsaid !== undefined) return whole();
  if (!isAboutScene) {
    if (fragment === '' && asked.hide.length === 0) showFirstMinute();
    return whole();
  }
  if (featureNamed(parser.features, fragment) !== undefined) {
    const problem = 'applies only to a scene, but the part after # opens something else';
    problems.push({ path: '?', problem });
    return whole();
  }
  if (fragment === '') return changed(baseNamed(asked, parser, problems), asked, parser, problems);
  if (asked.preset !== undefined)
    problems.push({ path: 'preset', problem: 'is ignored: the part after # names the scene' });
  let base: Opening;
  try {
    base = await parser.link(fragment);
  } catch (problem) {
    if (!(problem instanceof SceneRefused)) throw problem;
    problems.push({ path: '?', problem: 'applies to the scene after #, which could not be opened' });
    return whole();
  }
  return changed(base, asked, parser, problems);
}

/** The preset that the parameters name, or else the first scene. */
function baseNamed({ preset: id }: Asked, parser: AddressParser, problems: SettingProblem[]): Opening {
  const preset = id === undefined ? undefined : parser.presetNamed(id);
  const opening = preset === undefined ? { ...parser.first(), at_s: 0 } : parser.preset(preset);
  if (id !== undefined && preset === undefined) {
    const problem = `cannot be ${quoted(id)}: ${nearestOf(id, parser.presetIds)}; the first scene is open`;
    problems.push({ path: 'preset', problem });
  }
  const isTheory = opening.preset?.theory?.is_shown === true;
  return { ...opening, isFirst: false, pace: undefined, plays: true, view: isTheory ? { workspace: 'theory' } : {} };
}

async function changed(
  base: Opening,
  asked: Asked,
  { run, speedAsUsual }: AddressParser,
  problems: SettingProblem[],
): Promise<Opening> {
  const { catalog } = run;
  if (catalog === undefined) throw new Error('no engine has sent its catalog');
  const { changes, problems: wrong } = changesAskedFor(base.scenario, asked, catalog);
  problems.push(...wrong);
  const scenario = await changedAsFarAsRight(base.scenario, changes, run, problems);
  const linked = typeof base.view === 'object' ? base.view : {};
  const lane = asked.lane === undefined ? linked.solo_lane : laneNamed(asked.lane, scenario);
  if (typeof lane === 'string') problems.push({ path: 'lane', problem: lane });
  const { duration_s } = scenario;
  const isBeyond = asked.at_s !== undefined && asked.at_s > duration_s;
  if (isBeyond) problems.push({ path: 'at', problem: `cannot be ${asked.at_s}: the run ends at ${duration_s} s` });
  const isIntervalBeyond = asked.interval !== undefined && asked.interval[0] >= duration_s;
  if (isIntervalBeyond) {
    const problem = `cannot be ${asked.interval?.join('..')}: the run ends at ${duration_s} s`;
    problems.push({ path: 'interval', problem });
  }
  const at_s = isBeyond ? undefined : (asked.at_s ?? linked.at_s);
  return {
    ...base,
    scenario,
    at_s: at_s ?? 0,
    // A link may open the scene halfway through a decision, after the draws of a match. Another time in the parameters
    // makes this stop invalid.
    isHalfway: base.isHalfway === true && asked.at_s === undefined,
    pace: asked.pace ?? linked.speed ?? speedAsUsual,
    plays: asked.play ?? at_s === undefined,
    view: viewAsked(linked, asked, typeof lane === 'number' ? lane : undefined, isIntervalBeyond),
  };
}

function viewAsked(
  { solo_lane: _, workspace, ...linked }: ViewInLink,
  asked: Asked,
  lane: number | undefined,
  isIntervalBeyond: boolean,
): ViewInLink {
  const interval = isIntervalBeyond ? undefined : readInterval(asked.interval);
  const shown = asked.workspace ?? workspace;
  return {
    ...linked,
    ...(lane === undefined ? {} : { solo_lane: lane }),
    ...(interval === undefined ? {} : { interval: [interval.from_s, interval.until_s] as const }),
    ...(shown === undefined || shown === WATCH ? {} : { workspace: shown }),
  };
}

/** Makes all changes together. If the engine refuses that, makes them one by one and skips the refused ones. */
async function changedAsFarAsRight(
  base: Scenario,
  changes: readonly SceneChange[],
  run: SceneRun,
  problems: SettingProblem[],
): Promise<Scenario> {
  const refusal = async (scenario: Scenario): Promise<readonly SettingProblem[]> => {
    try {
      // The engine checks the scene when it makes a link.
      await run.askAbout((engine) => engine.encodeLink(scenario, base, {}));
      return [];
    } catch (problem) {
      if (problem instanceof SceneRefused) return problem.problems;
      throw problem;
    }
  };
  const whole = changes.reduce((scenario, { change }) => change(scenario), base);
  if (changes.length === 0 || (await refusal(whole)).length === 0) return whole;
  let right = base;
  for (const { word, change } of changes) {
    const tried = change(right);
    const [first] = await refusal(tried);
    if (first === undefined) right = tried;
    else problems.push({ path: word, problem: `is ignored: ${first.path} ${first.problem}` });
  }
  return right;
}

/** Adds a notice that lists the parameters that had no effect. */
function withNotice(opening: Opening, problems: readonly SettingProblem[]): Opening {
  if (problems.length === 0) return opening;
  const before = opening.notice?.kind === 'bad-link' ? opening.notice.problems : [];
  return { ...opening, notice: { kind: 'bad-parameters', problems: [...before, ...problems] } };
}
