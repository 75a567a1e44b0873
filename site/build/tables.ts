/** A table wider than the page scrolls in a box of its own, by the keyboard as well (`client/tables.ts`). */

import type { MarkdownRenderer } from 'vitepress';

export function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () => '<div class="wide" role="group" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
}
