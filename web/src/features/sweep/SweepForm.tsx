/** The form of a sweep: the varied settings, the lanes, the number of seeds, and the metrics. */

import { type ReactNode, useMemo } from 'react';
import type { Catalog } from '../../core/border/catalog';
import type { SceneProblem } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import type { LaneDefinition } from '../../core/experiment/sweep';
import { disciplineName, settingName } from '../../core/run/setting-names';
import { Icon } from '../../ui/Icon';
import { AxisFields } from './AxisFields';
import { ChoiceField } from './ChoiceField';
import { membersOf, metricChoice, metricGroups, typedRanges } from './metric-choices';
import { WholeEntry } from './NumberEntry';
import { formOfReady, type ReadyMade } from './ready-made';
import { type SweepForm as Form, type FormAxis, lanesOfForm, MOST_SEEDS } from './sweep-form';
import { type NamedLane, sweepLanes, withSweepLanes } from './sweep-scene';
import { suggestedAxis, sweepSettings } from './sweep-settings';
import { UntilFields } from './UntilFields';

interface SweepFormProps {
  readonly form: Form;
  /** The scene of the sweep. */
  readonly scene: Scenario;
  readonly catalog: Catalog;
  /** The page's names for the scene's lanes. */
  readonly laneNames: readonly string[];
  readonly problems: readonly SceneProblem[];
  readonly ready: readonly ReadyMade[];
  readonly onChange: (form: Form) => void;
}

/** Maximum number of settings that one picture can show. */
const MOST_AXES = 2;

export function SweepForm({ form, scene, catalog, laneNames, problems, ready, onChange }: SweepFormProps) {
  const lanes = useMemo(() => sweepLanes(lanesOfForm(form), scene, laneNames), [form, scene, laneNames]);
  const groups = useMemo(
    () =>
      sweepSettings(
        catalog,
        withSweepLanes(scene, lanes),
        lanes.map(({ name, aqm }) => (name === aqm ? disciplineName(catalog, aqm) : name)),
      ),
    [catalog, scene, lanes],
  );
  const problemAt = (at: string): string | undefined =>
    problems.find(({ path }) => path === at || path.startsWith(`${at}.`))?.problem;
  const { axes } = form;
  const addAxis = (): void => {
    const free = groups
      .flatMap(({ settings }) => settings)
      .filter(({ path }) => axes.every((axis) => axis.path !== path));
    const next = free.find(({ spec }) => typeof spec.default === 'number' && !spec.is_advanced) ?? free[0];
    if (next !== undefined) onChange({ ...form, axes: [...axes, suggestedAxis(next)] });
  };
  return (
    <div className="sweep-form stack">
      {ready.length > 0 && (
        <fieldset className="sweep-form__row row">
          <legend className="sweep-form__label soft unbroken">Suggested</legend>
          {ready.map((sweep) => (
            <button
              key={sweep.title}
              type="button"
              className="small-button sweep-form__ready"
              onClick={() => onChange(formOfReady(sweep, form))}
            >
              {sweep.title}
            </button>
          ))}
        </fieldset>
      )}
      {form.scenes !== undefined && (
        <Fixed text={`scene = ${form.scenes.map(({ name }) => name).join(', ')}`} problem={problemAt('scenes')}>
          <button
            type="button"
            className="small-button"
            title="Sweep the open scene in place of these scenes"
            onClick={() => onChange(withoutScenes(form))}
          >
            Only the open scene
          </button>
        </Fixed>
      )}
      {axes.map((axis, place) =>
        axis.coupled === undefined ? (
          <AxisFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a row stays the same when its setting is replaced.
            key={place}
            label={place === 0 ? 'Vary' : 'and'}
            axis={axis}
            groups={groups}
            name={settingName(catalog, withSweepLanes(scene, lanes), axis.path).name}
            problemOf={(field) => problemAt(`over.${place}.${field}`)}
            onChange={(next) => onChange({ ...form, axes: axes.map((it, at) => (at === place ? next : it)) })}
            onRemove={
              axes.length < 2 ? undefined : () => onChange({ ...form, axes: axes.filter((_, at) => at !== place) })
            }
          />
        ) : (
          <Fixed
            key={axis.path}
            text={`${place === 0 ? 'Vary' : 'and'} ${coupledText(axis)}`}
            problem={problemAt(`over.${place}`)}
          />
        ),
      )}
      {Object.entries(form.derive ?? {}).map(([path, expression]) => (
        <Fixed key={path} text={`${path} = ${expression}`} />
      ))}
      {form.where?.map((condition, place) => (
        <Fixed key={condition} text={`where ${condition}`} problem={problemAt(`where.${place}`)} />
      ))}
      {axes.length < MOST_AXES && (
        <p className="sweep-form__more">
          <button type="button" className="small-button" onClick={addAxis}>
            <Icon name="plus" /> {axes.length === 0 ? 'Vary a setting' : 'A second setting'}
          </button>
        </p>
      )}
      <div className="sweep-form__lanes row">
        <Lanes
          lanes={lanes}
          catalog={catalog}
          isOfScene={form.lanes === undefined}
          problem={problemAt('lanes')}
          onChange={(next) => onChange({ ...form, lanes: next })}
        />
        <div className="sweep-form__row row">
          <WholeEntry
            label={form.until === undefined ? 'Seeds' : 'Seeds, at least'}
            value={form.seeds}
            min={form.until === undefined ? 1 : 2}
            max={form.until?.at_most ?? MOST_SEEDS}
            problem={problemAt('seeds')}
            onChange={(seeds) => onChange({ ...form, seeds })}
          />
          <span className="faint">{form.seeds === 1 && 'one run per point: no intervals'}</span>
        </div>
      </div>
      <UntilFields form={form} problem={problemAt('until')} onChange={onChange} />
      <Metrics form={form} catalog={catalog} scene={withSweepLanes(scene, lanes)} {...{ problemAt, onChange }} />
    </div>
  );
}

interface FixedProps {
  readonly text: string;
  readonly problem?: string | undefined;
  /** A button that removes the part. */
  readonly children?: ReactNode;
}

function withoutScenes({ scenes: _, ...form }: Form): Form {
  return form;
}

/** A part of the sweep that the form shows but cannot change. */
function Fixed({ text, problem, children }: FixedProps) {
  return (
    <p className="soft">
      <span className="mono">{text}</span> {children}
      {problem !== undefined && (
        <span className="wrong" role="alert">
          {' '}
          {problem}
        </span>
      )}
    </p>
  );
}

/**
 * Settings that change together, in the notation of the command line: in `limit,min_th=50/20,100/40`, `limit` 50 goes
 * with `min_th` 20, and 100 with 40.
 */
function coupledText({ path, coupled = [], ...axis }: FormAxis): string {
  const values = 'values' in axis ? axis.values : [];
  const rows = values.map((value, place) => [value, ...coupled.map((one) => one.values[place])].join('/'));
  return `${[path, ...coupled.map((one) => one.path)].join(',')}=${rows.join(',')}`;
}

interface LanesProps {
  readonly lanes: readonly NamedLane[];
  readonly catalog: Catalog;
  readonly isOfScene: boolean;
  readonly problem: string | undefined;
  readonly onChange: (lanes: readonly LaneDefinition[] | undefined) => void;
}

function Lanes({ lanes, catalog, isOfScene, problem, onChange }: LanesProps) {
  const shown = ({ name, aqm }: NamedLane): string => (name === aqm ? disciplineName(catalog, aqm) : name);
  const groups = [
    {
      title: 'Queue disciplines',
      options: catalog.disciplines.map(({ id, name, year, idea }) => ({
        id,
        name,
        detail: String(year),
        meaning: idea,
      })),
    },
  ];
  const add = (aqm: string): void => {
    const alike = lanes.filter((lane) => lane.aqm === aqm).length;
    const added = alike === 0 ? aqm : { aqm, name: `${disciplineName(catalog, aqm)} ${alike + 1}`, params: {} };
    onChange([...lanes.map(writtenLane), added]);
  };
  return (
    <fieldset className="sweep-form__row row">
      <legend className="sweep-form__label soft unbroken">Lanes</legend>
      {lanes.map((lane, place) => (
        <span key={lane.name} className="chip">
          {shown(lane)}
          {lanes.length > 1 && (
            <button
              type="button"
              className="chip__remove bare soft"
              title={`Remove ${shown(lane)}`}
              onClick={() => onChange(lanes.filter((_, at) => at !== place).map(writtenLane))}
            >
              <Icon name="close" />
              <span className="visually-hidden">Without {shown(lane)}</span>
            </button>
          )}
        </span>
      ))}
      <ChoiceField label="Add a lane" isLabelHidden={true} groups={groups} placeholder="+ discipline" onChoose={add} />
      {!isOfScene && (
        <button type="button" className="small-button" onClick={() => onChange(undefined)}>
          As on the page
        </button>
      )}
      {problem !== undefined && <p className="sweep__problem">{problem}</p>}
    </fieldset>
  );
}

function writtenLane({ aqm, name, params }: NamedLane): LaneDefinition {
  return name === aqm && Object.keys(params).length === 0 ? aqm : { aqm, name, params };
}

interface MetricsProps extends Pick<SweepFormProps, 'form' | 'catalog' | 'scene' | 'onChange'> {
  readonly problemAt: (at: string) => string | undefined;
}

function Metrics({ form, catalog, scene, problemAt, onChange }: MetricsProps) {
  const { metrics, view } = form;
  const groups = useMemo(
    () =>
      metricGroups(catalog, scene).map(({ title, metrics: of }) => ({
        title,
        options: of
          .filter(({ id }) => !metrics.includes(id))
          .map(({ id, name, unit, meaning }) => ({ id, name, detail: unit, meaning })),
      })),
    [catalog, scene, metrics],
  );
  const remove = (id: string): void => {
    const left = metrics.filter((metric) => metric !== id);
    const members = left.flatMap(membersOf);
    const [first = view.metric] = members;
    const kept = (metric: string): string => (members.includes(metric) ? metric : first);
    const rule = form.until === undefined ? {} : { until: { ...form.until, metric: kept(form.until.metric) } };
    onChange({ ...form, ...rule, metrics: left, view: { ...view, metric: kept(view.metric) } });
  };
  const wrong = metrics.flatMap((id, place) => {
    const problem = problemAt(`metrics.${place}`);
    return problem === undefined ? [] : [{ id, problem }];
  });
  return (
    <fieldset className="sweep-form__row row">
      <legend className="sweep-form__label soft unbroken">Measure</legend>
      {metrics.map((id) => {
        const { name = id, meaning } = metricChoice(id) ?? {};
        return (
          <span key={id} className="chip" title={meaning}>
            {name}
            {metrics.length > 1 && (
              <button
                type="button"
                className="chip__remove bare soft"
                title={`Remove ${name}`}
                onClick={() => remove(id)}
              >
                <Icon name="close" />
                <span className="visually-hidden">Do not measure {name}</span>
              </button>
            )}
          </span>
        );
      })}
      <ChoiceField
        label="Measure one more quantity"
        isLabelHidden={true}
        groups={groups}
        placeholder="+ quantity"
        typed={typedRanges}
        onChoose={(id) => onChange({ ...form, metrics: [...metrics, id] })}
      />
      {wrong.map(({ id, problem }) => (
        <p key={id} className="sweep__problem">
          {problem}
        </p>
      ))}
    </fieldset>
  );
}
