/** The page of a phone in a hall: the question, with the queue of its own run. */

import { useEffect, useMemo } from 'react';
import type { LaneRun } from '../../run/lanes';
import { PACES } from '../../run/playback';
import type { Session } from '../../session/session';
import type { Answering } from '../../store/hall-store';
import { sceneStore } from '../../store/scene-store';
import { HallPhone } from '../../views/hall/HallPhone';
import { Notices } from '../../views/notices/Notices';
import { SmallStage } from '../../views/stage/SmallStage';

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

/** An entry of its own: Back leads to the question again. */
async function openLab(session: Session): Promise<void> {
  window.location.assign(await session.linkOf(false));
}
