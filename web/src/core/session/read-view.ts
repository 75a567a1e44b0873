/** Checks the view in a link. The engine does not check it, and links are untrusted. */

import type { ViewInLink } from '../border/client';
import { readInterval } from '../page/interval';
import { workspaceNamed } from '../page/workspaces';
import { type Feature, tabIds } from './feature';
import { themeNamed } from './link-view';

export function readView(view: unknown, features: readonly Feature[]): ViewInLink {
  if (typeof view !== 'object' || view === null) return {};
  const given = view as Readonly<Record<string, unknown>>;
  const { at_s, half, speed, step, solo_lane, packets, presenter, interval } = given;
  const looked = readInterval(interval);
  const workspace = workspaceNamed(given.workspace ?? given.below, tabIds(features));
  const shown = features.find(({ tab }) => tab !== undefined && tab.id === workspace)?.tab;
  const setting = shown?.readSetting?.(given[shown.id]);
  return {
    ...(typeof at_s === 'number' && at_s >= 0 && Number.isFinite(at_s) ? { at_s } : {}),
    ...(half === true ? { half } : {}),
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof speed === 'number' && Number.isFinite(speed) ? { speed } : {}),
    ...(typeof solo_lane === 'number' && Number.isInteger(solo_lane) && solo_lane >= 0 ? { solo_lane } : {}),
    ...(workspace === undefined ? {} : { workspace }),
    ...(shown === undefined || setting === undefined ? {} : { settings: { [shown.id]: setting } }),
    ...(packets === 'wait' || packets === 'label' ? { packets } : {}),
    ...(looked === undefined ? {} : { interval: [looked.from_s, looked.until_s] as const }),
    ...(typeof presenter === 'object' && presenter !== null ? { presenter: readPresenter(presenter) } : {}),
  };
}

function readPresenter(presenter: object): NonNullable<ViewInLink['presenter']> {
  const { plot, theme } = presenter as Record<string, unknown>;
  const named = themeNamed(theme);
  return {
    ...(typeof plot === 'string' ? { plot } : {}),
    ...(named === undefined ? {} : { theme: named }),
  };
}
