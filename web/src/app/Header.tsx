/** The head of the page: the workspaces, the share button, and the menu. */

import { showLessons } from '../core/lesson/lesson-list-store';
import { useLesson } from '../core/lesson/lesson-store';
import { showWorkspace, useView } from '../core/page/view-store';
import { isOfPage, WATCH } from '../core/page/workspaces';
import { WorkspaceSwitch } from '../core/picker/WorkspaceSwitch';
import { TABS } from '../features';
import { Icon } from '../ui/Icon';
import { Logo } from './Logo';
import { Menu } from './Menu';

interface Props {
  readonly onShare: () => void;
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
  readonly onFirstMinute: () => void;
  /** Leaves the open lesson. */
  readonly onLeaveLesson: () => void;
}

export function Header({ onShare, onLeaveLesson, ...menu }: Props) {
  const hasLesson = useLesson((state) => state.lesson !== undefined);
  const workspace = useView((state) => state.workspace);
  const learn = {
    name: 'Learn',
    meaning: 'Lessons: predict, run, compare',
    isHere: hasLesson && isOfPage(workspace),
    onChoose: () => (hasLesson && !isOfPage(workspace) ? showWorkspace(WATCH) : showLessons()),
  };
  return (
    <header className="row row--tight header">
      <Brand />
      <WorkspaceSwitch tabs={TABS} more={[learn]} onLeave={onLeaveLesson} />
      <span className="grow" />
      <button type="button" className="button header__share" onClick={onShare}>
        <Icon name="share" />
        <span className="word">Share</span>
      </button>
      <Menu {...menu} />
    </header>
  );
}

export function Brand() {
  return (
    <h1 className="row row--tight fixed brand">
      <Logo />
      <span className="word">Chokepoint</span>
    </h1>
  );
}
