/** The header: the scene and the playlist entry, the choice of three pages, the theme, and the exit button. */

import { askHall } from '../../core/lesson/hall-store';
import { showWorkspace, togglePresenting, useView } from '../../core/page/view-store';
import { WATCH } from '../../core/page/workspaces';
import { ThemeSwitch } from '../../core/picker/ThemeSwitch';
import type { Moment } from '../../core/playlist/playlist';
import { usePlaylist } from '../../core/playlist/playlist-store';
import { useScene } from '../../core/scene/scene-store';
import { IconButton } from '../../ui/IconButton';
import { type Segment, Segments } from '../../ui/Segments';
import { toggleFullscreen, useFullscreen } from './fullscreen';

const PAGES: readonly Segment<string>[] = [
  { id: WATCH, name: 'Queue', meaning: 'The lanes, one plot and the reason' },
  { id: 'paper', name: 'Paper', meaning: 'Values of the paper and the run (v)' },
  { id: 'theory', name: 'Theory', meaning: 'The formula behind the scene (t)' },
];

interface Props {
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
}

export function PresenterHead({ onShowKeys, onShowPlaylist }: Props) {
  const title = useScene((state) => state.scenario?.title ?? '');
  const isFull = useFullscreen();
  const moment = useMoment();
  return (
    <header className="row row--tight presenter-head">
      <div className="grow">
        <h1 className="one-line">{title}</h1>
        {moment !== undefined && (
          <p className="one-line soft presenter-head__moment" title={moment.title}>
            {/* The scene's title is shown above the name of the playlist entry. */}
            {withoutEnd(moment.title, `, ${title}`)}
          </p>
        )}
      </div>
      <MomentOfList moment={moment} onShowPlaylist={onShowPlaylist} />
      <Pages />
      <ThemeSwitch />
      <IconButton
        icon="hall"
        name="Ask the audience"
        title="Ask the audience about this scene (h)"
        onPress={() => askHall()}
      />
      <IconButton
        icon="fullscreen"
        name="Full screen"
        title={isFull ? 'Exit full screen (f)' : 'Full screen (f)'}
        isPressed={isFull}
        onPress={() => void toggleFullscreen()}
      />
      <IconButton icon="keys" name="Show the keys" title="Keys (?)" onPress={onShowKeys} />
      <IconButton
        icon="close"
        name="Leave the presenter"
        title="Leave the presenter (Esc or p)"
        onPress={togglePresenting}
      />
    </header>
  );
}

/** The current playlist entry; undefined if the scene was not opened from the playlist. */
function useMoment(): Moment | undefined {
  const isOfPlaylist = useScene((state) => state.isOfPlaylist);
  return usePlaylist(({ list, at }) => (isOfPlaylist && at !== undefined ? list.moments[at] : undefined));
}

interface MomentProps extends Pick<Props, 'onShowPlaylist'> {
  readonly moment: Moment | undefined;
}

/** A button such as "moment 4 of 9". It opens the playlist. */
function MomentOfList({ moment, onShowPlaylist }: MomentProps) {
  const { list, at } = usePlaylist((state) => state);
  const { moments } = list;
  return (
    <>
      {moments.length > 0 && (
        <button type="button" className="button strong" title="Open the playlist (l)" onClick={onShowPlaylist}>
          {moment === undefined ? countOf(moments.length) : `moment ${(at ?? 0) + 1} of ${moments.length}`}
        </button>
      )}
      <p className="visually-hidden" role="status">
        {moment !== undefined && `Moment ${(at ?? 0) + 1} of ${moments.length}: ${moment.title}`}
      </p>
    </>
  );
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function countOf(moments: number): string {
  return moments === 1 ? '1 moment' : `${moments} moments`;
}

function Pages() {
  const workspace = useView((state) => state.workspace);
  const shown = PAGES.some(({ id }) => id === workspace) ? workspace : WATCH;
  return <Segments label="Presenter page" choices={PAGES} chosen={shown} onChoose={showWorkspace} />;
}
