/** What a page does beside being read: its theme, the search, scenes, wide tables. It is the only script of most pages. */

import { defineScene } from './scene';
import { offerSearch } from './search-button';
import { letTablesScroll } from './tables';
import { explainTerms } from './terms';
import { followTheme } from './theme';

function start(): void {
  followTheme();
  offerSearch();
  letTablesScroll();
  explainTerms();
  // Before the scenes, which report that they are ready.
  if (document.querySelector('.chapter') !== null)
    void import('../chapter/client').then((it) => it.defineChapter()).finally(defineScene);
  else defineScene();
}

// Where the framework takes the page over, nothing may change before it has.
const { dataset } = document.documentElement;
if (dataset.interactive === undefined || dataset.hydrated !== undefined) start();
else window.addEventListener('site-hydrated', start, { once: true });
