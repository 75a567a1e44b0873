/** A phone's page in a poll: the question, with the queue of the phone's own run. */

import { useEffect, useMemo } from 'react';
import type { Answering } from '../../core/lesson/hall-store';
import { Notices } from '../../core/notices/Notices';
import type { LaneRun } from '../../core/run/lanes';
import { PACES } from '../../core/run/playback';
import { sceneStore } from '../../core/scene/scene-store';
import type { Session } from '../../core/session/session';
import { SmallStage } from '../../core/stage/SmallStage';
import { HallPhone } from './HallPhone';

export interface PhonePageProps {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
  readonly answering: Answering;
}

export function PhonePage({ session, lanes, answering }: PhonePageProps) {
  const lane = lanes[0];
  const { question } = answering;
  useEffect(() => {
    document.title = `${question.question} – Chokepoint`;
  }, [question]);
  const stage = useMemo(
    () =>
      lane === undefined ? null : (
        <SmallStage run={lane.run} name={lane.name} className="hall-phone__stage" playing={howItPlays} />
      ),
    [lane],
  );
  return (
    <>
      <Notices actions={session} />
      <HallPhone {...answering} stage={stage} onOpenLab={() => void openLab(session)} />
    </>
  );
}

function howItPlays() {
  const { state, pace } = sceneStore.getState();
  const choice = PACES[pace] ?? PACES[0];
  if (choice === undefined) throw new Error('there are paces');
  return { isPlaying: state === 'playing', pace: choice.pace };
}

/** Opens the lab as a new history entry, so that Back leads to the question. */
async function openLab(session: Session): Promise<void> {
  window.location.assign(await session.linkOf(false));
}
