/**
 * The parts that appear only on paper: a description of the scene, the simulated time, and the link. A scene is printed
 * as one page in the light theme. Pictures are painted in this theme before the browser prints them.
 */

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDuration, formatTime } from '../../base/format';
import { viewStore } from '../../core/page/view-store';
import { paintNow } from '../../core/run/frame-loop';
import type { RunBuffer } from '../../core/run/run-buffer';
import { useScene } from '../../core/scene/scene-store';
import { resolveTheme } from '../../ui/theme';
import './print.css';

export function Printed({ run }: { readonly run: RunBuffer }) {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const [shown, setShown] = useState<{ readonly address: string; readonly now_s: number }>();

  useEffect(() => {
    const begin = (): void => {
      viewStore.setState({ theme: 'light' });
      flushSync(() => setShown({ address: window.location.href, now_s: run.latest.scalars.now_s }));
      paintNow();
      for (const canvas of document.querySelectorAll('canvas')) prepare(canvas);
    };
    const end = (): void => {
      viewStore.setState(({ themeChoice, systemIsLight }) => ({ theme: resolveTheme(themeChoice, systemIsLight) }));
      setShown(undefined);
      for (const canvas of document.querySelectorAll('canvas')) canvas.style.removeProperty('--printed-width');
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [run]);

  if (shown === undefined || scenario === undefined) return null;
  return (
    <section className="printed" aria-label="This scene">
      <p className="title strong">{preset?.scenario.title ?? scenario.title}</p>
      {preset !== undefined && <p>{[preset.document.title, preset.document.place].filter(Boolean).join(', ')}</p>}
      <p>
        At {formatTime(shown.now_s)} of {formatDuration(scenario.duration_s)}, seed {scenario.seed}
        {scenario.interventions.length > 0 && `, changes during the run: ${scenario.interventions.length}`}.
      </p>
      <p className="small soft breakable">{shown.address}</p>
    </section>
  );
}

/**
 * Prepares a canvas for printing: it keeps its size on screen. If canvases are stacked, the upper one receives the
 * content of the lower one.
 */
function prepare(canvas: HTMLCanvasElement): void {
  canvas.style.setProperty('--printed-width', `${canvas.clientWidth}px`);
  const below = canvas.previousElementSibling;
  const context = canvas.getContext('2d');
  if (!(below instanceof HTMLCanvasElement) || context === null || below.width === 0 || below.height === 0) return;
  // Chromium prints the lower canvas of a stack blank if it is painted as printing begins, so its content is copied to
  // the upper one.
  context.save();
  context.resetTransform();
  context.globalCompositeOperation = 'destination-over';
  context.drawImage(below, 0, 0);
  context.restore();
}
