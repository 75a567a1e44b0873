/** The search: a dialog with a field and its results, over the index that the build makes (`build/search-index.ts`). */

import MiniSearch, { type SearchOptions } from 'minisearch';
import { FIELDS, type Found, INDEX } from './search-index';

/** Ranking: whole pages before their sections, and user documentation before decisions and results. */
const HOW: SearchOptions = {
  prefix: true,
  fuzzy: 0.15,
  combineWith: 'AND',
  boost: { title: 4, page: 2 },
  boostDocument: (_id, _term, { href } = {}) =>
    (String(href).includes('#') ? 1 : 2) * (/^(decisions|fidelity)\//.test(String(href)) ? 0.4 : 1),
};

let index: Promise<MiniSearch<Found>> | undefined;
let dialog: HTMLDialogElement | undefined;

export function openSearch(): void {
  dialog ??= made();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
}

/** The URL of the site's root, derived from this file's URL. */
const site = new URL(/* @vite-ignore */ '../', import.meta.url);

async function load(): Promise<MiniSearch<Found>> {
  const answer = await fetch(new URL(INDEX, site));
  if (!answer.ok) throw new Error(`${INDEX}: ${answer.status}`);
  return MiniSearch.loadJSONAsync<Found>(await answer.text(), FIELDS);
}

function made(): HTMLDialogElement {
  const box = document.createElement('dialog');
  box.className = 'search';
  box.setAttribute('aria-label', 'Search');
  box.innerHTML = `
    <form method="dialog" class="search__head">
      <input type="text" inputmode="search" aria-label="Search the documentation" placeholder="Search the documentation"
        autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls="found">
      <button type="submit" class="button">Close</button>
    </form>
    <p class="search__said" role="status"></p>
    <ul id="found" class="search__found" role="listbox" aria-label="Results"></ul>`;
  document.body.append(box);
  const field = box.querySelector('input') as HTMLInputElement;
  const list = box.querySelector('ul') as HTMLUListElement;
  const said = box.querySelector('p') as HTMLElement;
  let chosen = 0;

  const choose = (place: number): void => {
    const all = [...list.children];
    chosen = Math.max(0, Math.min(place, all.length - 1));
    for (const [at, item] of all.entries()) item.setAttribute('aria-selected', String(at === chosen));
    const item = all[chosen];
    field.setAttribute('aria-activedescendant', item?.id ?? '');
    item?.scrollIntoView({ block: 'nearest' });
  };

  const look = async (): Promise<void> => {
    index ??= load();
    const words = field.value.trim();
    try {
      const all = await index;
      if (words !== field.value.trim()) return;
      const results = all.search(words, HOW).slice(0, 20);
      list.replaceChildren(...results.map((found, at) => item(found as unknown as Found, at)));
      said.textContent = words === '' ? '' : results.length === 0 ? `No results for “${words}”.` : '';
      choose(0);
    } catch {
      index = undefined;
      said.textContent = 'The search index could not be loaded. Check your connection.';
    }
  };

  field.addEventListener('input', () => void look());
  field.addEventListener('focus', () => void look(), { once: true });
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      choose(chosen + step);
    } else if (event.key === 'Enter' && event.target === field) {
      event.preventDefault();
      list.children[chosen]?.querySelector('a')?.click();
    }
  });
  // A link to a heading on the same page loads no new page, so it must also close the dialog.
  list.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a') !== null) box.close();
  });
  // A click outside the dialog closes it.
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  return box;
}

function item({ href, title, page }: Found, at: number): HTMLElement {
  const entry = document.createElement('li');
  entry.id = `found-${at}`;
  entry.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = new URL(href, site).href;
  link.tabIndex = -1;
  const name = document.createElement('span');
  name.textContent = title;
  const where = document.createElement('small');
  where.textContent = page === title ? '' : page;
  link.append(name, where);
  entry.append(link);
  return entry;
}
