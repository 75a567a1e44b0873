/**
 * Published values for the plots: values that the paper prints or that ns-2 measured. They belong to the preset's
 * scene. If the scene is changed, they are still shown for comparison, with a remark. If the traffic is different, they
 * are hidden.
 */

import { useEffect, useMemo, useState } from 'react';
import { useLoaded } from '../../ui/use-loaded';
import { loadPresetFile, type PresetFile } from '../experiment/preset-file';
import { isChangedScene } from '../experiment/scene-lanes';
import { useScene } from '../scene/scene-store';
import type { marksBeside, PublishedMark, PublishedValues } from './published';

/** The whole file of a preset, with the values that its formulas and plots can show. */
export type FileWithValues = PresetFile & PublishedValues;

/** File of the open preset, and whether the scene on the page has been changed. */
export interface FileOfPreset {
  readonly file: FileWithValues;
  readonly isChanged: boolean;
}

export function useFileOfPreset(): FileOfPreset | undefined {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const id = preset?.scenario.id;
  // If the file cannot be loaded (offline), the page works without published values.
  const { value: loaded } = useLoaded(id, loadPresetFile);
  const isChanged = preset === undefined || scenario === undefined || isChangedScene(scenario, preset.scenario);
  return loaded && { file: loaded.file, isChanged };
}

export function useMarks(file: FileWithValues | undefined): readonly PublishedMark[] | undefined {
  const scenario = useScene((state) => state.scenario);
  const [beside, setBeside] = useState<typeof marksBeside | undefined>(undefined);
  const isWanted = file !== undefined && beside === undefined;
  useEffect(() => {
    if (!isWanted) return;
    // If the module cannot be loaded (offline), the plots show no published values.
    import('./published').then((published) => setBeside(() => published.marksBeside)).catch(() => {});
  }, [isWanted]);
  return useMemo(() => file && scenario && beside?.(scenario, file), [file, scenario, beside]);
}
