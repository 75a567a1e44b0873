// Says in words that the page could not be loaded, which else would say for ever that it starts: its first script may be missing
// or cut, where a cache holds an old page beside new files. Not a part of that script, and not inline, which the policy refuses.
(() => {
  // Between the end of loading and the first picture.
  const PATIENCE_MS = 1500;

  /** What React replaces as it begins, or has in its place by now. */
  const waits = () => document.querySelector('[data-waits]') !== null;
  /** Style sheets that the page has when it is loaded. A part that is opened later brings its own, which may be on its way. */
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
    const button = element('button', 'Load it again, past the cache', { type: 'button' });
    // Whatever of the looks is there: no theme is.
    said.style.padding = '1rem';
    Object.assign(button.style, {
      marginTop: '1rem',
      padding: '0.4em 0.8em',
      border: '1px solid',
      borderRadius: '4px',
    });
    button.addEventListener('click', () => {
      button.disabled = true;
      button.textContent = 'Loading it again…';
      globalThis.chokepointLoadAgain();
    });
    said.append(
      element('p', '', {}),
      element(
        'p',
        'A file of it is missing on the server, or arrived cut, or this browser holds an old copy beside a new one.',
      ),
      button,
    );
    said.firstChild.append(
      element('strong', isMissing ? 'Chokepoint could not be loaded.' : 'The looks of this page could not be loaded.'),
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

  /** Fetches what the page consists of past every cache, and opens it again. What was kept for use without the network goes. */
  globalThis.chokepointLoadAgain = async () => {
    const here = window.location.href.split('#')[0];
    const scope = new URL('./', here).href;
    try {
      // A service worker answers no such question: whether the server can be reached.
      const answer = await fetch(here, { method: 'HEAD', cache: 'no-store' });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      const registration = await navigator.serviceWorker?.getRegistration();
      await registration?.unregister();
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.endsWith(scope)).map((name) => caches.delete(name)));
    } catch {
      // Without the network what is kept is all there is; where storage is forbidden nothing is kept.
    }
    try {
      const page = new DOMParser().parseFromString(await (await fetch(here, { cache: 'reload' })).text(), 'text/html');
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const files = [...filesIn(page), ...filesIn(document), ...loaded].map((file) => new URL(file, scope).href);
      const ours = [...new Set(files)].filter((file) => file.startsWith(scope));
      await Promise.all(ours.map((file) => fetch(file, { cache: 'reload' }).catch(() => undefined)));
    } catch {
      // Loading it again says what is wrong.
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
