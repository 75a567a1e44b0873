/**
 * Opens a sweep's table in a Parquet file: its scene in Explore, its definition in the form, and its runs in the
 * pictures. Loaded on demand.
 */

import { SceneRefused } from '../../../core/border/client';
import type { ReadSweep } from '../../../core/experiment/sweep-messages';
import { type SettingProblem, sceneStore } from '../../../core/scene/scene-store';
import type { Inside } from '../../../core/session/feature';
import { beyondForm, firstSceneOf, formOfFile } from '../file/sweep-file';
import { type ConnectSweep, connectSweep } from '../sweep-runner';
import { sceneToSweep } from '../sweep-scene';
import { showStudy } from '../sweep-store';
import { ParquetTable, TableFault } from './parquet-table';
import { definitionIn, Study } from './study';

/** Opens the table. If that fails, resolves with the problems, and nothing changes. */
export async function takeStudy(
  file: Blob,
  name: string,
  { parser, open, run }: Pick<Inside, 'parser' | 'open' | 'run'>,
  connect: ConnectSweep = connectSweep,
  show: typeof showStudy = showStudy,
): Promise<readonly SettingProblem[]> {
  try {
    const table = await ParquetTable.open(file);
    const definition = definitionIn(table, run.catalog?.numbers);
    const read = await readDefinition(definition, connect);
    const form = formOfFile(fieldsOf(definition), read);
    if (form === undefined) throw new TableFault(`has a sweep that ${beyondForm(read.definition)}`);
    const study = new Study(name, read.facts, table);
    const view = { workspace: 'sweep', settings: { sweep: form } };
    const opened = await open(() =>
      Promise.resolve({ ...parser.scene(firstSceneOf(read.definition)), plays: false, view }),
    );
    const { scenario, preset } = sceneStore.getState();
    if (opened === 'opened' && scenario !== undefined) void show(study, form, sceneToSweep(scenario, preset?.scenario));
    return [];
  } catch (problem) {
    if (problem instanceof TableFault) return [{ path: 'file', problem: problem.message }];
    if (problem instanceof SceneRefused) return problem.problems;
    throw problem;
  }
}

/** The table's definition as parsed by the engine. */
async function readDefinition(definition: unknown, connect: ConnectSweep): Promise<ReadSweep> {
  const runner = await connect(new AbortController().signal);
  try {
    return await runner.read(typeof definition === 'string' ? definition : JSON.stringify(definition));
  } finally {
    runner.close();
  }
}

function fieldsOf(definition: unknown): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = typeof definition === 'string' ? JSON.parse(definition) : definition;
    return typeof given === 'object' && given !== null ? { ...given } : {};
  } catch {
    return {};
  }
}
