/** What a page does beside being read: its theme, the search, scenes. It is the only script of most pages. */

import { defineScene } from './scene';
import { offerSearch } from './search-button';
import { followTheme } from './theme';

function start(): void {
  followTheme();
  offerSearch();
  defineScene();
}

// Where the framework takes the page over, nothing may change before it has.
const { dataset } = document.documentElement;
if (dataset.interactive === undefined || dataset.hydrated !== undefined) start();
else window.addEventListener('site-hydrated', start, { once: true });
