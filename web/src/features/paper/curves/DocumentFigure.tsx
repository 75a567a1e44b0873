/**
 * A published figure in which the open scene is one point. It shows the published values, those of ns-2, and ours as
 * curves.
 */

import { figuresByPreset, loadFigure } from 'virtual:figures';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { formatNumber, formatValue } from '../../../base/format';
import { useExperiments } from '../../../core/experiment/experiment-store';
import type { FigureReport } from '../../../core/experiment/report';
import type { Connect } from '../../../core/experiment/runner';
import { SaveMenu } from '../../../core/save/SaveMenu';
import type { SceneActions } from '../../../core/scene/scene-store';
import { Figure } from '../../../ui/figure/Figure';
import { Icon } from '../../../ui/Icon';
import { SourceMark } from '../../../ui/marks/SourceMark';
import { NumbersTable } from '../../../ui/NumbersTable';
import { Progress } from '../../../ui/Progress';
import { Segments } from '../../../ui/Segments';
import { useLoaded } from '../../../ui/use-loaded';
import { useSize } from '../../../ui/use-size';
import { CurveMarks, MARK_OF } from './CurveMarks';
import { type CurveOfLane, type CurvesLayout, curvesLayout, lanesOf, type Source } from './curves';
import { setPaper, usePaperSettings } from './paper-settings';
import { runFigure, scenesToRun, stopFigure, useFigureRun } from './run-figure';
import { drawingOfCurves, SOURCES, seedsOf, tableOfCurves, titleOf } from './saved-curves';

interface Props {
  /** Id of the open scene. */
  readonly preset: string;
  readonly nameOf: (lane: string) => string;
  /** Index of each lane on the page, by the lane's name in the paper's experiment. */
  readonly onStage: ReadonlyMap<string, number>;
  readonly actions: Pick<SceneActions, 'openPreset' | 'linkOfScene'>;
  readonly connect: Connect;
  readonly linkOf: () => Promise<string>;
  /** Version of the engine's results. Runs under the same version give the same values. */
  readonly numbers: number;
}

async function figureOf(id: string): Promise<FigureReport | undefined> {
  const text = await loadFigure(id);
  return text === undefined ? undefined : (JSON.parse(text) as FigureReport);
}

/** All figures of the paper in which the open preset is a point. Nothing for a scene that is in no figure. */
export function DocumentFigures(props: Props) {
  return figuresByPreset[props.preset]?.map((id) => <DocumentFigure key={id} id={id} {...props} />);
}

function DocumentFigure({ id, ...props }: Props & { readonly id: string }) {
  const { value: figure, problem } = useLoaded(id, figureOf);
  if (problem !== undefined) return <p className="well">The figure of the document could not be loaded: {problem}</p>;
  if (figure === undefined) return null;
  return <Curves figure={figure} {...props} />;
}

function Curves({
  figure,
  preset,
  nameOf,
  onStage,
  actions,
  connect,
  linkOf,
  numbers,
}: Props & { figure: FigureReport }) {
  const { curve: chosen } = usePaperSettings();
  const experiments = useExperiments((state) => state.experiments);
  const [isTable, setTable] = useState(false);
  const ids = useId();
  const curves = figure.curves.find(({ metric }) => metric === chosen) ?? figure.curves[0];
  // Results of a scene that the user has changed are left out, because they belong to no point of the figure.
  const here = useCallback(
    (of: string) => (experiments[of]?.isChanged === false ? experiments[of]?.report : undefined),
    [experiments],
  );
  const lanes = useMemo(
    () => (curves === undefined ? [] : lanesOf(curves, figure, here, nameOf)),
    [curves, figure, here, nameOf],
  );
  if (curves === undefined) return null;
  const title = titleOf({ curves });
  const areNamed = new Set(figure.curves.map(({ place }) => place)).size < figure.curves.length;
  const open = figure.points.findIndex((point) => point.preset === preset);
  const openPreset = (of: string): void => actions.openPreset(of);
  const saved = async () => ({ figure, curves, lanes, onStage, link: await linkOf(), numbers });
  return (
    <figure className="document-figure stack" aria-labelledby={`${ids}-title`}>
      <figcaption className="row">
        <h3 className="body strong" id={`${ids}-title`}>
          {title}
        </h3>
        {figure.curves.length > 1 && (
          <Segments
            label={`Curves of ${figure.title}`}
            choices={figure.curves.map(({ metric, place, name }) => ({
              id: metric,
              name: areNamed ? name : place,
              meaning: `${place}: ${name}`,
            }))}
            chosen={curves.metric}
            onChoose={(curve) => setPaper({ curve })}
          />
        )}
        <SaveMenu
          title={title}
          ways={[{ name: 'As a table', isOn: isTable, set: setTable }]}
          drawing={async (colours) => drawingOfCurves(await saved(), colours)}
          table={async () => tableOfCurves(await saved())}
          json={() => ({ name: figure.id, value: figure })}
        />
      </figcaption>
      <Picture {...{ lanes, onStage, curves, figure, open, openPreset }} />
      <Sources lanes={lanes} seeds={seedsOf(figure)} />
      <div className="row row--spread">
        <Points {...{ figure, open, openPreset }} />
        <RunAll figure={figure} onStart={() => void runFigure(figure, { actions, connect })} />
      </div>
      {isTable && <NumbersTable title={title} table={numbersOf(lanes, figure, curves.unit)} onPage={() => undefined} />}
    </figure>
  );
}

type Open = (preset: string) => void;

interface PictureProps extends Pick<Props, 'onStage'> {
  readonly openPreset: Open;
  readonly figure: FigureReport;
  readonly curves: FigureReport['curves'][number];
  readonly lanes: readonly CurveOfLane[];
  readonly open: number;
}

function Picture({ figure, curves, lanes, onStage, open, openPreset }: PictureProps) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const layout = size === undefined ? undefined : curvesLayout(lanes, onStage, curves, figure, size);
  const clicked = (x: number): void => {
    const place = layout === undefined ? -1 : nearest(layout, x);
    const point = figure.points[place];
    if (point !== undefined && place !== open) openPreset(point.preset);
  };
  return (
    // The buttons below have the same effect and can be used by keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons below do the same
    <div
      ref={surface}
      className="document-figure__surface small"
      onClick={(event) => clicked(event.clientX - event.currentTarget.getBoundingClientRect().left)}
    >
      {layout !== undefined && size !== undefined && (
        <Figure size={size}>
          <CurveMarks layout={layout} fontSize={size.fontSize} open={open} />
        </Figure>
      )}
    </div>
  );
}

function nearest({ xs }: CurvesLayout, x: number): number {
  const away = xs.map((at) => Math.abs(at - x));
  return away.indexOf(Math.min(...away));
}

/** A legend of the shapes in the figure. */
function Sources({ lanes, seeds }: { readonly lanes: readonly CurveOfLane[]; readonly seeds: number }) {
  const words: Readonly<Record<Source, string>> = {
    ours: `our mean of ${seeds} seeds, with its 95 % interval`,
    paper: 'printed in the document',
    ns2: 'ns-2',
    here: 'run on this page',
  };
  const there = new Set(lanes.flatMap(({ points }) => points.map(({ source }) => source)));
  return (
    <ul className="row soft small" aria-label="What the marks are">
      {(Object.keys(words) as Source[])
        .filter((source) => there.has(source))
        .map((source) => (
          <li key={source} className="row row--tight gap-1">
            <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
              <SourceMark kind={MARK_OF[source]} radius={4} />
            </svg>
            {words[source]}
          </li>
        ))}
    </ul>
  );
}

/** A button that runs the experiments of all scenes in the figure, with its progress. */
function RunAll({ figure, onStart }: { readonly figure: FigureReport; readonly onStart: () => void }) {
  const run = useFigureRun();
  const isOfThis = run.figure === figure.id;
  const running = useExperiments((state) => state.running);
  const experiments = useExperiments((state) => state.experiments);
  const left = scenesToRun(figure).length;
  const scenes = figure.points.length;
  const { done = 0, failed, total = 0 } = experiments[running ?? ''] ?? {};
  if (isOfThis && run.isRunning)
    return (
      <div className="row row--tight">
        <Progress done={done + (failed?.length ?? 0)} total={total}>
          {`Scene ${Math.min(scenes, scenes - left + 1)} of ${scenes}`}
        </Progress>
        <button type="button" className="button" onClick={stopFigure}>
          Stop
        </button>
      </div>
    );
  if (left === 0) return null;
  return (
    <div className="row row--tight">
      {isOfThis && run.problem !== undefined && <p className="wrong small">A scene could not be run: {run.problem}</p>}
      <button
        type="button"
        className="button small"
        disabled={running !== undefined}
        title="Runs each scene’s experiment in turn, with its own number of seeds; crosses show the results"
        onClick={onStart}
      >
        <Icon name="play" />
        {left === scenes ? `Run all ${scenes} scenes` : `Run the other ${left}`}
      </button>
    </div>
  );
}

interface PointsProps {
  readonly openPreset: Open;
  readonly figure: FigureReport;
  readonly open: number;
}

function Points({ figure, open, openPreset }: PointsProps) {
  const { name, unit } = figure.axis;
  return (
    <fieldset className="cost__points row row--tight gap-1">
      <legend className="soft small">Open the scene with {unit === '' ? name : `${name} [${unit}]`}</legend>
      {figure.points.map(({ at, preset, title }, place) => (
        <button
          key={preset}
          type="button"
          className="cost__point box small"
          title={title}
          aria-pressed={place === open}
          onClick={() => place !== open && openPreset(preset)}
        >
          {formatNumber(at, 3)}
        </button>
      ))}
    </fieldset>
  );
}

function numbersOf(lanes: readonly CurveOfLane[], { axis, points }: FigureReport, unit: string) {
  const at = axis.unit === '' ? axis.name : `${axis.name} [${axis.unit}]`;
  const cells = (lane: CurveOfLane, source: Source): readonly string[] =>
    points.map((_, place) =>
      lane.points
        .filter((it) => it.source === source && it.place === place)
        .map(({ value }) => formatValue(value, unit, 3))
        .join(', '),
    );
  const rows = lanes.flatMap((lane) =>
    (Object.keys(SOURCES) as Source[]).map((source) => [`${lane.name}, ${SOURCES[source]}`, ...cells(lane, source)]),
  );
  return {
    columns: [at, ...points.map((point) => formatNumber(point.at, 3))],
    rows: rows.filter(([, ...values]) => values.some((value) => value !== '')),
  };
}
