/** Messages about problems, with remedies. */

import { useEffect } from 'react';
import { formatTime, formatWait } from '../../base/format';
import { onDemand } from '../../ui/on-demand';
import { useView } from '../page/view-store';
import { framesPainted } from '../run/frame-loop';
import { type CatchingUp, type Notice, useScene } from '../scene/scene-store';
import { useScript } from '../scene/script-store';
import type { NoticeActions, NoticeBarProps } from './NoticeBar';
import './notices.css';

const ScriptQuestion = onDemand('The question', async () => (await import('./ScriptQuestion')).ScriptQuestion, {
  isQuiet: true,
});

const loadBar = async () => (await import('./NoticeBar')).NoticeBar;
const NoticeBar = onDemand<NoticeBarProps>('The notice', loadBar, { isQuiet: true });
/** Number of frames that are painted before the bar is loaded, so that the first scene starts first. */
const FRAMES_FIRST = 4;

export function Notices({ actions }: { actions: NoticeActions }) {
  useEffect(() => {
    framesPainted(FRAMES_FIRST)
      .then(loadBar)
      .catch(() => {});
  }, []);
  const edited = useScript(({ lane }) => lane);
  const isEditing = useView(({ workspace }) => workspace === 'script');
  const notices = useScene((state) => state.notices);
  const lanes = useScene(({ scenario }) => scenario?.lanes.length);
  const isPlaying = useScene(({ state }) => state === 'playing');
  // True if the notice no longer applies, because other lanes were chosen or the run plays again.
  const isOver = (notice: Notice): boolean =>
    notice.kind === 'lanes-left-out'
      ? notice.lanes !== lanes
      : notice.kind === 'script-stopped'
        ? // The editor shows this problem beside the line of the script.
          isEditing && notice.lane === edited
        : notice.kind === 'starts-paused' && isPlaying;
  const catchingUp = useScene((state) => state.catchingUp);
  const asksAboutScripts = useScript((state) => state.question !== undefined);
  return (
    <>
      {asksAboutScripts && <ScriptQuestion />}
      {notices.map((notice) => !isOver(notice) && <NoticeBar key={notice.kind} notice={notice} actions={actions} />)}
      <div className="catching-up">
        {/* A screen reader announces only that the computation takes long, and not each step of its progress. */}
        <p className="visually-hidden" role="status">
          {catchingUp !== undefined && 'This takes a while; Escape stops it.'}
        </p>
        {catchingUp !== undefined && <Way {...catchingUp} onStop={() => actions.stop()} />}
      </div>
    </>
  );
}

/** Progress of a computation that moves the run to another time, and the button that stops it. */
function Way({ now_s, until_s, left_s, onStop }: CatchingUp & { onStop: () => void }) {
  return (
    <div className="row row--tight gap-3 unbroken catching-up__way">
      <span>
        {until_s === undefined ? 'Searching' : `Catching up: ${formatTime(now_s)} of ${formatTime(until_s)}`}
        {left_s === undefined ? '…' : `, about ${formatWait(left_s)} left`}
      </span>
      <button type="button" className="button" title="Stop here (Esc)" onClick={onStop}>
        Stop here
      </button>
    </div>
  );
}
