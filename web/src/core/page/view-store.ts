/** How the page is looked at: nothing here changes a number of the run. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ThemeName } from '../../base/palette';
import { resolveTheme, type ThemeChoice } from '../../ui/theme';
import type { Preset } from '../border/scenario';
import type { Interval } from './interval';
import type { PartOfPage } from './parts-of-page';

interface TheoryView {
  /** Undefined: the one that belongs to the scene. */
  readonly picture: string | undefined;
  readonly values: Readonly<Record<string, number>>;
}

export type Sheet = 'controls' | 'explain' | 'paper';

export interface ViewState {
  readonly themeChoice: ThemeChoice;
  /** The theme that a link asks for; the viewer's own choice stays remembered, and ends it. */
  readonly linkedTheme: ThemeName | undefined;
  /** The theme that the parameters of the address ask for, where no link asks for another; the viewer's own choice ends it. */
  readonly addressTheme: ThemeName | undefined;
  /** Parts of the page that the parameters of the address leave out. */
  readonly hidden: readonly PartOfPage[];
  /** The theme in force. */
  readonly theme: ThemeName;
  readonly systemIsLight: boolean;
  readonly prefersReducedMotion: boolean;
  /** The sheet that is open on a narrow screen. */
  readonly openSheet: Sheet | undefined;
  /**
   * What stands below the queue: plots over time, distributions, what the paper says beside what comes out, formulas, a
   * sweep over settings, or the editor of scripts. In the link.
   */
  readonly below: 'plots' | 'distributions' | 'paper' | 'theory' | 'sweep' | 'script';
  /** What the colour of a waiting packet tells. In the link. */
  readonly packetColour: 'flow' | 'wait' | 'label';
  /** Where the scale of waiting times [s] or of labels ends, the same in all lanes. */
  readonly shadeScale: number;
  /** Simulated time under the shared cursor of the plots [s]. */
  readonly cursor_s: number | undefined;
  /** The part of the run that plots and statistics are about; undefined: the whole run. In the link. */
  readonly interval: Interval | undefined;
  /** Flow row under the pointer. */
  readonly hoveredFlow: number | undefined;
  /** Place in `Catalog.reasons`. */
  readonly highlightedReason: number | undefined;
  /** The lane that controls, explanation and steps are about. */
  readonly focusedLane: number;
  /** Parameters are changed for all lanes that have them, not for the focused lane alone. */
  readonly isForAllLanes: boolean;
  /** The only lane shown, or undefined for all. */
  readonly soloLane: number | undefined;
  /** Which formula is shown and what its knobs stand at, where the viewer moved them: `picture.knob`. */
  readonly theory: TheoryView;
  /** The sweep that is set up, as its panel writes it and alone reads it; undefined: the one that suits the scene. In the link. */
  readonly sweep: unknown;
  /** The presenter: one screen for a lecture hall in place of the lab. What stands `below` is its page. In the link. */
  readonly isPresenting: boolean;
  /** The first scene is explained to somebody who has never seen a queue; the panels around it wait. */
  readonly isFirstMinute: boolean;
  /** Id of the plot that the presenter shows; undefined: the first that applies. In the link while presenting. */
  readonly presentedPlot: string | undefined;
  /** The catalogue over the lab: the id of the discipline whose page is open, '' for the table; undefined: closed. */
  readonly catalogue: string | undefined;
}

export const viewStore = createStore<ViewState>(() => ({
  themeChoice: 'system',
  linkedTheme: undefined,
  addressTheme: undefined,
  hidden: [],
  theme: 'dark',
  systemIsLight: false,
  prefersReducedMotion: false,
  openSheet: undefined,
  below: 'plots',
  packetColour: 'flow',
  shadeScale: 0,
  cursor_s: undefined,
  interval: undefined,
  hoveredFlow: undefined,
  highlightedReason: undefined,
  focusedLane: 0,
  isForAllLanes: true,
  soloLane: undefined,
  theory: { picture: undefined, values: {} },
  sweep: undefined,
  isPresenting: false,
  isFirstMinute: false,
  presentedPlot: undefined,
  catalogue: undefined,
}));

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(viewStore, select);
}

export function chooseTheme(themeChoice: ThemeChoice): void {
  viewStore.setState(({ systemIsLight }) => ({
    themeChoice,
    linkedTheme: undefined,
    addressTheme: undefined,
    theme: resolveTheme(themeChoice, systemIsLight),
  }));
}

export function takeSystemPreferences(systemIsLight: boolean, prefersReducedMotion: boolean): void {
  viewStore.setState(({ themeChoice, linkedTheme, addressTheme }) => ({
    systemIsLight,
    prefersReducedMotion,
    theme: linkedTheme ?? addressTheme ?? resolveTheme(themeChoice, systemIsLight),
  }));
}

/** What the parameters of the address ask of the page. */
export function showOnly(hidden: readonly PartOfPage[], addressTheme: ThemeName | undefined): void {
  viewStore.setState(({ theme }) => ({ hidden, addressTheme, theme: addressTheme ?? theme }));
}

export function setCursor(cursor_s: number | undefined): void {
  if (viewStore.getState().cursor_s !== cursor_s) viewStore.setState({ cursor_s });
}

/** Undefined: the whole run again. */
export function lookAt(interval: Interval | undefined): void {
  viewStore.setState({ interval });
}

export function setHoveredFlow(hoveredFlow: number | undefined): void {
  if (viewStore.getState().hoveredFlow !== hoveredFlow) viewStore.setState({ hoveredFlow });
}

export function colourPackets(packetColour: ViewState['packetColour']): void {
  viewStore.setState({ packetColour });
}

export function setShadeScale(shadeScale: number): void {
  if (viewStore.getState().shadeScale !== shadeScale) viewStore.setState({ shadeScale });
}

export function setHighlightedReason(highlightedReason: number | undefined): void {
  if (viewStore.getState().highlightedReason !== highlightedReason) viewStore.setState({ highlightedReason });
}

export function toggleSheet(sheet: Sheet): void {
  viewStore.setState(({ openSheet }) => ({ openSheet: openSheet === sheet ? undefined : sheet }));
}

export function closeSheet(): void {
  viewStore.setState({ openSheet: undefined });
}

/** Something else below the queue: who asks for it has seen the explanation of the first scene. */
export function showBelow(below: ViewState['below']): void {
  leaveFirstMinute();
  if (viewStore.getState().below !== below) viewStore.setState({ below });
}

/** The paper where there is room for it: below the queue, or as a sheet. */
export function togglePaper(isNarrow: boolean): void {
  if (isNarrow) toggleSheet('paper');
  else showBelow(viewStore.getState().below === 'paper' ? 'plots' : 'paper');
}

export function focusLane(focusedLane: number): void {
  if (viewStore.getState().focusedLane !== focusedLane) viewStore.setState({ focusedLane });
}

export function changeForAllLanes(isForAllLanes: boolean): void {
  viewStore.setState({ isForAllLanes });
}

/** Controls and steps are about this lane, and what is changed is changed in it alone. */
export function focusLaneAlone(focusedLane: number): void {
  viewStore.setState({ focusedLane, isForAllLanes: false });
}

/** There are so many lanes now; one of them may be alone. The focus stays where it can. */
export function showLanes(count: number, soloLane: number | undefined): void {
  const alone = soloLane !== undefined && soloLane < count && count > 1 ? soloLane : undefined;
  const { focusedLane } = viewStore.getState();
  viewStore.setState({ soloLane: alone, focusedLane: alone ?? (focusedLane < count ? focusedLane : 0) });
}

/** Shows one lane alone, or all again when it is alone already. */
export function toggleSolo(lane: number): void {
  viewStore.setState(({ soloLane }) =>
    soloLane === lane ? { soloLane: undefined } : { soloLane: lane, focusedLane: lane },
  );
}

/** Who leaves the presenter has the own theme again. */
export function togglePresenting(): void {
  viewStore.setState(({ isPresenting, themeChoice, systemIsLight, addressTheme }) =>
    isPresenting
      ? {
          isPresenting: false,
          linkedTheme: undefined,
          theme: addressTheme ?? resolveTheme(themeChoice, systemIsLight),
        }
      : { isPresenting: true },
  );
}

export function choosePresentedPlot(presentedPlot: string): void {
  viewStore.setState({ presentedPlot });
}

/** The queue alone, with nothing over or beside it. */
export function showFirstMinute(): void {
  viewStore.setState({
    isFirstMinute: true,
    isPresenting: false,
    below: 'plots',
    openSheet: undefined,
    soloLane: undefined,
  });
}

export function leaveFirstMinute(): void {
  if (viewStore.getState().isFirstMinute) viewStore.setState({ isFirstMinute: false });
}

/** The formulas, the sweep, the editor, or the plots again. */
export function toggleBelow(below: 'theory' | 'sweep' | 'script'): void {
  showBelow(viewStore.getState().below === below ? 'plots' : below);
}

export function keepSweep(sweep: unknown): void {
  if (viewStore.getState().sweep !== sweep) viewStore.setState({ sweep });
}

export function choosePicture(picture: string | undefined): void {
  viewStore.setState(({ theory }) => ({ theory: { ...theory, picture } }));
}

export function setTheoryValue(knob: string, value: number): void {
  viewStore.setState(({ theory }) => ({ theory: { ...theory, values: { ...theory.values, [knob]: value } } }));
}

/** The knobs whose names begin so follow the scene again. */
export function resetTheory(beginning: string): void {
  viewStore.setState(({ theory }) => ({
    theory: {
      ...theory,
      values: Object.fromEntries(Object.entries(theory.values).filter(([knob]) => !knob.startsWith(beginning))),
    },
  }));
}

/**
 * Another scene opens in its own view: its own formula, with its own values, in sight at once where the formula is what it is
 * about, else the plots; but what the papers say stays in sight for those who go through them. A scene without a preset has
 * neither a formula nor a paper.
 */
export function lookAtChosen(preset: Preset | undefined): void {
  viewStore.setState(({ below }) => ({
    theory: { picture: undefined, values: {} },
    interval: undefined,
    sweep: undefined,
    below: preset?.theory?.is_shown === true ? 'theory' : preset !== undefined && below === 'paper' ? 'paper' : 'plots',
  }));
}
