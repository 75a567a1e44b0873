/** A table wider than the page scrolls in a box of its own, also by the keyboard. */

import type { MarkdownRenderer } from 'vitepress';

export function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
}
