/**
 * Opens a sweep file, or the sweep of a saved table: its scene in Explore, and its definition in the form. Only the
 * button starts the runs. Loaded on demand.
 */

import { SceneRefused } from '../../../core/border/client';
import { SCRIPT, type Scenario } from '../../../core/border/scenario';
import type { SweepDefinition } from '../../../core/experiment/sweep';
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
    // Text that is not JSON also goes to the engine, whose message gives the position of the error.
    const runner = await connect(stop.signal);
    const isAsWritten = given === undefined || (whole.definition === given && !isTable(text));
    const read = await runner.read(isAsWritten ? text : JSON.stringify(whole.definition));
    const form = formOfFile(whole.definition ?? {}, read);
    if (form === undefined) return [{ path: 'sweep', problem: `${beyondForm(read.definition)}; ${COMMAND}` }];
    const view = { workspace: 'sweep', settings: { sweep: form } };
    await open(() => Promise.resolve({ ...parser.scene(firstSceneOf(read.definition)), plays: false, view }));
    return [];
  } catch (problem) {
    if (problem instanceof SceneRefused) return problem.problems;
    throw problem;
  } finally {
    stop.abort();
  }
}

/** Why the form cannot show a sweep. */
export function beyondForm({ scenes = [] }: SweepDefinition): string {
  return scenes.some(({ scene }) => scene.lanes.some(({ aqm }) => aqm === SCRIPT))
    ? 'has several scenes with scripts, and the page runs such scenes only one at a time'
    : 'does not fit into the page’s form';
}

/** The scene of the sweep; if the sweep has several, the first. */
export function firstSceneOf({ scene, scenes }: SweepDefinition): Scenario {
  const first = scene ?? scenes?.[0]?.scene;
  if (first === undefined) throw new Error('the engine returned a sweep without a scene');
  return first;
}

const COMMAND = 'run it with chokepoint sweep FILE, or with chokepoint.sweep in Python';

/** The sweep's definition in a sweep file or in a saved table. Undefined for any other text. */
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

/** The definition with presets' scenes in place of their ids, or the reason why the page cannot run it. */
function withScene(
  given: Fields | undefined,
  sceneNamed: (id: string) => Scenario | undefined,
): { readonly definition: Fields | undefined } | { readonly problem: SettingProblem } {
  let problem: SettingProblem | undefined;
  /** The same fields with the scene itself in place of its id in `scene`. */
  const resolved = (fields: Fields, path: string): Fields => {
    if (typeof fields.scene !== 'string') return fields;
    const scene = sceneNamed(fields.scene);
    if (scene !== undefined) return { ...fields, scene };
    const name = JSON.stringify(fields.scene);
    const remedy = 'give the id of a scene of the page, or the scene itself';
    problem ??= { path, problem: `${name} is not a scene of this page; ${remedy}; if it is a file, ${COMMAND}` };
    return fields;
  };
  if (given === undefined) return { definition: given };
  const single = resolved(given, 'scene');
  const { scenes } = single;
  const definition = Array.isArray(scenes)
    ? {
        ...single,
        scenes: scenes.map((one: unknown, place) => (isFields(one) ? resolved(one, `scenes.${place}.scene`) : one)),
      }
    : single;
  return problem === undefined ? { definition } : { problem };
}

/** The form for a definition that the engine has parsed. Undefined if the form cannot show it. */
export function formOfFile(given: Fields, { facts, definition }: ReadSweep): SweepForm | undefined {
  const { scenes } = definition;
  // Several scenes are the first axis.
  const axes = scenes === undefined ? facts.axes : facts.axes.slice(1);
  const { derived = [], where, against, metrics } = facts;
  const over = Array.isArray(given.over) ? given.over : [];
  const [first] = metrics;
  return readForm({
    ...(scenes === undefined
      ? {}
      : { scenes: scenes.map(({ name, scene }) => ({ name, scene, laneNames: facts.lanes })) }),
    axes: axes.map(({ path, values, coupled }, place) => {
      const written: unknown = over[place];
      // An axis that the file gives as a range stays a range. For any other axis, the form lists the values computed by
      // the engine.
      if (isFields(written) && written.from !== undefined) return { ...written, path };
      const others = coupled?.map((setting) => ({ path: setting.path, values: setting.values }));
      return { path, values, ...(others === undefined ? {} : { coupled: others }) };
    }),
    ...(derived.length === 0
      ? {}
      : { derive: Object.fromEntries(derived.map(({ path, expression }) => [path, expression])) }),
    ...(where === undefined ? {} : { where }),
    ...(given.until === undefined ? {} : { until: given.until }),
    lanes: scenes === undefined ? lanesOf(given.lanes) : undefined,
    ...(against === undefined ? {} : { against }),
    seeds: given.seeds ?? facts.seeds,
    metrics: given.metrics ?? metrics.map(({ id }) => id),
    ...(given.figures === undefined ? {} : { figures: given.figures }),
    view: { metric: first?.id ?? '', ...(against === undefined ? {} : { against }) },
  });
}

/**
 * The lanes for the form. Undefined if the form cannot describe a lane, such as one with a script; the sweep then uses
 * the lanes of the opened scene.
 */
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
