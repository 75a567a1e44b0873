/**
 * What the paper of the open preset prints and what ns-2 measured, as the plots show it. It holds for the
 * scene as the preset has it: once a setting is another one there is nothing to compare with.
 */

import { useEffect, useMemo, useState } from 'react';
import { onNextAttempt } from '../../base/attempts';
import { loadPresetFile, type PresetFile } from '../experiment/preset-file';
import { isChangedScene } from '../experiment/scene-lanes';
import { useScene } from '../scene/scene-store';
import type { PublishedMark, PublishedValues, publishedMarks } from './published';

/** The whole file of a preset, with the values that its formulas and plots can show. */
export type FileWithValues = PresetFile & PublishedValues;

/** The file of the open preset, while the scene is still the one that it is about. */
export function useFileOfScene(): FileWithValues | undefined {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const id = preset?.scenario.id;
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly file: FileWithValues } | undefined>(undefined);

  useEffect(() => {
    if (id === undefined) return undefined;
    let isWanted = true;
    let forget = (): unknown => undefined;
    const ask = (): void => {
      loadPresetFile(id).then(
        (it) => {
          if (isWanted && it !== undefined) setLoaded({ id, file: it.file });
        },
        // Without the network the page works; it only cannot say what is printed.
        () => {
          if (isWanted) forget = onNextAttempt(ask);
        },
      );
    };
    ask();
    return () => {
      isWanted = false;
      forget();
    };
  }, [id]);

  const isSame = preset !== undefined && scenario !== undefined && !isChangedScene(scenario, preset.scenario);
  return isSame && loaded?.id === id ? loaded?.file : undefined;
}

export function useMarks(file: FileWithValues | undefined): readonly PublishedMark[] | undefined {
  const [marksOf, setMarksOf] = useState<typeof publishedMarks | undefined>(undefined);
  const isWanted = file !== undefined && marksOf === undefined;
  useEffect(() => {
    if (!isWanted) return;
    // Without the network the plots have no marks.
    import('./published').then((published) => setMarksOf(() => published.publishedMarks)).catch(() => {});
  }, [isWanted]);
  return useMemo(() => {
    if (file === undefined) return undefined;
    const { bottleneck, flows } = file.scenario;
    const link = { capacity_bps: bottleneck.capacity_bps, packet_bytes: flows[0]?.packet_bytes ?? 1000 };
    return marksOf?.(file, link);
  }, [file, marksOf]);
}
