/**
 * Panel with all settings of the scene, built from the engine’s declarations, and with the changes made during the run.
 */

import { Fragment, type RefObject, useRef, useState } from 'react';
import { formatTime, formatValue } from '../../base/format';
import { Icon } from '../../ui/Icon';
import { onDemand } from '../../ui/on-demand';
import { NARROW, useMedia } from '../../ui/use-media';
import type { SceneOffer } from '../border/border.gen';
import { SCRIPT, type Scenario, type SettingValue } from '../border/scenario';
import type { DisciplineAbout, RunBuffer } from '../run/run-buffer';
import { useRun } from '../run/use-run';
import { patternOf, valueBefore } from '../scene/edit';
import { type Refusal, type SceneActions, useScene } from '../scene/scene-store';
import { type Control, concerns, controlGroups, type LaneScope } from './control-groups';
import { NamedSets } from './NamedSets';
import { shownChanges } from './named-sets';
import type { OpenListsProps } from './OpenLists';
import type { ScenePictureProps } from './ScenePicture';
import { SettingRow } from './SettingRow';
import './controls.css';

type ControlActions = Pick<
  SceneActions,
  'change' | 'changeAll' | 'settle' | 'takeBack' | 'startOver' | 'linkOf' | 'openFromStart'
>;

const ScenePicture = onDemand<ScenePictureProps>(
  'The picture of the scene',
  async () => (await import('./ScenePicture')).ScenePicture,
  { isQuiet: true },
);

const OpenLists = onDemand<OpenListsProps>('The lists', async () => (await import('./OpenLists')).OpenLists, {
  isQuiet: true,
});

interface Props {
  run: RunBuffer;
  /** The lane whose settings are shown, and whether a change applies to this lane or to all lanes. */
  scope: LaneScope;
  actions: ControlActions;
}

export function ControlsPanel({ run, scope, actions }: Props) {
  useRun(run);
  const preset = useScene((state) => state.preset);
  const refusal = useScene((state) => state.refusal);
  const panel = useRef<HTMLDivElement>(null);
  const [hasPicture, setHasPicture] = useState(false);
  const isNarrow = useMedia(NARROW);
  const { catalog, about, facts } = run;
  const groups = controlGroups(catalog, about, facts, preset?.scenario, scope);

  const row = (control: Control) => (
    <SettingRow
      // The key contains the lane, so that React creates new controls, without the state of a drag, for a newly chosen
      // lane.
      key={`${scope.lane} ${control.path}`}
      control={control}
      problem={refusal !== undefined && concerns(refusal.tried, control.path) ? refusalText(run, refusal) : undefined}
      onChange={(path, value, drag) => actions.change(path, value, drag)}
      onSettle={(drag) => actions.settle(drag)}
    />
  );

  const picture = (
    <details className="controls__advanced" onToggle={(event) => setHasPicture(event.currentTarget.open)}>
      <summary className="small soft">Diagram of the scene</summary>
      {hasPicture && (
        <ScenePicture
          {...{ run, scope, groups, actions }}
          onShow={(path) => panel.current !== null && showSetting(panel.current, path)}
        />
      )}
    </details>
  );

  return (
    <div className="stack gap-4 controls" ref={panel}>
      <Remarks
        run={run}
        onTake={({ path, value }) => {
          // The button disappears together with its remark, so focus moves to the panel.
          panel.current?.querySelector<HTMLElement>('select, input')?.focus();
          void actions.change(path, value);
        }}
      />
      {!isNarrow && picture}
      {groups.map(({ key, title, controls, advanced, notes, lists }, place) => (
        <Fragment key={key}>
          <section className="stack controls__group" aria-label={title}>
            <h3 className="heading">{key === 'discipline' ? 'Queue discipline' : title}</h3>
            {key === 'discipline' && (
              <p className="soft">
                <strong className="large clear">{about.name}</strong>{' '}
                {about.id === SCRIPT ? 'a script' : `${about.year} · ${MEMORY[about.memory]}`}
              </p>
            )}
            {key === 'discipline' && (
              <NamedSets
                // The key contains the lane, so that the menu forgets its last choice when another lane is chosen.
                key={`${scope.lane} ${about.id}`}
                about={about}
                controls={[...controls, ...advanced]}
                onChoose={(changes) => actions.changeAll(changes)}
              />
            )}
            {controls.map(row)}
            {notes.map(({ name, text }) => (
              <p key={name} className="small soft">
                {name}: {text}
              </p>
            ))}
            {advanced.length > 0 && (
              <details className="controls__advanced">
                <summary className="small soft">
                  {advanced.length} more
                  {changedCount(advanced) > 0 && `, ${changedCount(advanced)} changed`}
                </summary>
                {advanced.map(row)}
                {lists.length > 0 && (
                  <OpenLists
                    scenario={facts.scenario}
                    group={Number(key.slice('flows '.length))}
                    lists={lists}
                    onOpen={(scenario) => actions.openFromStart(scenario)}
                  />
                )}
              </details>
            )}
          </section>
          {/* On a phone the settings of the discipline are above the picture. */}
          {isNarrow && place === 0 && picture}
        </Fragment>
      ))}
      <Interventions run={run} actions={actions} />
      <Meaning panel={panel} />
    </div>
  );
}

/**
 * Unfolds the groups that contain a setting, and focuses its field. On a touch screen it focuses the slider instead,
 * since an on-screen keyboard would cover the panel.
 */
function showSetting(panel: HTMLElement, path: string): void {
  const row = panel.querySelector<HTMLElement>(`.setting[data-path="${CSS.escape(path)}"]`);
  const fold = row?.closest('details');
  if (fold) fold.open = true;
  const slider = matchMedia('(pointer: coarse)').matches
    ? row?.querySelector<HTMLElement>('[type="range"]')
    : undefined;
  (slider ?? row?.querySelector<HTMLElement>('select, input'))?.focus({ preventScroll: true, focusVisible: true });
  row?.scrollIntoView({ block: 'center' });
}

/** Remarks on valid but unusual scenes: a discipline outside its intended use, or flows that cannot fill the link. */
function Remarks({ run, onTake }: { run: RunBuffer; onTake: (offer: SceneOffer) => void }) {
  const { remarks } = run.facts;
  if (remarks.length === 0) return null;
  return (
    <ul className="stack gap-1 small soft" aria-label="Notes on the scene">
      {remarks.map(({ path, remark, offer }) => (
        <li key={`${path} ${remark}`}>
          <span aria-hidden="true">△</span> {nameOf(run, path)}: {remark}.{' '}
          {offer !== undefined && (
            <button type="button" className="button" onClick={() => onTake(offer)}>
              {offer.name}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Interventions({ run, actions }: { run: RunBuffer; actions: ControlActions }) {
  const { scenario } = run.facts;
  if (scenario.interventions.length === 0) return null;
  return (
    <section className="stack controls__group" aria-label="Timed changes">
      <h3 className="heading">Timed changes</h3>
      <ol>
        {shownChanges(scenario.interventions, aboutsOf(run)).map(({ key, at_s, indexes, what }) => {
          const name = 'set' in what ? 'values of' : nameOf(run, what.path);
          return (
            <li key={key} className="row row--tight small">
              <span className="soft mono">{formatTime(at_s)}</span>
              {'set' in what ? (
                <span className="grow">
                  {name} <strong>{what.set.name}</strong>
                </span>
              ) : (
                <span className="grow">
                  {name} {beforeWords(run, scenario, what.path, indexes[0])}
                  <strong>{shown(run, what.path, what.value)}</strong>
                </span>
              )}
              <button type="button" className="small-button" title="Remove" onClick={() => actions.takeBack(indexes)}>
                <Icon name="close" />
                <span className="visually-hidden">
                  Remove: {name} at {formatTime(at_s)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <button type="button" className="button changes__over" onClick={() => actions.startOver()}>
        Start over with these values
      </button>
    </section>
  );
}

/** Meaning of the hovered or focused setting, shown beside the panel so that it covers no setting. */
function Meaning({ panel }: { panel: RefObject<HTMLDivElement | null> }) {
  const bubble = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');

  const attach = (element: HTMLDivElement | null): (() => void) | undefined => {
    bubble.current = element;
    const around = panel.current;
    if (element === null || around === null) return undefined;
    const show = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.setting') : null;
      const id = row?.dataset.meaning;
      const meaning = id === undefined ? undefined : document.getElementById(id)?.textContent;
      setText(meaning ?? '');
      if (row === null || meaning === undefined) return;
      const box = row.getBoundingClientRect();
      element.style.left = `${around.getBoundingClientRect().right + 8}px`;
      element.style.top = `${Math.min(box.top, window.innerHeight - 160)}px`;
    };
    // On hover, the meaning appears after a delay. On keyboard focus, it appears at once.
    const showForKeyboard = (event: Event): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event);
    };
    const hide = (): void => setText('');
    const hideByKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    around.addEventListener('pointerover', show);
    around.addEventListener('focusin', showForKeyboard);
    around.addEventListener('input', hide);
    around.addEventListener('pointerdown', hide);
    around.addEventListener('scroll', hide, { capture: true });
    around.addEventListener('pointerleave', hide);
    around.addEventListener('focusout', hide);
    around.addEventListener('keydown', hideByKey);
    return () => {
      around.removeEventListener('pointerover', show);
      around.removeEventListener('focusin', showForKeyboard);
      around.removeEventListener('input', hide);
      around.removeEventListener('pointerdown', hide);
      around.removeEventListener('scroll', hide, { capture: true });
      around.removeEventListener('pointerleave', hide);
      around.removeEventListener('focusout', hide);
      around.removeEventListener('keydown', hideByKey);
    };
  };

  // Hidden from screen readers, because they get the same text from the field.
  return (
    <div ref={attach} className="bubble meaning" aria-hidden="true" data-shown={text !== '' || undefined}>
      {text}
    </div>
  );
}

const MEMORY = { stateless: 'stateless', partial: 'remembers some flows', 'per-flow': 'state for every flow' } as const;

/** The disciplines that the lanes use. */
function aboutsOf(run: RunBuffer): readonly DisciplineAbout[] {
  const aqms = run.facts.scenario.lanes.map(({ aqm }) => aqm);
  return run.catalog.disciplines.filter(({ id }) => aqms.includes(id));
}

/** The previous value followed by an arrow ("40 → "). Empty if that value is not known. */
function beforeWords(run: RunBuffer, scenario: Scenario, path: string, index = 0): string {
  const before = valueBefore(scenario, index) ?? defaultOf(run, scenario, path);
  return before === undefined ? '' : `${shown(run, path, before)} → `;
}

/**
 * The engine’s problems, reworded with the panel's names. For a number out of range, the range is in the panel’s units.
 */
function refusalText(run: RunBuffer, { problems }: Refusal): string {
  const said = problems.map(({ path, problem }) => {
    const kind = specOf(run, path)?.kind;
    const [, given] = /^(\S+) is not a (?:whole )?number from /.exec(problem) ?? [];
    if (given === undefined || (kind?.kind !== 'integer' && kind?.kind !== 'real'))
      return `${nameOf(run, path)} ${problem}`;
    const tried = Number.isNaN(Number(given)) ? given : shown(run, path, Number(given));
    return `${nameOf(run, path)} ${tried}: enter a value from ${shown(run, path, kind.min)} to ${shown(run, path, kind.max)}`;
  });
  return said.join('; ');
}

function changedCount(controls: readonly Control[]): number {
  return controls.filter(({ value, baseline }) => value !== baseline).length;
}

function specOf(run: RunBuffer, path: string) {
  const pattern = patternOf(path);
  const id = path.slice(path.lastIndexOf('.') + 1);
  return (
    run.catalog.scene_settings.find((setting) => setting.path === pattern) ??
    run.about.params.find((spec) => spec.id === id)
  );
}

function nameOf(run: RunBuffer, path: string): string {
  return specOf(run, path)?.name ?? path;
}

function defaultOf(run: RunBuffer, scenario: Scenario, path: string): SettingValue | undefined {
  return scenario.queue.params[path.slice(path.lastIndexOf('.') + 1)] ?? specOf(run, path)?.default;
}

function shown(run: RunBuffer, path: string, value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? formatValue(value, specOf(run, path)?.unit ?? '') : value;
}
