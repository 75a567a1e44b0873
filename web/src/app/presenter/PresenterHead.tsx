/** The head: which scene and which moment of the playlist, which of the three pages, the theme, and the way out. */

import { askHall } from '../../core/lesson/hall-store';
import { showWorkspace, togglePresenting, useView } from '../../core/page/view-store';
import { WATCH } from '../../core/page/workspaces';
import { ThemeSwitch } from '../../core/picker/ThemeSwitch';
import { usePlaylist } from '../../core/playlist/playlist-store';
import { useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { type Segment, Segments } from '../../ui/Segments';
import { toggleFullscreen, useFullscreen } from './fullscreen';

const PAGES: readonly Segment<string>[] = [
  { id: WATCH, name: 'Queue', meaning: 'The lanes, one plot and the reason' },
  { id: 'paper', name: 'Paper', meaning: 'The paper’s values beside the run’s (v)' },
  { id: 'theory', name: 'Theory', meaning: 'The formula behind the scene (t)' },
];

interface Props {
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
}

export function PresenterHead({ onShowKeys, onShowPlaylist }: Props) {
  const title = useScene((state) => state.scenario?.title ?? '');
  const isFull = useFullscreen();
  return (
    <header className="row row--tight presenter-head">
      <h1 className="grow one-line">{title}</h1>
      <MomentOfList onShowPlaylist={onShowPlaylist} />
      <Pages />
      <ThemeSwitch />
      <button
        type="button"
        className="button button--icon"
        title="Show to the hall: ask about this scene (h)"
        onClick={() => askHall()}
      >
        <Icon name="hall" />
        <span className="visually-hidden">Show to the hall</span>
      </button>
      <button
        type="button"
        className="button button--icon"
        title={isFull ? 'Leave full screen (f)' : 'Full screen (f)'}
        aria-pressed={isFull}
        onClick={() => void toggleFullscreen()}
      >
        <Icon name="fullscreen" />
        <span className="visually-hidden">Full screen</span>
      </button>
      <button type="button" className="button button--icon" title="Keys (?)" onClick={onShowKeys}>
        <Icon name="keys" />
        <span className="visually-hidden">Show the keys</span>
      </button>
      <button
        type="button"
        className="button button--icon"
        title="Leave the presenter (Esc or p)"
        onClick={togglePresenting}
      >
        <Icon name="close" />
        <span className="visually-hidden">Leave the presenter</span>
      </button>
    </header>
  );
}

/** "moment 4 of 9"; opens the list. */
function MomentOfList({ onShowPlaylist }: Pick<Props, 'onShowPlaylist'>) {
  const { list, at } = usePlaylist((state) => state);
  const { moments } = list;
  const moment = at === undefined ? undefined : moments[at];
  return (
    <>
      {moments.length > 0 && (
        <button type="button" className="button strong" title="The playlist (l)" onClick={onShowPlaylist}>
          {moment === undefined ? countOf(moments.length) : `moment ${(at ?? 0) + 1} of ${moments.length}`}
        </button>
      )}
      <p className="visually-hidden" role="status">
        {moment !== undefined && `Moment ${(at ?? 0) + 1} of ${moments.length}: ${moment.title}`}
      </p>
    </>
  );
}

function countOf(moments: number): string {
  return moments === 1 ? '1 moment' : `${moments} moments`;
}

function Pages() {
  const workspace = useView((state) => state.workspace);
  const shown = PAGES.some(({ id }) => id === workspace) ? workspace : WATCH;
  return <Segments label="Page of the presenter" choices={PAGES} chosen={shown} onChoose={showWorkspace} />;
}
