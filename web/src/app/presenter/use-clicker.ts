/**
 * The presenter's keys, which include those of a clicker. They take precedence over every control's keys, because a
 * lecturer with a clicker does not know which control has the focus. Only text fields and an open dialog handle a key
 * first.
 */

import { useCallback, useEffect, useState } from 'react';
import { lessonStore } from '../../core/lesson/lesson-store';
import { choosePresentedPlot, togglePresenting, viewStore } from '../../core/page/view-store';
import { playlistStore } from '../../core/playlist/playlist-store';
import { applicablePlots, plotBeside, usualPlot } from '../../core/plots/chosen-plot';
import { plotLanes } from '../../core/plots/plot-lanes';
import type { LaneRun } from '../../core/run/lanes';
import { sceneStore } from '../../core/scene/scene-store';
import type { Session } from '../../core/session/session';
import { walkLesson } from '../../features/lesson/lesson-slides';
import { LessonCommands } from '../../features/lesson/lessons';
import { lessonStage } from '../../features/lesson/open-lesson';
import { openMoment } from '../../features/playlist/feature';
import { toggleFullscreen } from './fullscreen';

interface Clicker {
  readonly isBlank: boolean;
  readonly unblank: () => void;
}

export function useClicker(session: Session, lanes: readonly LaneRun[]): Clicker {
  const [isBlank, setIsBlank] = useState(false);
  const blank = useCallback(
    (wanted: boolean): void => {
      // Blanking the screen pauses the run; otherwise it would continue unseen.
      if (wanted && sceneStore.getState().state === 'playing') session.togglePlay();
      setIsBlank(wanted);
    },
    [session],
  );

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const isDone = isBlank ? endBlank(event.key) : act(event);
      if (!isDone) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const endBlank = (key: string): boolean => {
      const ends = ['b', '.', 'Escape', 'PageDown', 'PageUp', ' '].includes(key);
      if (ends) blank(false);
      return ends;
    };
    const act = ({ key }: KeyboardEvent): boolean => {
      switch (key) {
        case 'PageDown':
        case 'PageUp':
          walk(session, key === 'PageDown' ? 1 : -1);
          return true;
        case 'b':
        case '.':
          blank(true);
          return true;
        case 'f':
          void toggleFullscreen();
          return true;
        case 'g':
        case 'G':
          showPlotBeside(lanes, key === 'g' ? 1 : -1);
          return true;
        case 'Escape':
          // During a long task, Escape cancels the task and does not close the presenter.
          if (sceneStore.getState().catchingUp !== undefined) return false;
          togglePresenting();
          return true;
        default:
          return false;
      }
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [session, lanes, isBlank, blank]);

  return { isBlank, unblank: () => blank(false) };
}

/** Moves through the lesson or the playlist. Without either, takes a step of the kind chosen under “Step by”. */
function walk(session: Session, by: 1 | -1): void {
  if (lessonStore.getState().lesson !== undefined) {
    if (!scrollSlide(by)) void walkLesson(new LessonCommands(lessonStage(session.inside)), by);
    return;
  }
  const { list, at } = playlistStore.getState();
  if (list.moments.length === 0) {
    session.step(by > 0 ? 'forward' : 'back');
    return;
  }
  const next = at === undefined ? (by > 0 ? 0 : list.moments.length - 1) : at + by;
  if (list.moments[next] !== undefined) void openMoment(session, next);
}

/** Scrolls a slide that is taller than its area. Returns false at the end of the slide. */
function scrollSlide(by: 1 | -1): boolean {
  const body = document.querySelector('.lesson-slide__body');
  if (body === null) return false;
  const left = by > 0 ? body.scrollHeight - body.clientHeight - body.scrollTop : body.scrollTop;
  if (left < LEAST_SCROLLED_PX) return false;
  body.scrollBy({ top: by * body.clientHeight * SCROLLED_SHARE });
  return true;
}

const LEAST_SCROLLED_PX = 8;
/** Share of the visible height that one key press scrolls. It is below 1, so that the last lines stay visible. */
const SCROLLED_SHARE = 0.8;

function showPlotBeside(lanes: readonly LaneRun[], by: 1 | -1): void {
  const { soloLane, focusedLane, presentedPlot } = viewStore.getState();
  const shown = plotLanes(lanes, soloLane, focusedLane);
  const next = shown && plotBeside(applicablePlots(shown), presentedPlot, usualPlot(shown), by);
  if (next !== undefined) choosePresentedPlot(next);
}

/** True if the key types text into a field. */
function isTyped(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}
