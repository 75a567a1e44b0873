/**
 * The engine's description of itself, sent once as JSON. The page builds its panels, help and labels from this
 * description.
 */

import type { Catalog, ReasonFamily, StateView } from './border.gen';

export type {
  Bound,
  Catalog,
  DisciplineAbout,
  ListAbout,
  QuantityAbout,
  ReasonAbout,
  ScaleMark,
  SceneSetting,
  SettingSpec,
  SourceAbout,
} from './border.gen';

export type DialView = Extract<StateView, { kind: 'dial' }>;
export type TableView = Extract<StateView, { kind: 'table' }>;
export type SlotsView = Extract<StateView, { kind: 'slots' }>;

export function reasonFamily(catalog: Pick<Catalog, 'reasons'>, id: string): ReasonFamily {
  return catalog.reasons.find((reason) => reason.id === id)?.family ?? 'overflow';
}
