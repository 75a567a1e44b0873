/** The lab's colours and typefaces for the site, taken from the lab's sources. */

import { existsSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';
import { PALETTE } from '../../web/src/base/palette.ts';

const COLOURS = 'virtual:lab-colours.css';

/** The style sheet `virtual:lab-colours.css`: every colour of the palette as a custom property, for both themes. */
export function labColours(): Plugin {
  return {
    name: 'lab-colours',
    resolveId: (id) => (id === COLOURS ? `\0${COLOURS}` : null),
    load(id) {
      if (id !== `\0${COLOURS}`) return null;
      const block = (selector: string, theme: 'dark' | 'light'): string => {
        const lines = Object.entries(PALETTE[theme]).flatMap(([name, value]) =>
          typeof value === 'string'
            ? [`  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`]
            : [],
        );
        return `${selector} {\n  color-scheme: ${theme};\n${lines.join('\n')}\n}\n`;
      };
      // A script sets the theme's class. Without scripts the system's theme applies.
      const unscripted = `@media (scripting: none) and (prefers-color-scheme: dark) {\n${block(':root', 'dark')}}\n`;
      return block(':root', 'light') + block(':root.dark', 'dark') + unscripted;
    },
  };
}

const OF_THE_LAB = /url\("?https:\/\/lab\.invalid\/([\w-]+)\.woff2"?\)/g;

/**
 * Replaces `https://lab.invalid/NAME.woff2` in style sheets with the URL of the lab's own font file, which is already
 * cached after a visit to the lab. A missing typeface falls back to the system's.
 */
export function labFonts(assets: string): Plugin {
  return {
    name: 'lab-fonts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = existsSync(assets) ? readdirSync(assets) : [];
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          file.source = String(file.source).replaceAll(OF_THE_LAB, (_whole, name: string) => {
            const found = files.find((one) => one.startsWith(name) && one.endsWith('.woff2'));
            return found === undefined ? 'local("none")' : `url(../../assets/${found})`;
          });
        }
      },
    },
  };
}
