/**
 * What the paper of the open preset prints and what ns-2 measured, as the plots show it. It holds for the scene as the preset
 * has it. Beside a changed one it stays for orientation, and says so; beside other traffic it goes.
 */

import { useEffect, useMemo, useState } from 'react';
import { onNextAttempt } from '../../base/attempts';
import { loadPresetFile, type PresetFile } from '../experiment/preset-file';
import { standingOf } from '../experiment/scene-lanes';
import { useScene } from '../scene/scene-store';
import type { PublishedMark, PublishedValues, publishedMarks } from './published';

/** The whole file of a preset, with the values that its formulas and plots can show. */
export type FileWithValues = PresetFile & PublishedValues;

export interface FileOfPreset {
  readonly file: FileWithValues;
  /** Whether settings of the scene on the page differ from those that the file is about. */
  readonly isChanged: boolean;
}

/** The file of the open preset, while the scene is the one that it is about, or a variant of it. */
export function useFileOfPreset(): FileOfPreset | undefined {
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

  const file = loaded?.id === id ? loaded?.file : undefined;
  const standing = useMemo(
    () => (file === undefined || scenario === undefined ? 'other' : standingOf(scenario, file)),
    [file, scenario],
  );
  return useMemo(
    () => (file === undefined || standing === 'other' ? undefined : { file, isChanged: standing === 'changed' }),
    [file, standing],
  );
}

export function useMarks(of: FileOfPreset | undefined): readonly PublishedMark[] | undefined {
  const [marksOf, setMarksOf] = useState<typeof publishedMarks | undefined>(undefined);
  const isWanted = of !== undefined && marksOf === undefined;
  useEffect(() => {
    if (!isWanted) return;
    // Without the network the plots have no marks.
    import('./published').then((published) => setMarksOf(() => published.publishedMarks)).catch(() => {});
  }, [isWanted]);
  return useMemo(() => of && marksOf?.(of.file, of.isChanged), [of, marksOf]);
}
