/** An interval's numbers for files: tables with one row per lane or flow, and the box plots as a picture. */

import type { Colours } from '../../base/palette';
import { intervalWords } from '../../core/interval/interval-words';
import type { Interval } from '../../core/page/interval';
import type { LaneRun } from '../../core/run/lanes';
import type { Drawing } from '../../core/save/drawing';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../../core/save/provenance-of-scene';
import type { SavedTable } from '../../core/save/saved-table';
import { FIGURE, svgFigure } from '../../core/save/svg-figure';
import type { SceneActions } from '../../core/scene/scene-store';
import { FlowBoxes } from './FlowBoxes';
import { flowRows, laneRows } from './interval-rows';
import type { IntervalLane } from './interval-run';

export interface SavedInterval {
  readonly interval: Interval;
  readonly lanes: readonly IntervalLane[];
  readonly runs: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'linkOf'>;
}

export async function tableOfInterval(what: 'lanes' | 'flows', saved: SavedInterval): Promise<SavedTable> {
  const { lanes, runs } = saved;
  const names = runs.map(({ name }) => name);
  return { ...(await originOf(what, saved)), ...(what === 'lanes' ? laneRows : flowRows)(names, lanes) };
}

/** `about` is the text that describes the box plots in the file. */
export async function drawingOfBoxes(
  saved: SavedInterval,
  lane: number,
  about: string,
  colours: Colours,
): Promise<Drawing> {
  const of = saved.lanes[lane];
  if (of === undefined) throw new Error('there is no such lane');
  const title = `${sceneTitle()}, ${intervalWords(saved.interval)} · ${saved.runs[lane]?.name ?? ''}`;
  return {
    ...(await originOf('boxes', saved)),
    ...svgFigure(<FlowBoxes lane={of} size={FIGURE} />, { title, about, colours }),
  };
}

async function originOf(
  what: string,
  { interval, runs, actions }: SavedInterval,
): Promise<Pick<SavedTable, 'name' | 'provenance'>> {
  const title = `Statistics of the interval ${intervalWords(interval)}: ${sceneTitle()}`;
  return {
    name: fileName(sceneName(), 'interval', intervalWords(interval), what),
    provenance: await provenanceOfScene(title, runs, actions, interval),
  };
}
