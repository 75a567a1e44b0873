/** The panel's data: the preset's file, and a report on the page's runs, which is updated once a second. */

import { useEffect, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { LiveReports } from '../../core/experiment/live';
import { type LoadedPreset, loadPresetFile } from '../../core/experiment/preset-file';
import type { Report } from '../../core/experiment/report';
import type { Connect } from '../../core/experiment/runner';
import { type SceneActions, sceneStore } from '../../core/scene/scene-store';
import { type Loading, useLoaded } from '../../ui/use-loaded';

/** Time between two reports on the page's runs [ms]. */
const LOOK_MS = 1000;

/** A preset's whole file. For a scene without a preset, `value` stays undefined. */
export function usePresetFile(id: string | undefined): Loading<LoadedPreset> {
  return useLoaded(id, loadPresetFile);
}

/** The report on the page's lanes, while the panel is open. */
export function useLiveReport(
  preset: LoadedPreset | undefined,
  actions: Pick<SceneActions, 'results'>,
  connect: Connect,
): Loading<Report> & { readonly until_s: number | undefined } {
  const [live, setLive] = useState<{ preset: LoadedPreset; report?: Report; until_s?: number; problem?: string }>();
  useEffect(() => {
    if (preset === undefined) return undefined;
    const reports = new LiveReports(preset, connect);
    let isWanted = true;
    let seen: unknown;
    const look = async (): Promise<void> => {
      const { scenario, state } = sceneStore.getState();
      if (scenario === undefined || state === 'opening' || state === 'lost') return;
      try {
        const results = await actions.results();
        // The runs have not advanced, so the report is still valid.
        const now = JSON.stringify(results);
        if (now === seen || !isWanted) return;
        const report = await reports.of(scenario, results);
        if (report === undefined || !isWanted) return;
        seen = now;
        setLive({ preset, report, until_s: sofar_s(results) });
      } catch (problem) {
        if (isWanted) setLive({ preset, problem: problemText(problem) });
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
      reports.close();
    };
  }, [preset, actions, connect]);
  const isIt = live !== undefined && live.preset === preset;
  if (!isIt) return { value: undefined, problem: undefined, until_s: undefined };
  return { value: live.report, problem: live.problem, until_s: live.until_s };
}

/** Simulated time of these results [s], the same for all lanes. */
function sofar_s([first]: readonly unknown[]): number {
  return (first as { readonly duration_s?: number } | undefined)?.duration_s ?? 0;
}
