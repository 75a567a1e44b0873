/**
 * One screen for a lecture hall, without scrolling. It shows the lanes with one plot and the last explanation, or the
 * paper's values, or the formula. The workspace selects the page, so keys and links work as in the lab.
 */

import { useLayoutEffect } from 'react';
import { useLesson } from '../../core/lesson/lesson-store';
import { useView } from '../../core/page/view-store';
import type { PublishedMark } from '../../core/plots/published';
import type { FileWithValues } from '../../core/plots/values-from-elsewhere';
import type { LaneRun } from '../../core/run/lanes';
import type { Session } from '../../core/session/session';
import { LessonSlide } from '../../features/lesson/feature';
import { LanesPage } from './LanesPage';
import { PaperPage } from './PaperPage';
import { PresenterHead } from './PresenterHead';
import { PresenterTransport } from './PresenterTransport';
import { TheoryPage } from './TheoryPage';
import { useClicker } from './use-clicker';
import './presenter.css';

export interface PresenterProps {
  readonly session: Session;
  readonly lanes: readonly LaneRun[];
  readonly file: FileWithValues | undefined;
  readonly marks: readonly PublishedMark[] | undefined;
  readonly onShowKeys: () => void;
  readonly onShowPlaylist: () => void;
}

export function PresenterScreen({ session, lanes, file, marks, onShowKeys, onShowPlaylist }: PresenterProps) {
  usePresenterType();
  const { isBlank, unblank } = useClicker(session, lanes);
  const workspace = useView((state) => state.workspace);
  const hasLesson = useLesson((state) => state.lesson !== undefined);
  const slide = hasLesson ? <LessonSlide session={session} lanes={lanes} /> : undefined;
  return (
    <div className="presenter" data-page={workspace} data-lesson={hasLesson || undefined}>
      <PresenterHead onShowKeys={onShowKeys} onShowPlaylist={onShowPlaylist} />
      <main className="presenter-page" id="stage" tabIndex={-1}>
        {(workspace === 'paper' || workspace === 'theory') && slide}
        {workspace === 'paper' ? (
          <PaperPage lanes={lanes} actions={session} />
        ) : workspace === 'theory' ? (
          <TheoryPage lanes={lanes} file={file} actions={session} />
        ) : (
          <LanesPage lanes={lanes} actions={session} marks={marks} slide={slide} />
        )}
      </main>
      <PresenterTransport lanes={lanes} actions={session} />
      <p className="visually-hidden" role="status">
        {isBlank && 'The screen is blank. Press b to show it again.'}
      </p>
      {isBlank && (
        <button type="button" className="presenter-blank" aria-label="Show the screen again" onClick={unblank} />
      )}
    </div>
  );
}

/** Scales the whole page: every size is in rem, and the root size follows the window. */
function usePresenterType(): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute('data-presenting', '');
    // The attribute changes the root font size. Canvases and floating windows measure this size only on a resize event.
    window.dispatchEvent(new Event('resize'));
    return () => {
      root.removeAttribute('data-presenting');
      window.dispatchEvent(new Event('resize'));
    };
  }, []);
}
