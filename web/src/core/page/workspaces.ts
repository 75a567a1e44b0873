/** The workspaces that fill the page. Two belong to the page itself, every other one is the tab of a feature. Pure. */

/** The stage, the reason, the rule and one plot. Every scene opens here. */
export const WATCH = 'watch';
/** All settings, all plots, the events and the listing. */
export const LAB = 'lab';

/** Links and addresses of earlier versions name the panel below the queue; the plots were in what is the lab now. */
const PLOTS_BEFORE = 'plots';

/** The workspace that a word of a link or of an address means; undefined: none. `tabs`: ids of the tabs of features. */
export function workspaceNamed(word: unknown, tabs: readonly string[]): string | undefined {
  if (word === PLOTS_BEFORE) return LAB;
  return workspaceIds(tabs).find((id) => id === word);
}

/** All words that name a workspace. */
export function workspaceIds(tabs: readonly string[]): readonly string[] {
  return [WATCH, LAB, ...tabs];
}

/** True if a workspace shows the stage and the plots of the run, and no feature in their place. */
export function isOfPage(workspace: string): boolean {
  return workspace === WATCH || workspace === LAB;
}
