// Reports a page that could not be loaded; without this script the page would show for ever that it starts. The first
// script may be missing or cut, or a cache may hold an old page beside new files. This script is a separate file,
// because it must work without the first script and the policy refuses inline code.
(() => {
  // The wait between the end of loading and the report; the first picture normally appears earlier.
  const PATIENCE_MS = 1500;

  /** True while the placeholder is there, which React replaces when it starts. */
  const waits = () => document.querySelector('[data-waits]') !== null;
  /**
   * The style sheets of the page at the end of loading. A part that is opened later brings its own sheet, which may
   * still be loading.
   */
  let sheets = [];
  const isUnstyled = () => sheets.some((link) => link.isConnected && link.sheet === null);

  const element = (name, text, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const tell = () => {
    const isMissing = waits();
    if (!isMissing && !isUnstyled()) return;
    const said = element('section', '', { role: 'alert' });
    const button = element('button', 'Reload, bypassing the cache', { type: 'button' });
    // Inline style, since the style sheet may be missing; a theme is not set yet.
    said.style.padding = '1rem';
    Object.assign(button.style, {
      marginTop: '1rem',
      padding: '0.4em 0.8em',
      border: '1px solid',
      borderRadius: '4px',
    });
    button.addEventListener('click', () => {
      button.disabled = true;
      button.textContent = 'Reloading…';
      globalThis.chokepointLoadAgain();
    });
    said.append(
      element('p', '', {}),
      element(
        'p',
        'One of its files is missing on the server, arrived truncated, or does not fit the copies in this browser’s cache.',
      ),
      button,
    );
    said.firstChild.append(
      element('strong', isMissing ? 'Chokepoint could not be loaded.' : 'The styles of this page could not be loaded.'),
    );
    const place = document.querySelector('[data-waits] main') ?? document.querySelector('[data-waits]');
    if (place === null) return document.body.prepend(said);
    place.hidden = false;
    place.replaceChildren(said);
    document.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
  };

  const filesIn = (page) =>
    [...page.querySelectorAll('script[src], link[href]')].map(
      (it) => it.getAttribute('src') ?? it.getAttribute('href'),
    );

  /** Fetches the page's files past every cache, removes what was stored for offline use, and opens the page again. */
  globalThis.chokepointLoadAgain = async () => {
    const here = window.location.href.split('#')[0];
    const scope = new URL('./', here).href;
    try {
      // Asks whether the server can be reached, with a method that the service worker does not answer.
      const answer = await fetch(here, { method: 'HEAD', cache: 'no-store' });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      const registration = await navigator.serviceWorker?.getRegistration();
      await registration?.unregister();
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.endsWith(scope)).map((name) => caches.delete(name)));
    } catch {
      // Without the network the stored files must stay; without storage there are none.
    }
    try {
      const page = new DOMParser().parseFromString(await (await fetch(here, { cache: 'reload' })).text(), 'text/html');
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const files = [...filesIn(page), ...filesIn(document), ...loaded].map((file) => new URL(file, scope).href);
      const ours = [...new Set(files)].filter((file) => file.startsWith(scope));
      await Promise.all(ours.map((file) => fetch(file, { cache: 'reload' }).catch(() => undefined)));
    } catch {
      // A failure here needs no report: loading the page again reports it.
    }
    window.location.reload();
  };

  const look = () => {
    sheets = [...document.querySelectorAll('head > link[rel="stylesheet"]')];
    setTimeout(tell, PATIENCE_MS);
  };
  if (document.readyState === 'complete') look();
  else window.addEventListener('load', look, { once: true });
})();
