/** Wraps a wide table in a box that scrolls. `client/tables.ts` makes the box scrollable by keyboard. */

import type { MarkdownRenderer } from 'vitepress';

export function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () => '<div class="wide" role="group" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
}
