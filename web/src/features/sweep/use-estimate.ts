/** The cost of the sweep in the form, requested from the engine after a pause in editing. */

import { useEffect, useState } from 'react';
import type { SweepDefinition } from '../../core/experiment/sweep';
import { estimateSweep, type SweepEstimate } from './sweep-estimate';

const REST_MS = 400;

/**
 * The estimate for this definition. Undefined while it is unknown. While `isBusy` is true, no estimate is made, because
 * the cores are occupied.
 */
export function useEstimate(definition: SweepDefinition, isBusy: boolean): SweepEstimate | undefined {
  const text = JSON.stringify(definition);
  const [known, setKnown] = useState<{ readonly text: string; readonly estimate: SweepEstimate } | undefined>(
    undefined,
  );
  const isKnown = known?.text === text;
  useEffect(() => {
    if (isKnown || isBusy) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void estimateSweep(JSON.parse(text) as SweepDefinition, stop.signal).then((estimate) => {
        if (estimate !== undefined && !stop.signal.aborted) setKnown({ text, estimate });
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isKnown, isBusy]);
  return isKnown ? known.estimate : undefined;
}
