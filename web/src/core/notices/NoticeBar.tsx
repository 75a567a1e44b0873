/** A notice: a sentence about what happened, and buttons with remedies. */

import { useEffect } from 'react';
import { tryAgain } from '../../base/attempts';
import { formatTime, formatWait } from '../../base/format';
import { loadAgain } from '../../base/load-again';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import type { Notice, SceneActions, SettingProblem } from '../scene/scene-store';

export type NoticeActions = Pick<
  SceneActions,
  'dismissNotice' | 'revive' | 'stop' | 'change' | 'openFirstScene' | 'togglePlay' | 'openTodays'
>;

export interface NoticeBarProps {
  readonly notice: Notice;
  readonly actions: NoticeActions;
}

/** How long a notice that only confirms an action stays visible [ms]. */
const CONFIRMED_MS = 10_000;

export function NoticeBar({ notice, actions }: NoticeBarProps) {
  const { kind } = notice;
  useEffect(() => {
    if (notice.kind !== 'moment-added') return undefined;
    const timer = setTimeout(() => actions.dismissNotice(notice.kind), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [notice, actions]);
  return (
    <div className={isCalm(kind) ? 'row notice notice--calm' : 'row notice'} role={isCalm(kind) ? 'status' : 'alert'}>
      <div className="breakable notice__text">
        <NoticeText notice={notice} />
      </div>
      {kind === 'engine-lost' && (
        <>
          <button type="button" className="button" onClick={() => actions.revive()}>
            Restart the scene
          </button>
          {/* The reload bypasses the browser's cache, which may contain a truncated file from which no engine
              starts. */}
          <button type="button" className="button button--quiet" onClick={loadAgain}>
            Reload the page
          </button>
        </>
      )}
      {kind === 'starts-paused' && (
        <button
          type="button"
          className="button"
          onClick={() => {
            actions.dismissNotice(kind);
            actions.togglePlay();
          }}
        >
          <Icon name="play" />
          Play it
        </button>
      )}
      {notice.kind === 'older-scene' && notice.isEarlier && (
        <button type="button" className="button" onClick={() => actions.openTodays()}>
          Open the current preset
        </button>
      )}
      {notice.kind === 'scripts-in-frame' && (
        <a className="button" href={notice.address} target="_blank" rel="noopener">
          Open in the lab to run it
        </a>
      )}
      {kind === 'not-drawn' && (
        <button type="button" className="button" onClick={tryAgain}>
          Try again
        </button>
      )}
      {kind === 'heavy' && <HeavyChoices shorter_s={notice.shorter_s} actions={actions} />}
      {CAN_BE_DISMISSED.includes(notice.kind) && (
        <IconButton icon="close" name="Dismiss" className="button--quiet" onPress={() => actions.dismissNotice(kind)} />
      )}
    </div>
  );
}

function HeavyChoices({ shorter_s, actions }: { shorter_s: number | undefined; actions: NoticeActions }) {
  return (
    <div className="row">
      <button type="button" className="button" onClick={() => actions.dismissNotice('heavy')}>
        Continue
      </button>
      {shorter_s !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => {
            actions.dismissNotice('heavy');
            void actions.change('duration_s', shorter_s);
          }}
        >
          End the run at {formatTime(shorter_s)}
        </button>
      )}
      <button type="button" className="button" onClick={() => actions.openFirstScene()}>
        Leave the scene
      </button>
    </div>
  );
}

function OlderScene({ isEarlier, numbers }: Extract<Notice, { kind: 'older-scene' }>) {
  return (
    <>
      {isEarlier && (
        <p>
          <strong>This is the scene as it was when the link was made.</strong> Its preset has changed since then.
        </p>
      )}
      {numbers !== undefined && (
        <p>
          The link was made with version {numbers.link} of the engine’s numbers, and this page has version{' '}
          {numbers.here}. The settings are the same, but the results may differ
          {numbers.link > numbers.here ? '. Reload the page to get the newer version.' : '.'}
        </p>
      )}
    </>
  );
}

const CAN_BE_DISMISSED: readonly Notice['kind'][] = [
  'bad-link',
  'bad-playlist',
  'bad-lesson',
  'bad-parameters',
  'bad-file',
  'refused',
  'lanes-left-out',
  'no-link',
  'older-scene',
  'engine-replaced',
  'not-drawn',
  'script-stopped',
  'starts-paused',
  'moment-added',
];

function NoticeText({ notice }: { notice: Notice }) {
  switch (notice.kind) {
    case 'bad-link':
      return (
        <>
          <strong>This link could not be opened; the first scene runs instead.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'older-scene':
      return <OlderScene {...notice} />;
    case 'bad-playlist':
      return (
        <>
          <strong>Part of the playlist could not be opened; nothing else was changed or lost.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'bad-lesson':
      return (
        <>
          <strong>This lesson could not be opened; the first scene runs instead.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'bad-parameters':
      return (
        <>
          <strong>Some parameters of this address have no effect; all others apply.</strong>
          <ProblemList problems={notice.problems} namesAll />
        </>
      );
    case 'bad-file':
      return (
        <>
          <strong>{shortened(notice.name)} could not be opened; the scene on the page stays as it is.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'refused':
      return (
        <>
          <strong>This change is not possible in this scene.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'lanes-left-out':
      return (
        <>
          <strong>
            This scene has {notice.lanes} lanes; the first {notice.shown.length} are shown.
          </strong>
          <p>Shown: {shortened(notice.shown.join(', '))}. The link keeps the other lanes.</p>
        </>
      );
    case 'no-link':
      return (
        <>
          <strong>This scene does not fit in a link. The address opens its preset without your changes.</strong>
          <ProblemList problems={notice.problems} />
        </>
      );
    case 'starts-paused':
      return (
        <p title="Press the space bar to play, or the right arrow key to go from decision to decision.">
          Paused, because your system asks for less motion.
        </p>
      );
    case 'moment-added':
      return (
        <p>
          Moment {notice.count} of the playlist: {shortened(notice.title)}.
        </p>
      );
    case 'scripts-in-frame':
      return (
        <>
          <strong>This scene contains a script.</strong>
          <p>It did not open: the lab asks before it runs another author’s script, and an embedded page cannot ask.</p>
        </>
      );
    case 'not-drawn':
      return (
        <>
          <strong>The picture of this queue could not be loaded. Check your network connection.</strong>
          <p>The scene keeps running with correct plots and numbers. You can choose another discipline.</p>
        </>
      );
    case 'engine-lost':
      return (
        <>
          <strong>The engine stopped: {shortened(notice.reason)}</strong>
          <p>The scene is not lost: a restart keeps its settings and its seed.</p>
        </>
      );
    case 'engine-replaced':
      return (
        <>
          <strong>The engine stopped and was replaced: {shortened(notice.reason)}.</strong>
          <p>The scene continues from {formatTime(notice.at_s)} with the same settings and the same seed.</p>
        </>
      );
    case 'script-stopped':
      return (
        <>
          <strong>
            {shortened(notice.name)} stopped at {formatTime(notice.at_s)}
            {notice.line !== undefined && `, line ${notice.line}`}: {shortened(notice.problem)}
          </strong>
          <p>
            {notice.line === undefined
              ? 'Its lane has stopped; the other lanes continue. To run it again, edit its script or reopen the scene.'
              : 'Its lane has stopped. Correct the script in Write (key w).'}
          </p>
        </>
      );
    case 'heavy':
      return (
        <>
          <strong>This scene is too heavy for this machine.</strong>
          <p>
            A simulated second takes about {formatWait(1 / notice.rate)} here, and the rest of the run about{' '}
            {formatWait(notice.left_s)}.
          </p>
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

interface ProblemListProps {
  readonly problems: readonly SettingProblem[];
  /**
   * True if the user can expand the problems beyond the first few, for example to correct all parameters of an address.
   * Otherwise only their number is shown.
   */
  readonly namesAll?: boolean;
}

function ProblemList({ problems, namesAll = false }: ProblemListProps) {
  const more = problems.length - MOST_SHOWN;
  return (
    <>
      <ul>
        {problems.slice(0, MOST_SHOWN).map(item)}
        {more > 0 && !namesAll && <li>and {more} more</li>}
      </ul>
      {more > 0 && namesAll && (
        <details>
          <summary>and {more} more</summary>
          <ul>{problems.slice(MOST_SHOWN).map(item)}</ul>
        </details>
      )}
    </>
  );

  function item({ path, problem }: SettingProblem) {
    return (
      <li key={`${path} ${problem}`}>
        <code>{shortened(path)}</code> {shortened(problem)}
      </li>
    );
  }
}

/** Truncates text of any length, for example from an untrusted link, to fit into a message. */
function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** True if the notice reports no fault. Such a notice overlays the page header and does not shift the layout. */
function isCalm(kind: Notice['kind']): boolean {
  return kind === 'starts-paused' || kind === 'moment-added';
}
