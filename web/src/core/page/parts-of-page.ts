/** The parts of the page that an address can leave out, by their words: `hide=controls,events`. */

export const PARTS_OF_PAGE = {
  header: 'the head of the page: scenes, disciplines, lessons, theme, sharing',
  headline: 'title, lesson and rule above the queue',
  controls: 'the settings, and the changes on the way',
  state: 'what a discipline remembers, below its queue',
  plots: 'the panel below the queue: plots, paper, theory and the others',
  explain: 'what the discipline just did, in its pseudo-code',
  events: 'the list of events',
  transport: 'play, steps, speed and the time line; the keys go on working',
} as const;

export type PartOfPage = keyof typeof PARTS_OF_PAGE;
