/** A small stage with the same picture as in the lab, for a run that is separate from the lab's. */

import { useEffect, useRef } from 'react';
import { viewStore } from '../page/view-store';
import { onFrame } from '../run/frame-loop';
import type { Pace } from '../run/playback';
import type { RunBuffer } from '../run/run-buffer';
import { PLAIN_LOOK, StageView } from './stage-view';

interface Props {
  readonly run: RunBuffer;
  readonly name: string;
  readonly className: string;
  /** Playback state, read once in each frame. */
  readonly playing: () => { readonly isPlaying: boolean; readonly pace: Pace };
}

export function SmallStage({ run, name, className, playing }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const view = new StageView(run);
    view.keepCompany({ lanes: 1, places: run.facts.limit });
    let isVisible = true;
    const seen = new IntersectionObserver((entries) => {
      isVisible = entries.at(-1)?.isIntersecting ?? true;
    });
    seen.observe(element);
    const unmount = view.mount(element, element);
    const stopModel = onFrame('model', (now_ms) => {
      const isCalm = viewStore.getState().prefersReducedMotion;
      const moment = { ...playing(), now_ms, isCalm, isBackward: false, isHalfway: false };
      if (isVisible && view.observe(moment)) view.model(isCalm ? { ...PLAIN_LOOK, isCalm } : PLAIN_LOOK);
    });
    const stopPaint = onFrame('paint', () => {
      if (isVisible) view.paint();
    });
    return () => {
      stopModel();
      stopPaint();
      seen.disconnect();
      unmount();
    };
  }, [run, playing]);
  return (
    <canvas
      ref={canvas}
      className={className}
      role="img"
      aria-label={`The queue of ${name}; packets enter at the left and leave at the right`}
    />
  );
}
