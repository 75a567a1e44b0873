/**
 * Opens a sweep file, or the sweep of a saved table: its scene in Explore, and its definition in the form. Only the
 * button starts the runs. Loaded on demand.
 */

import { SceneRefused } from '../../../core/border/client';
import type { Scenario } from '../../../core/border/scenario';
import type { ReadSweep } from '../../../core/experiment/sweep-messages';
import type { SettingProblem } from '../../../core/scene/scene-store';
import type { Inside } from '../../../core/session/feature';
import { readForm, type SweepForm } from '../sweep-form';
import { type ConnectSweep, connectSweep } from '../sweep-runner';

/** Lane fields that the form has. */
const LANE_FIELDS: ReadonlySet<string> = new Set(['aqm', 'name', 'params']);

type Fields = Readonly<Record<string, unknown>>;

/** Opens the sweep in a text. If that fails, resolves with the problems, and nothing changes. */
export async function takeSweepFile(
  text: string,
  { parser, open }: Pick<Inside, 'parser' | 'open'>,
  connect: ConnectSweep = connectSweep,
): Promise<readonly SettingProblem[]> {
  const given = definitionIn(text);
  const whole = withScene(given, (id) => parser.presetNamed(id)?.scenario);
  if ('problem' in whole) return [whole.problem];
  const stop = new AbortController();
  try {
    // Text that is not JSON is also passed to the engine, because its message says where the error is.
    const runner = await connect(stop.signal);
    const isAsWritten = given === undefined || (whole.definition === given && !isTable(text));
    const read = await runner.read(isAsWritten ? text : JSON.stringify(whole.definition));
    const form = formOfFile(whole.definition ?? {}, read);
    if (form === undefined) return [{ path: 'sweep', problem: `does not fit into the page’s form; ${COMMAND}` }];
    const view = { workspace: 'sweep', settings: { sweep: form } };
    await open(() => Promise.resolve({ ...parser.scene(read.definition.scene), plays: false, view }));
    return [];
  } catch (problem) {
    if (problem instanceof SceneRefused) return problem.problems;
    throw problem;
  } finally {
    stop.abort();
  }
}

const COMMAND = 'run it with chokepoint sweep FILE, or with chokepoint.sweep in Python';

/** The definition in a sweep file or in a saved table. Undefined if the text has none. */
function definitionIn(text: string): Fields | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (!isFields(given)) return undefined;
    if (given.chokepoint_sweep === undefined) return given;
    const { definition } = given;
    return typeof definition === 'string' ? definitionIn(definition) : isFields(definition) ? definition : undefined;
  } catch {
    return undefined;
  }
}

function isTable(text: string): boolean {
  return /"chokepoint_sweep"\s*:/.test(text);
}

/** The definition with a preset's scene in place of its id, or the reason why the page cannot run it. */
function withScene(
  given: Fields | undefined,
  sceneNamed: (id: string) => Scenario | undefined,
): { readonly definition: Fields | undefined } | { readonly problem: SettingProblem } {
  if (given?.scenes !== undefined)
    return { problem: { path: 'scenes', problem: `lists several scenes, but the page runs one; ${COMMAND}` } };
  if (typeof given?.scene !== 'string') return { definition: given };
  const scene = sceneNamed(given.scene);
  if (scene !== undefined) return { definition: { ...given, scene } };
  const name = JSON.stringify(given.scene);
  const remedy = 'give the id of a scene of the page, or the scene itself';
  return {
    problem: { path: 'scene', problem: `${name} is not a scene of this page; ${remedy}; if it is a file, ${COMMAND}` },
  };
}

/** The form for a definition that the engine has parsed. Undefined if the form cannot show it. */
export function formOfFile(given: Fields, { facts }: ReadSweep): SweepForm | undefined {
  const { axes, derived = [], where, against, metrics } = facts;
  const over = Array.isArray(given.over) ? given.over : [];
  const [first] = metrics;
  return readForm({
    axes: axes.map(({ path, values, coupled }, place) => {
      const written: unknown = over[place];
      // An axis that the file describes by steps keeps this form. Otherwise the form lists the values that the engine
      // has computed.
      if (isFields(written) && written.from !== undefined) return { ...written, path };
      const others = coupled?.map((setting) => ({ path: setting.path, values: setting.values }));
      return { path, values, ...(others === undefined ? {} : { coupled: others }) };
    }),
    ...(derived.length === 0
      ? {}
      : { derive: Object.fromEntries(derived.map(({ path, expression }) => [path, expression])) }),
    ...(where === undefined ? {} : { where }),
    ...(given.until === undefined ? {} : { until: given.until }),
    lanes: lanesOf(given.lanes),
    ...(against === undefined ? {} : { against }),
    seeds: given.seeds ?? facts.seeds,
    metrics: given.metrics ?? metrics.map(({ id }) => id),
    ...(given.figures === undefined ? {} : { figures: given.figures }),
    view: { metric: first?.id ?? '', ...(against === undefined ? {} : { against }) },
  });
}

/** The lanes for the form. Undefined if a lane has a script or other fields; the opened scene then has these lanes. */
function lanesOf(given: unknown): unknown {
  if (!Array.isArray(given)) return undefined;
  const isWhole = given.every(
    (lane) =>
      typeof lane === 'string' || (isFields(lane) && Object.keys(lane).every((field) => LANE_FIELDS.has(field))),
  );
  return isWhole ? given : undefined;
}

function isFields(given: unknown): given is Fields {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
