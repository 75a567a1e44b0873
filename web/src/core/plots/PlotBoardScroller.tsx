/** Scrolls the plots by whole rows. A button pages down, and from the end back to the top. */

import { type ReactNode, useEffect, useRef, useState } from 'react';

export function PlotBoardScroller({ children }: { readonly children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ above: 0, below: 0 });

  useEffect(() => {
    const view = scroller.current;
    if (view === null || board.current === null) return undefined;
    const look = (): void => {
      const { top, bottom } = view.getBoundingClientRect();
      const boxes = [...(board.current?.children ?? [])].map((plot) => plot.getBoundingClientRect());
      const above = boxes.filter((box) => box.top < top - 2).length;
      const below = boxes.filter((box) => box.bottom > bottom + 2).length;
      setHidden((before) => (before.above === above && before.below === below ? before : { above, below }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(view);
    observer.observe(board.current);
    view.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', look);
    };
  }, []);

  const { above, below } = hidden;
  const turn = (): void => {
    const view = scroller.current;
    if (view === null) return;
    const top = below > 0 ? view.scrollTop + view.clientHeight : 0;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    view.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
  };
  return (
    <>
      <div className="scrolls scrolls--down plots__scroller" ref={scroller}>
        <div className="plots__board" ref={board}>
          {children}
        </div>
      </div>
      <button type="button" className="small-button plots__more" hidden={above + below === 0} onClick={turn}>
        {below > 0 ? `▾ ${below} more ${below === 1 ? 'plot' : 'plots'}` : '▴ back to the first plots'}
      </button>
    </>
  );
}
