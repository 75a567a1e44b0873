/** A sweep over settings of the open scene: set up, run on all cores, and seen. */

import { useCallback, useEffect, useMemo, useState } from 'react';
import { focusedLane, type LaneRun, MOST_LANES } from '../../run/lanes';
import { disciplineName, settingName } from '../../run/setting-names';
import { handOver } from '../../save/hand-over';
import { provenanceOfPage } from '../../save/provenance-of-page';
import { fileName, sceneName, sceneTitle } from '../../save/provenance-of-scene';
import { SaveMenu } from '../../save/SaveMenu';
import type { Scenario } from '../../scenario/scenario';
import { type SceneActions, useScene } from '../../store/scene-store';
import { restoreSweep, startSweep, useSweep } from '../../store/sweep-store';
import { focusLane } from '../../store/view-store';
import type { SweepFacts } from '../../sweep/sweep';
import type { SweepEstimate } from '../../sweep/sweep-estimate';
import { definitionOf, type SweepLook } from '../../sweep/sweep-form';
import { placesOnPage, sceneAt, sceneToSweep, sweepLanes, withSweepLanes } from '../../sweep/sweep-scene';
import { countOf, sweepSettings } from '../../sweep/sweep-settings';
import { SweepPictures } from './pictures/SweepPictures';
import { SweepForm } from './SweepForm';
import { SweepRun } from './SweepRun';
import { type SweepToSave, sweepJson, sweepTable } from './saved-sweep';
import { useEstimate } from './use-estimate';
import { useSweepForm } from './use-sweep-form';
import './sweep.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'linkOf' | 'openFromStart'>;
}

export function SweepPanel(props: Props) {
  const scenario = useScene((state) => state.scenario);
  return scenario === undefined ? null : <Panel {...props} scenario={scenario} />;
}

function Panel({ lanes, actions, scenario }: Props & { readonly scenario: Scenario }) {
  const preset = useScene((state) => state.preset?.scenario);
  const { catalog } = focusedLane(lanes, 0).run;
  const laneNames = useMemo(() => lanes.map(({ name }) => name), [lanes]);
  const scene = useMemo(() => sceneToSweep(scenario, preset), [scenario, preset]);
  const { form, change, ready, isLinkWrong } = useSweepForm(scene, catalog, preset?.id);
  const rows = useSweep((state) => state.rows);
  const version = useSweep((state) => state.version);
  const failures = useSweep((state) => state.problems);
  const [isFormOpen, setFormOpen] = useState(rows === undefined);
  // What the browser keeps of this sweep comes back, and goes on where it was.
  useEffect(() => void restoreSweep(scene), [scene]);

  const named = useMemo(() => sweepLanes(form.lanes, scene, laneNames), [form.lanes, scene, laneNames]);
  const definition = useMemo(() => definitionOf(form, scene), [form, scene]);
  const status = useSweep((state) => state.status);
  const estimate = useEstimate(definition, status === 'running');
  const counted = useMemo(() => {
    const settings = sweepSettings(catalog, withSweepLanes(scene, named), []).flatMap((group) => group.settings);
    const counts = form.axes.map((axis) => countOf(axis, settings.find(({ path }) => path === axis.path)?.spec));
    return counts.reduce((product, count) => product * count, 1) * named.length * form.seeds;
  }, [catalog, scene, named, form]);
  const runs = estimate?.facts?.tasks ?? counted;
  const problems = estimate?.problems ?? failures;

  const start = (): void => {
    setFormOpen(false);
    void startSweep(scene);
  };
  const toSave = async (): Promise<SweepToSave> => {
    if (rows === undefined) throw new Error('nothing has run yet');
    const { facts } = rows;
    const seeds = Array.from({ length: facts.seeds }, (_, at) => at + 1);
    return {
      name: fileName(sceneName(), 'sweep'),
      rows,
      definition,
      provenance: provenanceOfPage(`Sweep, ${sceneTitle()}`, await actions.linkOf(false), catalog, {
        seeds,
        lanes: facts.lanes,
      }),
    };
  };
  const onLook = useCallback((view: SweepLook) => change({ ...form, view }), [change, form]);
  const openPoint = useCallback(
    (point: number, lane: number) => {
      if (rows === undefined) return;
      const at = sceneAt(withSweepLanes(scene, named), rows.facts, point);
      // More lanes than the page shows: that of the point alone.
      const isAlone = at.lanes.length > MOST_LANES;
      const opened = isAlone ? { ...at, lanes: at.lanes.slice(lane, lane + 1) } : at;
      void actions.openFromStart(opened).then(() => focusLane(isAlone ? 0 : lane));
    },
    [rows, scene, named, actions],
  );

  const swept = useMemo(() => ({ scene: withSweepLanes(scene, named), lanes: named }), [scene, named]);
  const nameOfSetting = useCallback((path: string) => settingName(catalog, swept.scene, path).name, [catalog, swept]);
  const nameOfLane = useCallback(
    (lane: number) => {
      const { name, aqm } = named[lane] ?? { name: '', aqm: '' };
      return name === aqm ? disciplineName(catalog, aqm) : name;
    },
    [catalog, named],
  );
  const lanePlaces = useMemo(() => placesOnPage(named, scene.lanes), [named, scene]);
  const defaultOf = useCallback(
    (aqm: string, parameter: string) =>
      catalog.disciplines.find(({ id }) => id === aqm)?.params.find(({ id }) => id === parameter)?.default,
    [catalog],
  );

  return (
    <section className="sweep" aria-label="Sweep">
      <h2 className="visually-hidden">Sweep</h2>
      {isLinkWrong && (
        <p className="sweep__problem" role="alert">
          The sweep of this link cannot be read; the scene’s own stands here.
        </p>
      )}
      <details className="sweep__set-up" open={isFormOpen} onToggle={(event) => setFormOpen(event.currentTarget.open)}>
        <summary>
          <strong>
            {form.axes.map(({ path }) => settingName(catalog, scene, path).name).join(' × ') || 'No setting'}
          </strong>
          <span>{named.map(({ name, aqm }) => (name === aqm ? disciplineName(catalog, aqm) : name)).join(', ')}</span>
          <span>
            {form.seeds} {form.seeds === 1 ? 'seed' : 'seeds'}
          </span>
        </summary>
        <SweepForm {...{ form, scene, catalog, laneNames, problems, ready }} onChange={change} />
      </details>
      <SweepRun
        runs={runs}
        estimate_s={estimate?.facts === undefined ? undefined : secondsOf(estimate)}
        problems={problems.filter(({ path }) => !isOfField(path))}
        onStart={start}
      >
        <button
          type="button"
          className="small-button"
          title="The sweep as a file: chokepoint sweep runs it"
          onClick={() => handOver(`${fileName(sceneName(), 'sweep', 'file')}.json`, jsonBlob(definition))}
        >
          Sweep file
        </button>
      </SweepRun>
      {rows !== undefined && (
        <SweepPictures
          rows={rows}
          version={version}
          look={form.view}
          onLook={onLook}
          scene={scenario}
          swept={swept}
          settingName={nameOfSetting}
          laneName={nameOfLane}
          lanePlaces={lanePlaces}
          defaultOf={defaultOf}
          openPoint={openPoint}
          save={
            rows.done > 0 && (
              <SaveMenu
                title="Sweep"
                table={async () => sweepTable(await toSave())}
                json={async () => sweepJson(await toSave())}
              />
            )
          }
        />
      )}
    </section>
  );
}

/** With as many workers as the pool takes; undefined where no run could be timed. */
function secondsOf({ facts, s_per_run }: Extract<SweepEstimate, { readonly facts: SweepFacts }>): number | undefined {
  const workers = Math.min(navigator.hardwareConcurrency || 1, facts.tasks);
  return s_per_run === undefined ? undefined : (facts.tasks * s_per_run) / workers;
}

function jsonBlob(value: unknown): Blob {
  return new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
}

/** Whether a field of the form tells it. */
function isOfField(path: string): boolean {
  return /^(over\.\d+\.|lanes|seeds|metrics\.)/.test(path);
}
