/**
 * A task: the user changes the scene until the conditions hold. The engine checks each condition under several seeds.
 */

import { useId, useMemo, useState } from 'react';
import { problemText } from '../../../base/problem-text';
import type { Scenario } from '../../../core/border/scenario';
import { loadPresetFile } from '../../../core/experiment/preset-file';
import { CLAIM_VERDICTS } from '../../../core/experiment/verdicts';
import type { DoPart as Part } from '../../../core/lesson/lesson';
import { useLesson } from '../../../core/lesson/lesson-store';
import { conditionWords, figuresWords, type MeasureNames, measureNames } from '../../../core/lesson/measured-words';
import { type Ask, cancelReport, findReport } from '../../../core/lesson/report-runs';
import { useView } from '../../../core/page/view-store';
import { type LaneRun, MOST_LANES } from '../../../core/run/lanes';
import { disciplineName, settingName, settingWords } from '../../../core/run/setting-names';
import { type SceneActions, useScene } from '../../../core/scene/scene-store';
import { Icon } from '../../../ui/Icon';
import { judgedLanes, lanesWith, missingLanes, type Outcome, outcomes, taskExperiment } from '../task';
import { solve } from './answers';
import { VERDICT_CLASS } from './names';
import type { PartProps } from './part-props';
import { RunProgress, useReportRun } from './RunProgress';
import { showSetting } from './show-setting';
import './predict.css';

/** The experiment of the last check. `scene` identifies the scene at the time of the check, to detect later changes. */
interface Checked extends Ask {
  readonly scene: string;
}

/** A check that gives no clear verdict may be repeated with this many times its seeds. */
const MORE_SEEDS = 4;
const MOST_SEEDS = 100;

export function DoPart({ part, lanes, actions }: PartProps<Part>) {
  const scenario = useScene((state) => state.scenario);
  const preset = useScene((state) => state.preset);
  const focused = useView((state) => state.focusedLane);
  const isSolved = useLesson(({ solved }) => solved.includes(part.id));
  const [checked, setChecked] = useState<Checked | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const title = useId();
  const run = useReportRun(checked);
  const scene = useMemo(
    () => (scenario === undefined ? '' : taskExperiment(part, scenario, { focused })),
    [part, scenario, focused],
  );
  const found = run?.report === undefined ? undefined : outcomes(part, run.report);
  const isStale = checked !== undefined && checked.scene !== scene;
  const isRunning = run?.phase === 'waiting' || run?.phase === 'running';
  const missing = scenario === undefined ? [] : missingLanes(part, scenario);
  const catalog = lanes[0]?.run.catalog;
  const isUndecided =
    found?.some(({ verdict }) => verdict === 'undecided') === true && found.every(({ verdict }) => verdict !== 'fails');
  const more = Math.min(MOST_SEEDS, (checked?.seeds ?? part.seeds) * MORE_SEEDS);

  const check = async (seeds: number): Promise<void> => {
    if (scenario === undefined) return;
    setProblem('');
    try {
      const file = preset === undefined ? undefined : await loadPresetFile(preset.scenario.id);
      const ask = { experiment: taskExperiment(part, scenario, { focused, bins: file?.file.experiment?.bins }), seeds };
      if (checked !== undefined && isRunning) cancelReport(checked);
      setChecked({ ...ask, scene });
      const report = await findReport(ask);
      if (report !== undefined && outcomes(part, report).every(({ verdict }) => verdict === 'holds')) solve(part.id);
    } catch (reason) {
      setProblem(problemText(reason));
    }
  };

  return (
    <section className="ask box stack gap-3" aria-labelledby={title} data-solved={isSolved || undefined}>
      <p className="large" id={title}>
        <span className="badge badge--solid">Do</span> {part.task}
        {isSolved && <span className="good strong unbroken"> ✓ solved</span>}
      </p>
      {missing.length > 0 && <Missing {...{ part, missing, actions, catalog, scenario }} />}
      <Conditions
        part={part}
        found={isStale ? undefined : found}
        names={measureNames((id) => disciplineName(catalog, id), scenario)}
      />
      {part.settings.length > 0 && (
        <p className="row soft">
          What to change:{' '}
          {part.settings.map((path) => (
            <button key={path} type="button" className="button" onClick={() => showSetting(path)}>
              <Icon name="sliders" />
              {settingName(catalog, scenario, path).name}
            </button>
          ))}
        </p>
      )}
      <div className="row gap-3">
        <button
          type="button"
          className="button button--accent"
          disabled={missing.length > 0 || (isRunning && !isStale)}
          onClick={() => void check(part.seeds)}
        >
          <Icon name="play" />
          Check
        </button>
        {isUndecided && !isStale && more > (checked?.seeds ?? 0) && (
          <button type="button" className="button" onClick={() => void check(more)}>
            Check with {more} seeds
          </button>
        )}
        <p className="ask__state soft kept-line" role="status">
          {checked === undefined && `Runs your scene with ${seedsWords(part.seeds)}.`}
          {isStale && 'The scene has changed since: check again.'}
          {!isStale && found !== undefined && outcomeWords(found, checked?.seeds ?? 0)}
        </p>
      </div>
      {scenario !== undefined && <JudgedLane {...{ part, scenario, focused, lanes }} />}
      {checked !== undefined && !isStale && <RunProgress ask={checked} />}
      {problem !== '' && (
        <p className="wrong" role="alert">
          The check failed: {problem}.
        </p>
      )}
      <Help {...{ part, actions, catalog, scenario }} />
    </section>
  );
}

type Catalog = LaneRun['run']['catalog'] | undefined;

/** The lanes that the task needs and the scene lacks, with a button that adds them. */
function Missing({
  part,
  missing,
  scenario,
  actions,
  catalog,
}: {
  readonly part: Part;
  readonly missing: readonly string[];
  readonly scenario: Scenario | undefined;
  readonly actions: SceneActions;
  readonly catalog: Catalog;
}) {
  const names = missing.map((id) => disciplineName(catalog, id)).join(' and ');
  return (
    <p className="row well" role="alert">
      The task is about {names}, which {missing.length === 1 ? 'is' : 'are'} not on the page.{' '}
      <button
        type="button"
        className="button"
        onClick={() => scenario !== undefined && actions.setLanes(() => lanesWith(part, scenario, missing, MOST_LANES))}
      >
        <Icon name="lanes" />
        Put {names} on the page
      </button>
    </p>
  );
}

function Conditions({
  part,
  found,
  names,
}: {
  readonly part: Part;
  readonly found: readonly Outcome[] | undefined;
  readonly names: MeasureNames;
}) {
  return (
    <ul aria-label="Conditions">
      {(found ?? part.conditions.map((condition) => ({ condition, verdict: undefined, figures: '' }))).map(
        ({ condition, verdict, figures }) => {
          const look = verdict === undefined ? undefined : CLAIM_VERDICTS[verdict];
          return (
            <li key={condition} className="options__one" data-right={verdict === 'holds' || undefined}>
              <p className="options__text">{conditionWords(condition, names)}</p>
              <p className={`strong unbroken ${VERDICT_CLASS[look?.colour ?? 'textFaint']}`}>
                <span aria-hidden="true">{look?.glyph ?? '◦'}</span> {look?.word ?? 'not yet checked'}
              </p>
              {figures !== '' && (
                <p className="options__figures small soft breakable">{figuresWords(figures, names)}</p>
              )}
            </li>
          );
        },
      )}
    </ul>
  );
}

/** Names the lane being checked, if two lanes have the same discipline. */
function JudgedLane({
  part,
  scenario,
  focused,
  lanes,
}: {
  readonly part: Part;
  readonly scenario: Scenario;
  readonly focused: number;
  readonly lanes: readonly LaneRun[];
}) {
  const doubles = judgedLanes(part, scenario, focused).filter(
    ({ lane }) => scenario.lanes.filter(({ aqm }) => aqm === lane.aqm).length > 1,
  );
  if (doubles.length === 0) return null;
  const names = doubles.map(({ place }) => lanes[place]?.name ?? '').join(', ');
  return <p className="ask__state soft kept-line">The check applies to the focused lane: {names}.</p>;
}

function Help({
  part,
  actions,
  catalog,
  scenario,
}: {
  readonly part: Part;
  readonly actions: SceneActions;
  readonly catalog: Catalog;
  readonly scenario: Scenario | undefined;
}) {
  const [isApplied, setApplied] = useState(false);
  return (
    <div className="ask__help stack gap-1">
      {part.hint !== '' && (
        <details>
          <summary>Hint</summary>
          <p>{part.hint}</p>
        </details>
      )}
      {part.solution.length > 0 && (
        <details onToggle={() => setApplied(false)}>
          <summary>Show one solution</summary>
          <ul className="bulleted">
            {part.solution.map(({ path, value }) => (
              <li key={path}>{settingWords(settingName(catalog, scenario, path), value)}</li>
            ))}
          </ul>
          <div className="row gap-3">
            <button
              type="button"
              className="button"
              onClick={() => void actions.changeAll(part.solution).then(() => setApplied(true))}
            >
              Apply to the scene
            </button>
            <p className="ask__state soft kept-line" role="status">
              {isApplied ? 'Done. “Check” shows whether it solves the task; undo reverts it.' : ''}
            </p>
          </div>
        </details>
      )}
    </div>
  );
}

function seedsWords(seeds: number): string {
  return seeds === 1 ? 'one seed' : `${seeds} seeds`;
}

function outcomeWords(found: readonly Outcome[], seeds: number): string {
  const holding = found.filter(({ verdict }) => verdict === 'holds').length;
  const runs = `Over ${seedsWords(seeds)}`;
  if (holding === found.length) return `${runs}: solved.`;
  if (found.some(({ verdict }) => verdict === 'fails'))
    return found.length === 1 ? `${runs}: not yet.` : `${runs}: ${holding} of ${found.length} conditions hold.`;
  return `${runs}: undecided; the difference is within chance.`;
}
