/**
 * Compares the paper with the run. The panel shows the document's values beside those of ns-2, of the lanes on the page
 * and of an experiment over many seeds. It also shows the document's claims with our verdicts, and what the document
 * leaves open.
 */

import { memo, useCallback, useMemo } from 'react';
import { tryAgain } from '../../base/attempts';
import { formatDuration } from '../../base/format';
import type { Preset, Scenario } from '../../core/border/scenario';
import { useExperiments } from '../../core/experiment/experiment-store';
import { type PaperTable, paperTable, pointText, publishedGroups } from '../../core/experiment/paper-table';
import { experimentLanes, type LoadedPreset, laneName, type PresetFile } from '../../core/experiment/preset-file';
import type { Report, SeenAt } from '../../core/experiment/report';
import { type Connect, connectRunner } from '../../core/experiment/runner';
import { isChangedScene, placesInExperiment } from '../../core/experiment/scene-lanes';
import { showWorkspace } from '../../core/page/view-store';
import { LAB } from '../../core/page/workspaces';
import { type LaneRun, MOST_LANES } from '../../core/run/lanes';
import { SaveMenu } from '../../core/save/SaveMenu';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { NARROW, useMedia } from '../../ui/use-media';
import { Claims } from './Claims';
import { DocumentFigures } from './curves/DocumentFigure';
import { OverTime } from './curves/OverTime';
import { ExperimentBar } from './ExperimentBar';
import { linkIfAny, requestOf } from './experiment-request';
import { FairnessCost } from './FairnessCost';
import { PaperCards, PaperTableView, type ValuesProps } from './PaperTableView';
import { paperFigure } from './paper-figure';
import { runWhileOpen } from './run-while-open';
import { Statistics } from './Statistics';
import { type Origin, paperTables, provenanceOfReport, reportJson, savedPaper } from './saved-paper';
import { useLiveReport, usePresetFile } from './use-paper';
import { VerdictKey } from './Verdict';
import './paper.css';

/** Below this width the table does not fit between the side panels. */
const WITH_SIDE_PANELS = '(max-width: 1320px)';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly connect?: Connect;
}

export function PaperPanel({ lanes, actions, connect = connectRunner }: Props) {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const file = usePresetFile(preset?.scenario.id);
  if (preset === undefined || scenario === undefined)
    return <Message>This scene is not from a paper. Open one that is, from the list of scenes.</Message>;
  if (file.problem !== undefined)
    return (
      <Message>
        The paper of this scene could not be loaded: {file.problem}{' '}
        <button type="button" className="button" onClick={tryAgain}>
          Try again
        </button>
      </Message>
    );
  if (file.value === undefined) return <Message>Opening the paper…</Message>;
  return <Paper key={preset.scenario.id} {...{ lanes, actions, connect, preset, scenario }} loaded={file.value} />;
}

interface PaperProps extends Required<Props> {
  readonly preset: Preset;
  readonly scenario: Scenario;
  readonly loaded: LoadedPreset;
}

function Paper({ lanes, actions, connect, preset, scenario, loaded }: PaperProps) {
  const { file } = loaded;
  const { id, title } = preset.scenario;
  const hasSides = useMedia(WITH_SIDE_PANELS);
  const isNarrow = useMedia(NARROW) || hasSides;
  const experiment = useExperiments((state) => state.experiments[id]);
  const live = useLiveReport(loaded, actions, connect);
  const isChanged = useMemo(() => isChangedScene(scenario, preset.scenario), [scenario, preset]);
  const disciplines = lanes[0]?.run.catalog.disciplines;
  const sweep = file.experiment?.sweep;
  const nameOf = useCallback(
    (lane: string): string => disciplines?.find((about) => about.id === lane)?.name ?? lane,
    [disciplines],
  );
  const table = useMemo(
    () => paperTable({ experiment: experiment?.report, live: live.value, nameOf, sweepPath: sweep?.path }),
    [experiment?.report, live.value, nameOf, sweep],
  );
  const report = experiment?.report ?? live.value;
  const hasExperiment = experiment?.report !== undefined;
  // Statistical tests need the seeds of an experiment. Before an experiment, their section is shown only if the report
  // of the single run announces tests (`has_tests`).
  const tested = hasExperiment || report?.has_tests === true ? report : undefined;
  // The run's time is shown with one decimal up to 10 s, and in whole seconds after that.
  const step_s = live.until_s !== undefined && live.until_s < 10 ? 0.1 : 1;
  const until = live.until_s === undefined ? '' : `to ${formatDuration(Math.floor(live.until_s / step_s) * step_s)}`;
  const shown = useMemo(
    () => ({
      liveUntil: until,
      onStage: placesOnStage(scenario, file),
      hasReference: table.groups.some(({ rows }) => rows.some(({ reference }) => reference !== undefined)),
      hasExperiment,
    }),
    [until, scenario, file, table, hasExperiment],
  );
  const start = (seeds: number, asChanged: boolean): void => {
    void requestOf(loaded, actions, seeds, asChanged ? scenario : undefined).then((request) =>
      runWhileOpen(request, connect),
    );
  };
  const see = useCallback(
    ({ at_s, below }: SeenAt) => {
      actions.seek(at_s);
      showWorkspace(below === 'plots' ? LAB : below);
    },
    [actions],
  );
  const numbers = lanes[0]?.run.catalog.numbers ?? 0;
  const origin = async (): Promise<Origin> => {
    if (experiment?.report !== undefined) return { ...experiment, until_s: undefined, numbers };
    const link = await linkIfAny(actions, scenario, preset.scenario);
    return { link, seeds: [scenario.seed], isChanged, until_s: live.until_s, numbers };
  };

  return (
    <section className="paper stack gap-4" aria-label="Paper against run">
      <header className="paper__head quote stack gap-1">
        <p className="large">{preset.lesson}</p>
        <p className="paper__citation faint small">
          <strong className="soft strong">{preset.document.title}</strong> {preset.document.citation};{' '}
          {preset.document.place}
        </p>
      </header>
      <ExperimentBar
        {...{ experiment, id, isChanged }}
        usualSeeds={file.experiment?.seeds ?? 10}
        runsPerSeed={experimentLanes(file).length * (sweep?.values.length ?? 1)}
        onStart={start}
      >
        {report !== undefined && table.groups.length > 0 && (
          <SaveMenu
            title={hasExperiment ? 'The experiment' : 'Published values beside this run'}
            drawing={async (colours) => {
              const from = await origin();
              const facts = {
                title,
                source: `${preset.document.title}, ${preset.document.place}`,
                made: madeWords(report, from),
              };
              return {
                name: `${report.preset}-values`,
                ...paperFigure(table, facts, colours),
                provenance: provenanceOfReport(title, report, from),
              };
            }}
            table={paperTables(report).map(({ id: which, title: name }) => ({
              title: name,
              make: async () => savedPaper(which, report, await origin()),
            }))}
            json={async () => reportJson(report, await origin())}
          />
        )}
      </ExperimentBar>
      {isChanged && <p className="well">You have changed the scene: “this run” is no longer what the paper ran.</p>}
      {live.problem !== undefined && report === undefined && (
        <p className="well">The runs on the page could not be compared with the paper: {live.problem}</p>
      )}
      {experiment?.report !== undefined && <InShort words={experiment.report.summary.in_words} />}
      <DocumentFigures
        {...{ preset: id, nameOf, numbers, onStage: shown.onStage, actions, connect }}
        linkOf={() => linkIfAny(actions, scenario, preset.scenario)}
      />
      {experiment?.report !== undefined && (
        <OverTime {...{ report: experiment.report, nameOf, onStage: shown.onStage, origin }} />
      )}
      <FairnessCost report={report} disciplines={disciplines ?? []} sweepPath={sweep?.path} origin={origin} />
      <Values
        table={table}
        shown={shown}
        isNarrow={isNarrow}
        isLoading={report === undefined && live.problem === undefined}
        isJudged={report !== undefined}
      />
      <PutOnStage {...{ scenario, file, actions }} />
      {sweep !== undefined && (
        <p className="soft">
          The experiment varies {sweep.name}: {sweep.values.map((value) => pointText(value, sweep.path)).join(', ')}.
        </p>
      )}
      <Statistics report={tested} nameOf={nameOf} sweepPath={sweep?.path} />
      {report !== undefined && report.claims.length > 0 && (
        <Part title="What is claimed">
          <Claims claims={report.claims} onSee={see} />
        </Part>
      )}
      <CurveValues file={file} />
      <List title="What the document leaves open, and our choices" items={file.assumptions ?? []} />
      <List
        title="Where the document contradicts itself"
        about="This lab added the labels I-01 and so on; notes and reasons above refer to them."
        items={(file.inconsistencies ?? []).map(({ id: key, text }) => `${key}: ${text}`)}
      />
    </section>
  );
}

/** The engine's sentence on how many values and claims are reproduced. */
function InShort({ words }: { readonly words: string }) {
  const sentences = words.split('\n').filter((sentence) => sentence !== '');
  if (sentences.length === 0) return null;
  return (
    <Part title="In short">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Part>
  );
}

interface AllValuesProps {
  readonly table: PaperTable;
  readonly shown: Omit<ValuesProps, 'name' | 'groups'>;
  readonly isNarrow: boolean;
  readonly isLoading: boolean;
  readonly isJudged: boolean;
}

/**
 * The table of the values that the paper prints; values that it does not print are in a section that the user opens.
 * Memoised, since each new frame would otherwise render it again.
 */
const Values = memo(function Values({ table, shown, isNarrow, isLoading, isJudged }: AllValuesProps) {
  if (isLoading) return <p className="paper__loading soft">Reading the values…</p>;
  // Without a report, it is unknown which values the document prints. The panel shows above why there is no report.
  if (table.groups.length === 0 && !isJudged) return null;
  if (table.groups.length === 0)
    return <p className="paper__loading soft">The document prints no value that this scene measures.</p>;
  const View = isNarrow ? PaperCards : PaperTableView;
  const printed = publishedGroups(table);
  const others = table.groups.filter((group) => !printed.includes(group));
  return (
    <>
      <View {...shown} name="Published values beside ours" groups={printed} />
      <VerdictKey groups={table.groups} />
      {table.notes.length > 0 && (
        <ol className="paper-notes stack gap-1 soft small" aria-label="Notes on single values">
          {table.notes.map(({ text, isCaution }) => (
            <li key={text} data-caution={isCaution}>
              {isCaution && <span className="visually-hidden">Caution: </span>}
              {text}
            </li>
          ))}
        </ol>
      )}
      {others.length > 0 && (
        <details className="paper__part">
          <summary>
            <h3 className="body strong">What else was measured</h3>{' '}
            <small className="faint">{others.map(({ name }) => name).join(', ')}</small>
          </summary>
          <View {...shown} name="What else was measured" groups={others} />
        </details>
      )}
    </>
  );
});

/** A button that opens the paper's lanes, shown while the page has other lanes. */
function PutOnStage({ scenario, file, actions }: { scenario: Scenario; file: PresetFile; actions: SceneActions }) {
  const lanes = experimentLanes(file).slice(0, MOST_LANES);
  const places = placesInExperiment(scenario.lanes, experimentLanes(file));
  if (lanes.every((_, place) => places.includes(place))) return null;
  return (
    <p>
      <button
        type="button"
        className="button"
        onClick={() => actions.setLanes(() => lanes.map(({ name: _, params = {}, ...lane }) => ({ ...lane, params })))}
      >
        <Icon name="lanes" />
        {lanes.length === 1 ? 'Put the paper’s lane on the page' : `Run the paper’s ${lanes.length} lanes side by side`}
      </button>
    </p>
  );
}

function CurveValues({ file }: { readonly file: PresetFile }) {
  if (file.curve_values === undefined || file.curve_values.length === 0) return null;
  return (
    <Part title="Values of the curve printed in the paper">
      <ul className="paired">
        {file.curve_values.map(({ at, what, value, place, note }) => (
          <li key={`${what} ${at} ${place}`} className="row row--spread line-below" title={note}>
            <span>
              {what} at {at} <small className="faint">{place}</small>
            </span>
            <span className="strong figures">{value}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface ListProps {
  readonly title: string;
  readonly about?: string;
  readonly items: readonly string[];
}

function List({ title, about, items }: ListProps) {
  if (items.length === 0) return null;
  return (
    <Part title={title}>
      {about !== undefined && <p className="soft small">{about}</p>}
      <ul className="paper__list stack gap-1 bulleted soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="paper__part" aria-label={title}>
      <h3 className="body strong">{title}</h3>
      {children}
    </section>
  );
}

function Message({ children }: { readonly children: React.ReactNode }) {
  return (
    <section className="paper stack gap-4" aria-label="Paper against run">
      <p className="paper__loading soft">{children}</p>
    </section>
  );
}

/** Indices of the page's lanes that correspond to lanes of the paper. */
function placesOnStage(scenario: Scenario, file: PresetFile): ReadonlyMap<string, number> {
  const known = experimentLanes(file);
  const places = placesInExperiment(scenario.lanes, known);
  // A single lane needs no number.
  if (scenario.lanes.length < 2) return new Map();
  return new Map(
    places.flatMap((place, lane) => {
      const meant = place === undefined ? undefined : known[place];
      return meant === undefined ? [] : [[laneName(meant), lane] as const];
    }),
  );
}

function madeWords(
  { duration_s, measured_from_s, profile }: Report,
  { seeds, isChanged }: Pick<Origin, 'seeds' | 'isChanged'>,
): string {
  const scene = isChanged ? 'The scene as changed' : 'The scene as published';
  const count = seeds.length === 1 ? '1 seed' : `${seeds.length} seeds`;
  return `${scene}, ${count}, measured from ${measured_from_s} to ${duration_s} s, end hosts ${profile}.`;
}
