/** The interactive parts of every page: theme, search, scenes, wide tables. Most pages have no other script. */

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
  // The chapter loads before the scenes, because it must be listening when a scene sends its `ready` event.
  if (document.querySelector('.chapter') !== null)
    void import('../chapter/client').then((it) => it.defineChapter()).finally(defineScene);
  else defineScene();
}

// On an interactive page, the framework first hydrates the document. The document must not change before that has
// finished.
const { dataset } = document.documentElement;
if (dataset.interactive === undefined || dataset.hydrated !== undefined) start();
else window.addEventListener('site-hydrated', start, { once: true });
