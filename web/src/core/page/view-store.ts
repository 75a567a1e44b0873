/** State of the page's view. It never influences the results of a run. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ThemeName } from '../../base/palette';
import { resolveTheme, type ThemeChoice } from '../../ui/theme';
import type { Preset } from '../border/scenario';
import type { Interval } from './interval';
import type { PartOfPage } from './parts-of-page';
import { isOfPage, WATCH } from './workspaces';

export type Sheet = 'controls' | 'explain';

export interface ViewState {
  readonly themeChoice: ThemeChoice;
  /** Theme that the link requests. It overrides the user's stored theme until the user chooses another. */
  readonly linkedTheme: ThemeName | undefined;
  /** Theme in the query of the URL. It applies if the link names no theme, until the user chooses another. */
  readonly addressTheme: ThemeName | undefined;
  /** Parts of the page that the address parameters leave out. */
  readonly hidden: readonly PartOfPage[];
  /** Current theme of the page. */
  readonly theme: ThemeName;
  readonly systemIsLight: boolean;
  readonly prefersReducedMotion: boolean;
  /** The sheet that is open on a narrow screen. */
  readonly openSheet: Sheet | undefined;
  /** The workspace: `watch`, `lab`, or the id of a feature's tab (`features.ts`). Stored in the link. */
  readonly workspace: string;
  /**
   * `watch` or `lab`, whichever was used last. A second press of the shortcut key of a feature's tab returns to this
   * workspace.
   */
  readonly home: string;
  /**
   * Settings of the features' tabs, by tab id. Each tab reads only its own settings. The link stores those of the open
   * workspace.
   */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The quantity that determines the colour of a waiting packet. Stored in the link. */
  readonly packetColour: 'flow' | 'wait' | 'label';
  /**
   * Value at the upper end of the colour scale of packets: a waiting time [s], or the label on a packet. All lanes
   * share the scale.
   */
  readonly shadeScale: number;
  /** Simulated time at the shared cursor of the plots [s]. */
  readonly cursor_s: number | undefined;
  /** Interval of the run to which plots and statistics are limited. Undefined for the whole run. Stored in the link. */
  readonly interval: Interval | undefined;
  /** True if plots over time also show the results of the scene under other seeds. */
  readonly hasSeedBands: boolean;
  /** Row of the flow under the pointer. */
  readonly hoveredFlow: number | undefined;
  /** The reason for drops or marks that is under the pointer, as an index in `Catalog.reasons`. */
  readonly highlightedReason: number | undefined;
  /** Index of the lane to which controls, explanation and steps apply. */
  readonly focusedLane: number;
  /** True if a parameter is changed in all lanes that have it. If false, it is changed only in the focused lane. */
  readonly isForAllLanes: boolean;
  /** Index of the only displayed lane. Undefined if all lanes are shown. */
  readonly soloLane: number | undefined;
  /** True if Lab shows the discipline's code with all details. If false, Lab shows the shorter rule as in the paper. */
  readonly isListing: boolean;
  /** True if a discipline's rule is shown as a flow chart. Has no effect on a discipline without a flow chart. */
  readonly isChart: boolean;
  /**
   * True if Lab lists the events. If false, the events are reduced to one line, which leaves more room for explanation
   * and rule.
   */
  readonly areEventsOpen: boolean;
  /** True in the presenter, which shows one workspace for a lecture hall. Stored in the link. */
  readonly isPresenting: boolean;
  /** True while the introduction explains the first scene. The other panels are then hidden. */
  readonly isFirstMinute: boolean;
  /**
   * Id of the plot in the presenter. Undefined for the first plot that the scene has. Stored in the link of the
   * presenter.
   */
  readonly presentedPlot: string | undefined;
  /**
   * State of the catalogue of disciplines: the id of the discipline whose page is open, '' for the table of all
   * disciplines, or undefined if the catalogue is closed.
   */
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
  workspace: WATCH,
  home: WATCH,
  packetColour: 'flow',
  shadeScale: 0,
  cursor_s: undefined,
  interval: undefined,
  hasSeedBands: false,
  hoveredFlow: undefined,
  highlightedReason: undefined,
  focusedLane: 0,
  isForAllLanes: true,
  soloLane: undefined,
  settings: {},
  isListing: false,
  isChart: false,
  areEventsOpen: false,
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

/** Applies the page parameters of the address. */
export function showOnly(hidden: readonly PartOfPage[], addressTheme: ThemeName | undefined): void {
  viewStore.setState(({ theme }) => ({ hidden, addressTheme, theme: addressTheme ?? theme }));
}

export function setCursor(cursor_s: number | undefined): void {
  if (viewStore.getState().cursor_s !== cursor_s) viewStore.setState({ cursor_s });
}

/** Limits plots and statistics to an interval. Undefined removes the limit. */
export function lookAt(interval: Interval | undefined): void {
  viewStore.setState({ interval });
}

export function setSeedBands(hasSeedBands: boolean): void {
  viewStore.setState({ hasSeedBands });
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

/** Shows another workspace with the same scene, run and simulated time. Ends the introduction. */
export function showWorkspace(workspace: string): void {
  leaveFirstMinute();
  if (viewStore.getState().workspace === workspace) return;
  viewStore.setState(({ home }) => ({ workspace, home: isOfPage(workspace) ? workspace : home }));
}

export function focusLane(focusedLane: number): void {
  if (viewStore.getState().focusedLane !== focusedLane) viewStore.setState({ focusedLane });
}

export function changeForAllLanes(isForAllLanes: boolean): void {
  viewStore.setState({ isForAllLanes });
}

/** Makes controls, steps and changes apply to this lane only. */
export function focusLaneAlone(focusedLane: number): void {
  viewStore.setState({ focusedLane, isForAllLanes: false });
}

/**
 * Sets the number of lanes, and the index of the lane that is shown alone, if any. The focused lane does not change if
 * it still exists.
 */
export function showLanes(count: number, soloLane: number | undefined): void {
  const alone = soloLane !== undefined && soloLane < count && count > 1 ? soloLane : undefined;
  const { focusedLane } = viewStore.getState();
  viewStore.setState({ soloLane: alone, focusedLane: alone ?? (focusedLane < count ? focusedLane : 0) });
}

/** Shows one lane alone. If this lane is already shown alone, shows all lanes. */
export function toggleSolo(lane: number): void {
  viewStore.setState(({ soloLane }) =>
    soloLane === lane ? { soloLane: undefined } : { soloLane: lane, focusedLane: lane },
  );
}

/** Opens or closes the presenter. Closing it restores the theme that the user chose. */
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

export function showListing(isListing: boolean): void {
  viewStore.setState({ isListing });
}

export function showChart(isChart: boolean): void {
  viewStore.setState({ isChart });
}

export function showEvents(areEventsOpen: boolean): void {
  viewStore.setState({ areEventsOpen });
}

export function choosePresentedPlot(presentedPlot: string): void {
  viewStore.setState({ presentedPlot });
}

/** Begins the introduction, which shows the queue without other panels. */
export function showFirstMinute(): void {
  viewStore.setState({
    isFirstMinute: true,
    isPresenting: false,
    workspace: WATCH,
    home: WATCH,
    openSheet: undefined,
    soloLane: undefined,
  });
}

export function leaveFirstMinute(): void {
  if (viewStore.getState().isFirstMinute) viewStore.setState({ isFirstMinute: false });
}

/** Opens a workspace. If it is already open, returns to Watch or Lab, whichever was used last. */
export function toggleWorkspace(id: string): void {
  const { workspace, home } = viewStore.getState();
  showWorkspace(workspace === id ? home : id);
}

/** Stores the setting of a tab. Undefined selects the default for the scene. */
export function keepSetting(tab: string, value: unknown): void {
  if (viewStore.getState().settings[tab] === value) return;
  viewStore.setState(({ settings }) => ({ settings: { ...settings, [tab]: value } }));
}

/**
 * Resets the view for a newly chosen scene. A scene about a formula opens in its theory. Any other scene opens in
 * Paper, with the same quantity, if Paper was open, and otherwise in `home`. A scene without a preset has neither
 * theory nor paper.
 */
export function lookAtChosen(preset: Preset | undefined): void {
  viewStore.setState(({ workspace, home, settings }) => {
    const isTheory = preset?.theory?.is_shown === true;
    const isPaper = !isTheory && preset !== undefined && workspace === 'paper';
    return {
      settings: isPaper && settings.paper !== undefined ? { paper: settings.paper } : {},
      interval: undefined,
      hasSeedBands: false,
      workspace: isTheory ? 'theory' : isPaper ? 'paper' : home,
    };
  });
}
