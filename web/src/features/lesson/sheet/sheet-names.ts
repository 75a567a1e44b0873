/** The page's names for the ids in a lesson. */

import type { Catalog } from '../../../core/border/catalog';
import { patternOf } from '../../../core/scene/edit';

export interface SheetNames {
  readonly discipline: (id: string) => string;
  readonly reason: (id: string) => string;
  readonly setting: (path: string) => { readonly name: string; readonly unit: string };
}

export function namesOf({ disciplines, reasons, scene_settings }: Catalog): SheetNames {
  const params = disciplines.flatMap((discipline) => discipline.params);
  return {
    discipline: (id) => disciplines.find((it) => it.id === id)?.name ?? id,
    reason: (id) => reasons.find((it) => it.id === id)?.name ?? id,
    setting: (path) => {
      const last = path.slice(path.lastIndexOf('.') + 1);
      const pattern = patternOf(path);
      const found = path.includes('params.')
        ? params.find(({ id }) => id === last)
        : scene_settings.find((it) => it.path === pattern);
      return { name: found?.name ?? path, unit: found?.unit ?? '' };
    },
  };
}
