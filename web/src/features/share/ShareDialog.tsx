/** The dialog for sharing exactly this scene: the link and all other forms, one part at a time. */

import { type ReactNode, useId, useState } from 'react';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { useWaitingRun } from '../../core/scene/use-waiting-run';
import { Dialog } from '../../ui/Dialog';
import { panelNames, Tabs } from '../../ui/Tabs';
import { useMedia } from '../../ui/use-media';
import { LinkSection } from './LinkSection';
import { SECTIONS } from './sections';
import { useSceneLink } from './use-scene-link';
import './share.css';

export interface ShareDialogProps {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly onClose: () => void;
  /** Further actions on the scene at the current time, such as adding it to the playlist. */
  readonly children?: ReactNode;
}

/** Below this width the tabs are above the parts. The style sheet has the same number. */
const TABS_ABOVE = '(max-width: 700px)';

const TABS = [{ id: 'link', name: 'Link' }, ...SECTIONS];

export function ShareDialog({ lanes, actions, onClose, children }: ShareDialogProps) {
  const isPaused = useScene((state) => state.state !== 'playing');
  // The run is paused while the dialog is open, because sections such as clips and embeds use the run's current time.
  const hasRun = useWaitingRun(actions);
  // By default the link opens the scene at the displayed time. If the run was playing when the dialog opened, the link
  // opens the scene at time 0.
  const [withMoment, setWithMoment] = useState(!hasRun);
  const includesMoment = isPaused && withMoment;
  const made = useSceneLink(includesMoment, actions);
  const [shown, setShown] = useState('link');
  const isAbove = useMedia(TABS_ABOVE);
  const ids = useId();
  const section = SECTIONS.find(({ id }) => id === shown);
  const toSection = { lanes, actions, link: made.link };
  return (
    <Dialog title="Send this exact scene" className="share" onClose={onClose}>
      <div className="share__parts">
        <Tabs
          className="share__tabs column gap-1"
          label="Ways to share the scene"
          tabs={TABS}
          isVertical={!isAbove}
          {...{ ids, shown }}
          onShow={setShown}
        />
        <div {...panelNames(ids, shown)} className="share__part scrolls scrolls--down">
          {section === undefined ? (
            <LinkSection {...toSection} {...{ made, isPaused, includesMoment }} onMoment={setWithMoment}>
              {children}
            </LinkSection>
          ) : (
            <section.Section key={section.id} {...toSection} />
          )}
        </div>
      </div>
    </Dialog>
  );
}
