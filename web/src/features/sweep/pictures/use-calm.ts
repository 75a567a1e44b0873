/**
 * Throttles a value that changes often to one update per `pause_ms`, so that large pictures are not made again for
 * every run.
 */

import { useEffect, useRef, useState } from 'react';

export function useCalm<T>(value: T, pause_ms: number): T {
  const [taken, setTaken] = useState(value);
  const at_ms = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (value === taken) return undefined;
    const left_ms = Math.max(0, at_ms.current + pause_ms - performance.now());
    const timer = setTimeout(() => {
      at_ms.current = performance.now();
      setTaken(value);
    }, left_ms);
    return () => clearTimeout(timer);
  }, [value, taken, pause_ms]);
  return taken;
}
