/** The view of the page: nothing here changes a number of the run. */

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
  /** The workspace that fills the page: `watch`, `lab`, or the id of a feature's tab (`features.ts`). In the link. */
  readonly workspace: string;
  /** The last workspace of the page itself: a key that opens a feature leads back there. */
  readonly home: string;
  /** Settings of the features' tabs, by their ids; each reads its own alone. Those of the workspace are in the link. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The quantity that the colour of a waiting packet shows. In the link. */
  readonly packetColour: 'flow' | 'wait' | 'label';
  /** The end of the scale of waiting times [s] or of labels, the same in all lanes. */
  readonly shadeScale: number;
  /** Simulated time under the shared cursor of the plots [s]. */
  readonly cursor_s: number | undefined;
  /** The part of the run that plots and statistics are about; undefined: the whole run. In the link. */
  readonly interval: Interval | undefined;
  /** Plots over time show the scene under other seeds, too. */
  readonly hasSeedBands: boolean;
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
  /** The lab shows the listing as it runs, in place of the rule as in the paper. */
  readonly isListing: boolean;
  /** A rule that its source draws as a flow chart is shown as one, in place of its lines. */
  readonly isChart: boolean;
  /** The lab lists the events; else they are one line, and reason and rule have the room. */
  readonly areEventsOpen: boolean;
  /** The presenter: one screen for a lecture hall in place of the lab. The workspace is its page. In the link. */
  readonly isPresenting: boolean;
  /** The first scene is explained to newcomers; the panels around it wait. */
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

/** Undefined: the whole run again. */
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

/** Another workspace, with the same scene, moment and run. The introduction ends with it. */
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

/** Controls and steps are about this lane, and changes are made in it alone. */
export function focusLaneAlone(focusedLane: number): void {
  viewStore.setState({ focusedLane, isForAllLanes: false });
}

/** Sets the number of lanes; one of them may be alone. The focus stays where it can. */
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

/** After the presenter the viewer's own theme is back. */
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

/** The queue alone, with nothing over or beside it. */
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

/** A workspace, or the one of the page that was left for it. */
export function toggleWorkspace(id: string): void {
  const { workspace, home } = viewStore.getState();
  showWorkspace(workspace === id ? home : id);
}

/** Undefined: as suits the scene. */
export function keepSetting(tab: string, value: unknown): void {
  if (viewStore.getState().settings[tab] === value) return;
  viewStore.setState(({ settings }) => ({ settings: { ...settings, [tab]: value } }));
}

/**
 * Another scene opens in the workspace of the page that was open last, with its own values. A scene that is about a formula
 * opens with its theory. The paper stays open from scene to scene, with the quantity that its figure shows; a scene without a preset has neither paper nor theory.
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
