/** Parts of the page that an address can leave out. An address names them as in `hide=controls,events`. */

export const PARTS_OF_PAGE = {
  header: 'the header of the page: workspaces, sharing, the menu',
  headline: 'the title and description of the scene, and the choice of disciplines',
  controls: 'the settings, the what-if questions and the timed changes',
  state: 'the state that a discipline keeps, below its queue',
  plots: 'the plots',
  explain: 'what the discipline just did: the reason, the rule, the listing',
  events: 'the list of events',
  transport: 'play, steps, speed and the timeline; the keys still work',
} as const;

export type PartOfPage = keyof typeof PARTS_OF_PAGE;
