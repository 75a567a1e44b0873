/** The size of an element, for a figure that fills it. */

import { useEffect, useState } from 'react';

export interface Size {
  /** Size [px]. */
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
}

/** An element's size, updated when it changes. Undefined before the first measurement. */
export function useSize(surface: React.RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size | undefined>(undefined);
  useEffect(() => {
    const element = surface.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      const fontSize = Number.parseFloat(getComputedStyle(element).fontSize) || 12;
      setSize({ width: Math.round(width), height: Math.round(height), fontSize });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [surface]);
  return size;
}
