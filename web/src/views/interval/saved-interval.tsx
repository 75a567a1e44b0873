/** The numbers of an interval for files: tables with a row a lane or a flow, and the boxes as a picture. */

import type { Colours } from '../../base/palette';
import { boxLayout } from '../../interval/box-layout';
import { intervalWords } from '../../interval/interval';
import { flowRows, laneRows } from '../../interval/interval-rows';
import type { IntervalLane } from '../../interval/interval-run';
import type { LaneRun } from '../../run/lanes';
import type { Drawing } from '../../save/drawing';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../../save/provenance-of-scene';
import type { SavedTable } from '../../save/saved-table';
import { FIGURE, svgFigure } from '../../save/svg-figure';
import type { Interval } from '../../store/interval';
import type { SceneActions } from '../../store/scene-store';
import { FlowBoxes } from './FlowBoxes';

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

/** `about`: what the boxes are, in words. */
export async function drawingOfBoxes(
  saved: SavedInterval,
  lane: number,
  about: string,
  colours: Colours,
): Promise<Drawing> {
  const { width, height, fontSize } = FIGURE;
  const of = saved.lanes[lane];
  if (of === undefined) throw new Error('there is no such lane');
  const title = `${sceneTitle()}, ${intervalWords(saved.interval)} · ${saved.runs[lane]?.name ?? ''}`;
  return {
    ...(await originOf('boxes', saved)),
    ...svgFigure(
      <svg className="interval-boxes" width={width} height={height} aria-hidden="true">
        <FlowBoxes layout={boxLayout(of, FIGURE)} fontSize={fontSize} />
      </svg>,
      { title, about, colours },
    ),
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
