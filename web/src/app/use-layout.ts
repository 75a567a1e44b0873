/** Determines the layout of the page: the layout of the workspace, of the introduction, or of a lesson. */

import { useLesson } from '../core/lesson/lesson-store';
import { useView } from '../core/page/view-store';
import { LAB } from '../core/page/workspaces';
import { TABS } from '../features';

/** Returns `watch`, `lab`, the id of a tab, `learn` or `first-minute`. */
export function useLayoutOfPage(): string {
  const hasLesson = useLesson((state) => state.lesson !== undefined);
  const isFirstMinute = useView((state) => state.isFirstMinute);
  const workspace = useView((state) => state.workspace);
  if (isFirstMinute) return 'first-minute';
  if (hasLesson) return 'learn';
  const tab = TABS.find(({ id }) => id === workspace);
  // A tab that is not listed in the header belongs to the lab.
  return tab !== undefined && tab.name === undefined ? LAB : workspace;
}
