/** A scene or a lesson as one HTML file that contains the engine. The file opens without a network or a server. */

import { ONE_FILE_NAME } from './one-file-name';

/** Content and origin of the saved file. `one-file/loader.js` reads this record. */
interface Saved {
  readonly fragment: string;
  readonly title: string;
  /** Address of the lab in which the file was saved. */
  readonly lab: string;
}

/** Saves a scene or a lesson. `fragment` is its fragment with or without `#`, and `name` is the name of the file. */
export async function saveOneFile(fragment: string, name: string): Promise<void> {
  const lab = new URL('./', window.location.href).href;
  const text = withScene(await template(), { fragment: fragment.replace(/^#/, ''), title: document.title, lab });
  const address = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name.endsWith('.html') ? name : `${name}.html`;
  anchor.click();
  // The object URL stays valid for a second, so that the browser can read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function template(): Promise<string> {
  if (import.meta.env.MODE === 'one-file')
    throw new Error('This page is itself a saved file. Copy it, or open the scene in the lab and save it there.');
  const response = await fetch(ONE_FILE_NAME).catch(() => undefined);
  if (response === undefined)
    throw new Error('The lab as one file could not be loaded. Check your network connection.');
  if (!response.ok) throw new Error(`The lab as one file could not be loaded: the server answered ${response.status}.`);
  return response.text();
}

/** The template of the single-file lab, with a scene or a lesson inserted. Pure. */
export function withScene(template: string, saved: Saved): string {
  const parts = template.split('<!--saved-->');
  if (parts.length !== 2) throw new Error('The lab as one file is damaged: it has no place for a scene.');
  const [before = '', after = ''] = parts;
  const title = saved.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // A `<` in the data could end the element that contains them.
  const data = JSON.stringify(saved).replaceAll('<', '\\u003c');
  return [
    before.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`),
    `<script type="application/json" id="saved">${data}</script>`,
    after,
  ].join('');
}
