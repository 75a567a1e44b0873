/** The workspaces. Two belong to the page itself, and the others are tabs of features. Pure. */

/** The workspace with stage, explanation, rule and one plot. A link that names no workspace opens this one. */
export const WATCH = 'watch';
/** The workspace with all settings, all plots, the events and the listing. */
export const LAB = 'lab';

/** Name of the former plots panel in links and addresses of earlier versions. Lab now contains its plots. */
const PLOTS_BEFORE = 'plots';

/**
 * Workspace that a word in a link or an address names. Undefined if there is none. `tabs` has the ids of the features'
 * tabs.
 */
export function workspaceNamed(word: unknown, tabs: readonly string[]): string | undefined {
  if (word === PLOTS_BEFORE) return LAB;
  return workspaceIds(tabs).find((id) => id === word);
}

export function workspaceIds(tabs: readonly string[]): readonly string[] {
  return [WATCH, LAB, ...tabs];
}

/** True for a workspace that shows the stage and the plots of the run. */
export function isOfPage(workspace: string): boolean {
  return workspace === WATCH || workspace === LAB;
}
