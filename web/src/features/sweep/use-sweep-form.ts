/**
 * The form of the sweep: that of the link, if the link has one; otherwise the current form; otherwise one that suits
 * the scene. New links contain it.
 */

import { useEffect, useMemo, useState } from 'react';
import type { Catalog } from '../../core/border/catalog';
import type { Scenario } from '../../core/border/scenario';
import { loadPresetFile, type PresetFile } from '../../core/experiment/preset-file';
import { keepSetting, useView } from '../../core/page/view-store';
import { settingName } from '../../core/run/setting-names';
import { formOfReady, type ReadyMade, readyMadeSweeps } from './ready-made';
import { formOf, readForm, type SweepForm } from './sweep-form';
import { setForm, useSweep } from './sweep-store';

interface ShownForm {
  readonly form: SweepForm;
  readonly change: (form: SweepForm) => void;
  readonly ready: readonly ReadyMade[];
  /** True if the sweep in the link cannot be parsed. The scene's own sweep is then shown. */
  readonly isLinkWrong: boolean;
}

export function useSweepForm(scene: Scenario, catalog: Catalog, preset: string | undefined): ShownForm {
  const linked = useView((state) => state.settings.sweep);
  const kept = useSweep((state) => state.form);
  const [isLinkWrong, setLinkWrong] = useState(false);
  const ready = useReadyMade(scene, catalog, preset);
  const suggested = useMemo(() => suggestedForm(scene, catalog, ready), [scene, catalog, ready]);
  const isKept = kept !== undefined && linked === kept;

  useEffect(() => {
    if (isKept) return;
    const read = linked === undefined ? undefined : readForm(linked);
    setLinkWrong(linked !== undefined && read === undefined);
    change(read ?? suggested);
  }, [isKept, linked, suggested]);

  return { form: isKept ? kept : suggested, change, ready, isLinkWrong };
}

function change(form: SweepForm): void {
  setForm(form);
  keepSetting('sweep', form);
}

/**
 * The form for a scene if neither the link nor the page has a form: the scene's first ready-made sweep. If there is
 * none, a form that suits the scene's subject.
 */
function suggestedForm(scene: Scenario, catalog: Catalog, [first]: readonly ReadyMade[]): SweepForm {
  const form = formOf(scene, catalog);
  return first === undefined ? form : formOfReady(first, form);
}

function useReadyMade(scene: Scenario, catalog: Catalog, preset: string | undefined): readonly ReadyMade[] {
  const [file, setFile] = useState<PresetFile | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    setFile(undefined);
    if (preset === undefined) return undefined;
    void loadPresetFile(preset)
      // If the experiment's file cannot be loaded, the rest of the panel still works.
      .catch(() => undefined)
      .then((loaded) => {
        if (isWanted) setFile(loaded?.file);
      });
    return () => {
      isWanted = false;
    };
  }, [preset]);
  return useMemo(
    () => (preset === undefined ? [] : readyMadeSweeps(preset, file, (path) => settingName(catalog, scene, path))),
    [preset, file, catalog, scene],
  );
}
