/** A small scene on a separate engine: a discipline's queue, its shares and drops. */

import { type CSSProperties, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { reasonGlyph, reasonInk } from '../../base/palette';
import type { Catalog, DisciplineAbout } from '../../core/border/catalog';
import type { Preset } from '../../core/border/scenario';
import { viewStore } from '../../core/page/view-store';
import { PACES, placeOfPace } from '../../core/run/playback';
import { IconButton } from '../../ui/IconButton';
import { Segments } from '../../ui/Segments';
import type { CatalogueActions } from './CataloguePanel';
import { TinyRun } from './tiny-run';
import { tinyScene } from './tiny-scene';
import { mountTiny } from './tiny-view';
import './tiny.css';

interface Props {
  readonly about: DisciplineAbout;
  readonly catalog: Catalog;
  readonly presets: readonly Preset[];
  readonly actions: Pick<CatalogueActions, 'connect' | 'stateOf' | 'stageOf'>;
}

/** The speeds of the small scene: single decisions, real time, and fast. */
const TINY_PACES = (['2 packets', '1', '5'] as const).map(placeOfPace);
const CLASS_NAMES: Readonly<Record<string, string>> = { tcp: 'TCP', udp: 'UDP' };

export function TinySceneView({ about, catalog, presets, actions }: Props) {
  const scene = useMemo(() => tinyScene(about.id, presets), [about.id, presets]);
  const { connect } = actions;
  const [tiny, setTiny] = useState<TinyRun>();
  useEffect(() => {
    if (scene === undefined) return;
    const made = new TinyRun(connect, catalog, scene.scenario);
    setTiny(made);
    return () => made.close();
  }, [connect, catalog, scene]);
  if (scene === undefined || tiny === undefined) return null;
  return <Miniature tiny={tiny} name={about.name} preset={scene.preset} isItsOwn={scene.isItsOwn} actions={actions} />;
}

interface MiniatureProps {
  readonly tiny: TinyRun;
  readonly name: string;
  readonly preset: Preset;
  readonly isItsOwn: boolean;
  readonly actions: Pick<CatalogueActions, 'stateOf' | 'stageOf'>;
}

function Miniature({ tiny, name, preset, isItsOwn, actions }: MiniatureProps) {
  const picture = useRef<HTMLDivElement>(null);
  const facts = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(tiny.subscribe, () => tiny.state);
  const pace = useSyncExternalStore(tiny.subscribe, () => tiny.pace);

  useEffect(() => {
    if (picture.current === null || facts.current === null) return;
    const unmount = mountTiny(tiny, { picture: picture.current, facts: facts.current });
    void tiny.start(viewStore.getState().prefersReducedMotion);
    return unmount;
  }, [tiny]);

  const classes = tiny.run?.facts.classes ?? [];
  const flowsOf = (id: string): number => tiny.run?.facts.flows.filter((flow) => flow.class === id).length ?? 0;
  const reasons = (tiny.run?.catalog.reasons ?? []).filter(({ id }) => tiny.run?.about.reasons.includes(id));
  const isPlaying = state === 'playing';
  return (
    <figure className="tiny box" aria-label={`A running scene under ${name}`}>
      <div ref={picture} className="tiny__picture">
        {tiny.run !== undefined && actions.stageOf(tiny.run, 'tiny__canvas', tiny.playing)}
      </div>
      {state === 'lost' && <p className="wrong">The engine could not start this scene.</p>}
      {tiny.run !== undefined && actions.stateOf(tiny.run)}
      <div ref={facts} className="stack body">
        {classes.map((id) => (
          <div key={id} className="tiny__class" data-class={id}>
            <span>
              {CLASS_NAMES[id] ?? id}{' '}
              <span className="soft">
                {flowsOf(id)} {flowsOf(id) === 1 ? 'flow' : 'flows'}
              </span>
            </span>
            <span className="tiny__bar" aria-hidden="true" />
            <span className="tiny__rate mono" data-rate="" />
          </div>
        ))}
        <ul className="tiny__reasons row soft kept-line" aria-label="Dropped or marked so far">
          {reasons.map(({ id, name, family }) => (
            <li key={id} data-reason={id} hidden>
              <span style={{ color: `var(--${reasonInk(family)})` } as CSSProperties} aria-hidden="true">
                {reasonGlyph(family)}
              </span>{' '}
              {name} <span data-count="" />
            </li>
          ))}
        </ul>
        <div className="row row--tight gap-3">
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            name={`${isPlaying ? 'Pause' : 'Play'} the scene`}
            isDisabled={state !== 'playing' && state !== 'paused'}
            onPress={() => tiny.togglePlay()}
          />
          <Segments
            label="Pace of the scene"
            choices={TINY_PACES.map((place) => ({ id: place, name: PACES[place]?.name }))}
            chosen={pace}
            onChoose={(place) => tiny.setPace(place)}
          />
          <span className="push mono soft" data-time="" />
        </div>
      </div>
      <figcaption className="tiny__caption body soft">
        {isItsOwn ? preset.lesson : `${preset.scenario.title}. The tick on a bar marks equal shares.`}
      </figcaption>
    </figure>
  );
}
