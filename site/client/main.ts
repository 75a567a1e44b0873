/** The interactive parts of every page: theme, search, scenes, wide tables. It is the only script of most pages. */

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
  // Loaded before the scenes: the scenes send a message when they are ready, and the chapter listens for it.
  if (document.querySelector('.chapter') !== null)
    void import('../chapter/client').then((it) => it.defineChapter()).finally(defineScene);
  else defineScene();
}

// If the framework takes over the page, the document must stay unchanged until then.
const { dataset } = document.documentElement;
if (dataset.interactive === undefined || dataset.hydrated !== undefined) start();
else window.addEventListener('site-hydrated', start, { once: true });
