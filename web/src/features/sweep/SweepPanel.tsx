/**
 * Many runs of the open scene: a sweep over the values of settings, or a screening that shows which settings matter.
 */

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scenario } from '../../core/border/scenario';
import type { SweepFacts } from '../../core/experiment/sweep';
import { useView } from '../../core/page/view-store';
import { catalogWith, focusedLane, type LaneRun } from '../../core/run/lanes';
import { disciplineName, settingName } from '../../core/run/setting-names';
import { handOver } from '../../core/save/hand-over';
import { fileName, sceneName } from '../../core/save/provenance-of-scene';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { onDemand } from '../../ui/on-demand';
import { Segments } from '../../ui/Segments';
import { OpenSweepFile } from './file/OpenSweepFile';
import { SweepForm } from './SweepForm';
import { SweepResults } from './SweepResults';
import { SweepRun } from './SweepRun';
import type { SweepEstimate } from './sweep-estimate';
import {
  definitionForFile,
  definitionOf,
  type SweepForm as Form,
  lanesOfForm,
  mostSeedsOf,
  type SweepLook,
} from './sweep-form';
import { runsOf } from './sweep-rows';
import { sceneToSweep, sweepLanes, withSweepLanes } from './sweep-scene';
import { countOf, sweepSettings } from './sweep-settings';
import { restoreSweep, startSweep, useSweep } from './sweep-store';
import { useEstimate } from './use-estimate';
import { useSweepForm } from './use-sweep-form';
import './sweep.css';

const Screening = onDemand(
  'What matters here',
  async () => (await import('./screening/ScreeningPanel')).ScreeningPanel,
);

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: Pick<SceneActions, 'linkOf' | 'openFile' | 'openFromStart'>;
}

interface PartProps extends Props {
  readonly scenario: Scenario;
  /** The scene to run many times. */
  readonly scene: Scenario;
}

const TABS = [
  { id: 'sweep', name: 'Sweep' },
  { id: 'screening', name: 'What matters here?' },
] as const;

export function SweepPanel(props: Props) {
  const scenario = useScene((state) => state.scenario);
  const preset = useScene((state) => state.preset?.scenario);
  const scene = useMemo(
    () => (scenario === undefined ? undefined : sceneToSweep(scenario, preset)),
    [scenario, preset],
  );
  const lane = focusedLane(
    props.lanes,
    useView((state) => state.focusedLane),
  );
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('sweep');
  if (scenario === undefined || scene === undefined) return null;
  return (
    <section className="sweep column gap-3" aria-label="Sweep">
      <h2 className="visually-hidden">Sweep</h2>
      <Segments className="sweep__tabs" label="Many runs" choices={TABS} chosen={tab} onChoose={setTab} />
      {tab === 'sweep' ? (
        <Sweep {...props} scenario={scenario} scene={scene} />
      ) : (
        <Screening scene={scene} lane={lane} actions={props.actions} />
      )}
    </section>
  );
}

function Sweep({ lanes, actions, scenario, scene }: PartProps) {
  const preset = useScene((state) => state.preset?.scenario.id);
  const { catalog: known } = focusedLane(lanes, 0).run;
  const catalog = useMemo(() => catalogWith(lanes, known), [lanes, known]);
  const laneNames = useMemo(() => lanes.map(({ name }) => name), [lanes]);
  const { form, change, ready, isLinkWrong } = useSweepForm(scene, catalog, preset);
  const rows = useSweep((state) => state.rows ?? state.summary);
  const ran = useSweep((state) => state.ran);
  const status = useSweep((state) => state.status);
  const failures = useSweep((state) => state.problems);
  const unkept = useSweep((state) => state.unkept);
  const [isFormOpen, setFormOpen] = useState(rows === undefined);
  // Restores the rows of this sweep that the browser has stored, and continues the sweep if it was running.
  useEffect(() => void restoreSweep(scene), [scene]);

  const named = useMemo(() => sweepLanes(lanesOfForm(form), scene, laneNames), [form, scene, laneNames]);
  const definition = useMemo(() => definitionOf(form, scene), [form, scene]);
  const estimate = useEstimate(definition, status === 'running' || status === 'reading');
  const counted = useMemo(() => {
    const settings = sweepSettings(catalog, withSweepLanes(scene, named), []).flatMap((group) => group.settings);
    const counts = form.axes.map((axis) => countOf(axis, settings.find(({ path }) => path === axis.path)?.spec));
    return counts.reduce((product, count) => product * count, form.scenes?.length ?? 1) * named.length * seedsOf(form);
  }, [catalog, scene, named, form]);
  const problems = estimate?.problems ?? failures;

  // When a sweep starts or a table is opened, the form is closed, and the picture is scrolled into view if possible.
  const results = useRef<HTMLDivElement>(null);
  const isAwaited = useRef(false);
  const showResults = useCallback(() => {
    isAwaited.current = true;
    setFormOpen(false);
  }, []);
  const study = useSweep((state) => state.study);
  useLayoutEffect(() => {
    if (study !== undefined) showResults();
  }, [study, showResults]);
  useLayoutEffect(() => {
    if (rows === undefined || !isAwaited.current) return;
    isAwaited.current = false;
    results.current?.scrollIntoView({ block: 'nearest' });
  }, [rows]);
  const start = (): void => {
    showResults();
    void startSweep(scene);
  };
  const onLook = useCallback((view: SweepLook) => change({ ...form, view }), [change, form]);
  return (
    <>
      {isLinkWrong && (
        <p className="wrong" role="alert">
          The sweep in this link cannot be read; the form shows the scene’s own sweep.
        </p>
      )}
      <details
        className="sweep__set-up box"
        open={isFormOpen}
        onToggle={(event) => setFormOpen(event.currentTarget.open)}
      >
        <summary className="row soft">
          <strong className="clear">
            {titlesOf(form, (path) => settingName(catalog, scene, path).name).join(' × ') || 'No setting'}
          </strong>
          <span>{named.map(({ name, aqm }) => (name === aqm ? disciplineName(catalog, aqm) : name)).join(', ')}</span>
          <span>
            {form.until === undefined ? form.seeds : `${form.seeds} to ${mostSeedsOf(form)}`}{' '}
            {form.seeds === 1 ? 'seed' : 'seeds'}
          </span>
        </summary>
        <SweepForm {...{ form, scene, catalog, laneNames, problems, ready }} onChange={change} />
      </details>
      <SweepRun
        isAtMost={form.until !== undefined}
        runs={estimate?.facts === undefined ? counted : runsOf(estimate.facts)}
        estimate_s={estimate?.facts === undefined ? undefined : secondsOf(estimate)}
        problems={problems.filter(({ path }) => !isOfField(path))}
        unkept={unkept}
        onStart={start}
      >
        <button
          type="button"
          className="small-button"
          title="Saves the sweep as a file for chokepoint sweep"
          onClick={() =>
            handOver(`${fileName(sceneName(), 'sweep', 'file')}.json`, jsonBlob(definitionForFile(form, scene)))
          }
        >
          Sweep file
        </button>
        <OpenSweepFile actions={actions} />
      </SweepRun>
      <div ref={results} className="sweep__results occasional">
        {rows !== undefined && ran !== undefined && (
          <SweepResults {...{ rows, laneNames, catalog, actions, onLook }} {...ran} look={form.view} open={scenario} />
        )}
      </div>
    </>
  );
}

/** Estimated duration of the sweep on all cores [s]. Undefined if no run could be timed. */
function secondsOf({ facts, s_per_run }: Extract<SweepEstimate, { readonly facts: SweepFacts }>): number | undefined {
  const runs = runsOf(facts);
  const workers = Math.min(navigator.hardwareConcurrency || 1, runs);
  return s_per_run === undefined ? undefined : (runs * s_per_run) / workers;
}

/** The names of what the sweep varies. */
function titlesOf({ scenes, axes }: Form, nameOf: (path: string) => string): readonly string[] {
  return [...(scenes === undefined ? [] : ['scene']), ...axes.map(({ path }) => nameOf(path))];
}

/** Maximum number of seeds per point. */
function seedsOf(form: Form): number {
  return form.until === undefined ? form.seeds : mostSeedsOf(form);
}

function jsonBlob(value: unknown): Blob {
  return new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
}

/** True if a field of the form has this path, and therefore shows the problem itself. */
function isOfField(path: string): boolean {
  return /^(over\.\d+\.|where\.\d+|until|lanes|seeds|metrics\.)/.test(path);
}
