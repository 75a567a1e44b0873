/**
 * Offers a newer version of the page while no run plays and no lecture is in progress. The user decides when to update.
 */

import { useState } from 'react';
import { useHall } from '../../core/lesson/hall-store';
import { useLesson } from '../../core/lesson/lesson-store';
import { useView } from '../../core/page/view-store';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import './update-notice.css';

interface Props {
  readonly actions: Pick<SceneActions, 'holdMoment'>;
  readonly onLoad: () => Promise<void>;
}

type Stage = 'offered' | 'loading' | 'later';

export function UpdateNotice({ actions, onLoad }: Props) {
  const [stage, setStage] = useState<Stage>('offered');
  const isQuiet = useIsQuiet();

  const load = async (): Promise<void> => {
    setStage('loading');
    actions.holdMoment();
    await onLoad();
  };

  // The live region exists before its text appears, because screen readers would otherwise not announce the text.
  return (
    <div role="status">
      {isQuiet && stage !== 'later' && (
        <div className="update-notice floating row box">
          <p>
            {stage === 'loading'
              ? 'Opening the newer version…'
              : 'A newer version is ready. Reload when you like: this scene opens again at this time.'}
          </p>
          {stage !== 'loading' && (
            <div className="row row--tight">
              <button type="button" className="button" onClick={() => void load()}>
                Reload
              </button>
              <button type="button" className="button button--quiet" onClick={() => setStage('later')}>
                Later
              </button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** True if no run plays or seeks, and the page shows no lecture, lesson, poll or introduction. */
function useIsQuiet(): boolean {
  const isAtRest = useScene(
    ({ state, catchingUp }) => (state === 'paused' || state === 'finished') && catchingUp === undefined,
  );
  const isInTheLab = useView(
    ({ isPresenting, isFirstMinute, catalogue }) => !isPresenting && !isFirstMinute && catalogue === undefined,
  );
  const hasLesson = useLesson(({ lesson }) => lesson !== undefined);
  const hasHall = useHall(({ asks, answers }) => asks !== undefined || answers !== undefined);
  return isAtRest && isInTheLab && !hasLesson && !hasHall;
}
