/** Parts of the page that an address can leave out. An address names them as in `hide=controls,events`. */

export const PARTS_OF_PAGE = {
  header: 'the head of the page: workspaces, sharing, the menu',
  headline: 'the title of the scene, its sentence, the choice of rules',
  controls: 'the settings, the questions of what if, and the changes on the way',
  state: 'what a discipline remembers, below its queue',
  plots: 'the plots',
  explain: 'what the discipline just did: the reason, the rule, the listing',
  events: 'the list of events',
  transport: 'play, steps, speed and the time line; the keys go on working',
} as const;

export type PartOfPage = keyof typeof PARTS_OF_PAGE;
