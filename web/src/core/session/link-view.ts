/** The view of a scene in links: written from the page into a link, and applied from a link to the page. */

import { PALETTE, type ThemeName } from '../../base/palette';
import { resolveTheme } from '../../ui/theme';
import type { Catalog } from '../border/catalog';
import type { StepKind, ViewInLink } from '../border/client';
import { readInterval } from '../page/interval';
import type { ViewState } from '../page/view-store';
import { isOfPage, WATCH } from '../page/workspaces';

/**
 * The view that a link describes. Everything that the link does not contain has its default, whatever the previous view
 * was.
 */
export function viewAsLinked(
  { workspace = WATCH, packets, settings, presenter, interval }: ViewInLink,
  { themeChoice, systemIsLight, addressTheme }: Pick<ViewState, 'themeChoice' | 'systemIsLight' | 'addressTheme'>,
): Pick<
  ViewState,
  | 'workspace'
  | 'home'
  | 'packetColour'
  | 'interval'
  | 'settings'
  | 'isPresenting'
  | 'presentedPlot'
  | 'linkedTheme'
  | 'theme'
> {
  const linkedTheme = themeNamed(presenter?.theme);
  return {
    workspace,
    home: isOfPage(workspace) ? workspace : WATCH,
    packetColour: packets ?? 'flow',
    settings: settings ?? {},
    interval: readInterval(interval),
    isPresenting: presenter !== undefined,
    presentedPlot: presenter?.plot,
    linkedTheme,
    theme: linkedTheme ?? addressTheme ?? resolveTheme(themeChoice, systemIsLight),
  };
}

/**
 * The field of a link for the presenter. Empty if the presenter is closed. A theme that follows the system is left out.
 */
export function presenterInLink({
  isPresenting,
  presentedPlot,
  themeChoice,
  linkedTheme,
}: ViewState): Pick<ViewInLink, 'presenter'> {
  if (!isPresenting) return {};
  const theme = linkedTheme ?? (themeChoice === 'system' ? undefined : themeChoice);
  return {
    presenter: {
      ...(presentedPlot === undefined ? {} : { plot: presentedPlot }),
      ...(theme === undefined ? {} : { theme }),
    },
  };
}

/**
 * The simulated time for a link. `half` is true if the run has stopped after the draws of a match, before its drops.
 */
export function momentInLink(at_s: number, isHalfway: boolean): Pick<ViewInLink, 'at_s' | 'half'> {
  return { at_s, ...(isHalfway ? { half: true } : {}) };
}

const PLAIN_STEPS = ['match', 'second', 'drop'] as const;

/**
 * Unit of the step buttons in a link: `match`, `second`, `drop`, `drop:REASON` or `arrival:FLOW`. Undefined for a
 * decision.
 */
export function stepInLink(kind: StepKind, catalog: Pick<Catalog, 'reasons'> | undefined): Pick<ViewInLink, 'step'> {
  if (kind.kind === 'arrival') return { step: `arrival:${kind.flow + 1}` };
  if (kind.kind === 'drop' && kind.reason !== undefined) {
    const reason = catalog?.reasons[kind.reason]?.id;
    return { step: reason === undefined ? 'drop' : `drop:${reason}` };
  }
  const plain = PLAIN_STEPS.find((step) => step === kind.kind);
  return plain === undefined ? {} : { step: plain };
}

/** The unit of steps in a link. If the link has no valid unit, steps are by decision. */
export function stepKindIn(
  step: string | undefined,
  catalog: Pick<Catalog, 'reasons'> | undefined,
  flows: number,
): StepKind {
  const plain = PLAIN_STEPS.find((known) => known === step);
  if (plain !== undefined) return { kind: plain };
  const [kind = '', value = ''] = step?.split(':') ?? [];
  const flow = kind === 'arrival' ? Number(value) : Number.NaN;
  if (Number.isInteger(flow) && flow >= 1 && flow <= flows) return { kind: 'arrival', flow: flow - 1 };
  const reason = catalog?.reasons.findIndex(({ id }) => kind === 'drop' && id === value) ?? -1;
  return reason < 0 ? { kind: 'decision' } : { kind: 'drop', reason };
}

export function themeNamed(theme: unknown): ThemeName | undefined {
  return typeof theme === 'string' && Object.hasOwn(PALETTE, theme) ? (theme as ThemeName) : undefined;
}
