/** The catalogue in the lab. While it is open, the lab's run is paused. */

import { disciplinesByPreset } from 'virtual:preset-disciplines';
import { useEffect, useMemo, useRef } from 'react';
import { showWorkspace, viewStore } from '../../core/page/view-store';
import { sceneStore, useScene } from '../../core/scene/scene-store';
import { addressInCatalogue, closeCatalogue, leaveCatalogue, openCatalogue } from '../../core/session/address';
import { scriptActions } from '../../core/session/scripts';
import type { Session } from '../../core/session/session';
import { SmallStage } from '../../core/stage/SmallStage';
import { StateStrip } from '../../core/state/StateStrip';
import { stateViews } from '../../core/state/views';
import { type CatalogueActions, CataloguePanel } from './CataloguePanel';

export function CatalogueOfLab({ session, place }: { session: Session; place: string }) {
  useRest(session);
  const presets = useScene((state) => state.presets);
  const title = useScene((state) => state.preset?.scenario.title ?? state.scenario?.title ?? '');
  const catalog = session.lanes[0]?.run.catalog;
  const scripts = useMemo(() => scriptActions(session), [session]);
  const actions = useMemo<CatalogueActions>(
    () => ({
      open: openCatalogue,
      close: closeCatalogue,
      addressOf: addressInCatalogue,
      openScene: (preset) => {
        leaveCatalogue();
        session.openPreset(preset);
      },
      openInLab: (aqm) => {
        leaveCatalogue();
        session.switchDiscipline(aqm);
      },
      scriptOf: async (aqm) => (await scripts.scriptTexts()).starts.find(({ twin }) => twin === aqm),
      openScript: (text) => {
        leaveCatalogue();
        showWorkspace('script');
        void scripts.writeScript(viewStore.getState().focusedLane, text);
      },
      connect: () => session.connectAnother(),
      stageOf: (run, className, playing) => (
        <SmallStage run={run} name={run.about.name} className={className} playing={playing} />
      ),
      stateOf: (run) =>
        stateViews(run).length > 0 && <StateStrip lane={{ index: 0, run, name: run.about.name }} lanes={1} />,
    }),
    [session, scripts],
  );
  if (catalog === undefined) return null;
  return (
    <CataloguePanel
      catalog={catalog}
      presets={presets}
      disciplinesByPreset={disciplinesByPreset}
      place={place}
      sceneTitle={title}
      actions={actions}
    />
  );
}

/** Pauses the lab's run while it is hidden. Afterwards it resumes if it was playing. */
function useRest(session: Session): void {
  const state = useScene((scene) => scene.state);
  const wentOn = useRef<'forward' | 'backward'>(undefined);
  useEffect(() => {
    if (state !== 'playing') return;
    wentOn.current = sceneStore.getState().direction;
    session.togglePlay();
  }, [state, session]);
  useEffect(
    () => () => {
      if (wentOn.current === undefined || sceneStore.getState().state !== 'paused') return;
      if (wentOn.current === 'backward') session.playBackward();
      else session.togglePlay();
    },
    [session],
  );
}
