/** The sweep's results: its pictures, its files, and a button that opens a point's scene. */

import { useCallback, useMemo, useState } from 'react';
import type { Catalog } from '../../core/border/catalog';
import type { Scenario } from '../../core/border/scenario';
import { focusLane } from '../../core/page/view-store';
import { MOST_LANES } from '../../core/run/lanes';
import { disciplineName, settingName } from '../../core/run/setting-names';
import type { Provenance } from '../../core/save/provenance';
import { provenanceOfPage } from '../../core/save/provenance-of-page';
import { fileName, sceneName, sceneTitle } from '../../core/save/provenance-of-scene';
import type { SceneActions } from '../../core/scene/scene-store';
import { onDemand } from '../../ui/on-demand';
import type { FigureDialogProps } from './figure/FigureDialog';
import { SweepPictures } from './pictures/SweepPictures';
import { type SweepToSave, sweepJson, sweepTable } from './saved-sweep';
import { StudyRuns } from './study/StudyRuns';
import type { SummaryRows } from './study/summary-rows';
import { definitionForFile, definitionOf, lanesOfForm, type SweepForm, type SweepLook } from './sweep-form';
import { SweepRows } from './sweep-rows';
import { sceneOfPoint } from './sweep-runner';
import { placesOnPage, sceneAt, sweepLanes, withSweepLanes } from './sweep-scene';
import { useSweep } from './sweep-store';

const FigureDialog = onDemand<FigureDialogProps>(
  'The figure',
  async () => (await import('./figure/FigureDialog')).FigureDialog,
  {
    wayOut: ({ onClose }) => ({ name: 'Close', leave: onClose }),
  },
);

interface Props {
  /** The results of single runs, or only their statistics if the runs do not fit in memory. */
  readonly rows: SweepRows | SummaryRows;
  /** The form from which the rows were computed. It may differ from the current form. */
  readonly form: SweepForm;
  readonly scene: Scenario;
  /** How the results are currently shown. */
  readonly look: SweepLook;
  readonly onLook: (look: SweepLook) => void;
  /** The open scene. */
  readonly open: Scenario;
  readonly laneNames: readonly string[];
  readonly catalog: Catalog;
  readonly actions: Pick<SceneActions, 'linkOf' | 'openFromStart'>;
}

export function SweepResults({ rows, form, scene, look, onLook, open, laneNames, catalog, actions }: Props) {
  const version = useSweep((state) => state.version);
  const study = useSweep((state) => state.study);
  const runs = rows instanceof SweepRows ? rows : undefined;
  const [isFigureOpen, setFigureOpen] = useState(false);
  const lanes = useMemo(() => sweepLanes(lanesOfForm(form), scene, laneNames), [form, scene, laneNames]);
  const swept = useMemo(() => ({ scene: withSweepLanes(scene, lanes), lanes }), [scene, lanes]);
  const lanePlaces = useMemo(() => placesOnPage(lanes, open.lanes), [lanes, open]);
  const nameOfSetting = useCallback((path: string) => settingName(catalog, swept.scene, path).name, [catalog, swept]);
  const nameOfLane = useCallback(
    (lane: number) => {
      const { name, aqm } = lanes[lane] ?? { name: '', aqm: '' };
      return name === aqm ? disciplineName(catalog, aqm) : name;
    },
    [catalog, lanes],
  );
  const defaultOf = useCallback(
    (aqm: string, parameter: string) =>
      catalog.disciplines.find(({ id }) => id === aqm)?.params.find(({ id }) => id === parameter)?.default,
    [catalog],
  );
  const openPoint = useCallback(
    async (point: number, lane: number) => {
      const isSimple = (rows.facts.derived ?? []).length === 0 && form.scenes === undefined;
      const at = isSimple
        ? sceneAt(swept.scene, rows.facts, point)
        : await sceneOfPoint(definitionOf(form, scene), point);
      // If there are more lanes than the page can show, only the point's lane is opened.
      const isAlone = at.lanes.length > MOST_LANES;
      const opened = isAlone ? { ...at, lanes: at.lanes.slice(lane, lane + 1) } : at;
      await actions.openFromStart(opened);
      focusLane(isAlone ? 0 : lane);
    },
    [rows, swept, actions, form, scene],
  );
  const nameOfFile = (): string => fileName(sceneName(), 'sweep');
  const provenance = async (): Promise<Provenance> =>
    provenanceOfPage(`Sweep, ${sceneTitle()}`, await actions.linkOf(false), catalog, {
      seeds: Array.from({ length: rows.mostSeeds }, (_, at) => at + 1),
      lanes: rows.facts.lanes.map((_, lane) => nameOfLane(lane)),
    });
  const toSave = async (known: SweepRows): Promise<SweepToSave> => ({
    name: nameOfFile(),
    rows: known,
    definition: definitionForFile(form, scene),
    provenance: await provenance(),
  });
  const picture = {
    rows,
    look,
    scene: open,
    swept,
    defaultOf,
    settingName: nameOfSetting,
    laneName: nameOfLane,
    lanePlaces,
  };
  return (
    <>
      <SweepPictures
        {...picture}
        version={version}
        onLook={onLook}
        openPoint={(point, lane) => void openPoint(point, lane)}
        files={
          rows.done > 0
            ? {
                drawing: async (colours) => {
                  const { drawingOfSweep } = await import('./pictures/save-sweep');
                  return drawingOfSweep({ ...picture, name: nameOfFile(), provenance: await provenance() }, colours);
                },
                ...(runs === undefined
                  ? {}
                  : {
                      others: [
                        {
                          name: 'Figure for a paper…',
                          says: 'With its size in mm, for a paper; SVG, PDF or LaTeX',
                          open: () => setFigureOpen(true),
                        },
                      ],
                      table: async () => sweepTable(await toSave(runs)),
                      json: async () => sweepJson(await toSave(runs)),
                    }),
              }
            : undefined
        }
      />
      {study !== undefined && <StudyRuns study={study} settingName={nameOfSetting} />}
      {isFigureOpen && runs !== undefined && (
        <FigureDialog
          rows={runs}
          {...{ version, form, look }}
          definition={definitionOf(form, scene)}
          settingName={nameOfSetting}
          laneName={nameOfLane}
          onClose={() => setFigureOpen(false)}
        />
      )}
    </>
  );
}
