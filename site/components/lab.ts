/** The URL of the lab. The site is a subfolder of the lab's folder. */

import { withBase } from 'vitepress';

/** The URL of a file of the lab, relative to the page if the site has no fixed URL. */
export function inLab(file: string): string {
  return `${withBase('/')}../${file}`;
}

/** Public parameters as the query of a URL. Parameters without a value are left out. */
export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return `?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}
