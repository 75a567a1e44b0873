/** What went wrong, in words, and what can be done about it. */

import { Icon } from '../../base/Icon';
import { type Notice, type SceneActions, type SettingProblem, useScene } from '../../store/scene-store';
import './notices.css';

type NoticeActions = Pick<SceneActions, 'dismissNotice' | 'revive'>;

export function Notices({ actions }: { actions: NoticeActions }) {
  const notice = useScene(({ notice: told, scenario }) =>
    // Other lanes may have been chosen since.
    told?.kind === 'lanes-left-out' && told.lanes !== scenario?.lanes.length ? undefined : told,
  );
  const isCatchingUp = useScene((state) => state.isCatchingUp);
  return (
    <>
      {notice !== undefined && <NoticeBar notice={notice} actions={actions} />}
      <p className="catching-up" role="status">
        {isCatchingUp && <span>Catching up…</span>}
      </p>
    </>
  );
}

function NoticeBar({ notice, actions }: { notice: Notice; actions: NoticeActions }) {
  return (
    <div className="notice" role="alert">
      <div className="notice__text">
        <NoticeText notice={notice} />
      </div>
      {notice.kind === 'engine-lost' && (
        <button type="button" className="button" onClick={() => actions.revive()}>
          Restart the scene
        </button>
      )}
      {CAN_BE_DISMISSED.includes(notice.kind) && (
        <button type="button" className="button button--icon button--quiet" onClick={() => actions.dismissNotice()}>
          <Icon name="close" />
          <span className="visually-hidden">Dismiss</span>
        </button>
      )}
    </div>
  );
}

const CAN_BE_DISMISSED: readonly Notice['kind'][] = ['bad-link', 'refused', 'lanes-left-out', 'no-link'];

function NoticeText({ notice }: { notice: Notice }) {
  switch (notice.kind) {
    case 'bad-link':
      return (
        <>
          <strong>This link could not be opened; the first scene runs instead.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'refused':
      return (
        <>
          <strong>That is not possible in this scene.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'lanes-left-out':
      return (
        <>
          <strong>
            This scene has {notice.lanes} lanes; the first {notice.shown.length} are shown.
          </strong>
          <p>Shown: {shortened(notice.shown.join(', '))}. The link keeps the others.</p>
        </>
      );
    case 'no-link':
      return (
        <>
          <strong>This scene does not fit into a link. The address opens its preset, without your changes.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'engine-lost':
      return (
        <>
          <strong>The engine stopped: {shortened(notice.reason)}</strong>
          <p>The scene is not lost: it starts again with the same settings and the same seed.</p>
        </>
      );
    case 'unsupported':
      return (
        <>
          <strong>This browser cannot run Chokepoint.</strong>
          <p>{notice.reason}</p>
        </>
      );
  }
}

const MOST_SHOWN = 4;

function ProblemList({ problems }: { problems: readonly SettingProblem[] }) {
  return (
    <ul>
      {problems.slice(0, MOST_SHOWN).map(({ path, problem }) => (
        <li key={`${path} ${problem}`}>
          <code>{shortened(path)}</code> {shortened(problem)}
        </li>
      ))}
      {problems.length > MOST_SHOWN && <li>and {problems.length - MOST_SHOWN} more</li>}
    </ul>
  );
}

/** Whatever a stranger's link holds, the message stays a message. */
function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
