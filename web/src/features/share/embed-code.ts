/** The HTML that shows a scene in another page. Pure. */

import { type EmbedOptions, embedAddress, queryOf } from './embed-address';

/** The size of the frame [CSS pixels]. */
interface EmbedSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The frame's permissions: it may run scripts, keep its origin and open the lab in a tab. The embed's workers cannot
 * start without an origin.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** `link` is the scene's URL in the lab. */
export function frameCode(link: string, options: EmbedOptions, { width, height }: EmbedSize, title: string): string {
  return [
    `<iframe src="${escaped(embedAddress(link, options))}"`,
    `  width="${width}" height="${height}" title="${escaped(title)}"`,
    `  style="max-width: 100%" loading="lazy" referrerpolicy="no-referrer"`,
    `  sandbox="${SANDBOX}"></iframe>`,
  ].join('\n');
}

/** The code with the element that the lab's module defines. A page needs the module's script only once. */
export function elementCode(link: string, options: EmbedOptions, { width, height }: EmbedSize, title: string): string {
  const words = [...new URLSearchParams(queryOf(options))].map(([name, value]) => `${name}="${escaped(value)}"`);
  return [
    `<script type="module" src="${escaped(new URL('embed-api.js', link).href)}"></script>`,
    `<chokepoint-scene link="${escaped(link)}"`,
    `  ${[`width="${width}"`, `height="${height}"`, ...words].join(' ')}`,
    `  title="${escaped(title)}"></chokepoint-scene>`,
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}
