// Unpacks the parts of a saved file and starts the page with them. It is the first script and needs no other.
(async () => {
  const TYPES = {
    css: 'text/css',
    js: 'text/javascript',
    json: 'application/json',
    txt: 'text/plain;charset=utf-8',
    wasm: 'application/wasm',
    woff2: 'font/woff2',
  };
  const addresses = new Map();

  globalThis.chokepointPart = (name) => addresses.get(name) ?? `blob:${name} is not in this file`;

  // On a page from a disk, Chromium starts only classic workers. Each of our workers is one script.
  globalThis.Worker = class extends Worker {
    constructor(address, options) {
      super(address, { ...options, type: 'classic' });
    }
  };

  // Five characters, from # to y without <, encode four bytes; `cut` bytes at the end are padding.
  const bytesOf = (letters, cut) => {
    const view = new DataView(new ArrayBuffer((letters.length / 5) * 4));
    for (let at = 0; at < letters.length; at += 5) {
      let value = 0;
      for (let place = at; place < at + 5; place += 1) {
        const code = letters.charCodeAt(place);
        value = value * 85 + code - (code > 60 ? 36 : 35);
      }
      view.setUint32((at / 5) * 4, value);
    }
    return new Uint8Array(view.buffer, 0, view.byteLength - cut);
  };

  const unpacked = async (element) => {
    const bytes = bytesOf(element.textContent, Number(element.dataset.cut));
    element.remove();
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).arrayBuffer();
  };
  const keep = (name, content) => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    addresses.set(name, URL.createObjectURL(new Blob([content], { type })));
  };

  const tellWhereFrom = ({ title, lab }) => {
    const line = document.querySelector('.saved-line');
    const link = document.createElement('a');
    link.textContent = 'Open it in the lab';
    link.rel = 'noreferrer';
    // The link follows the present address of the page, not the address when the file was saved.
    const lead = () => {
      link.href = lab + window.location.hash;
    };
    lead();
    for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, lead);
    const { content } = document.querySelector('meta[name="generator"]');
    line.append(`${title}. Saved from ${content}; works without the network. `, link);
  };

  try {
    const parts = [...document.querySelectorAll('script[data-part]')];
    const contents = await Promise.all(parts.map(async (part) => [part.dataset.part, await unpacked(part)]));
    const styles = contents.filter(([name]) => name.endsWith('.css'));
    for (const [name, content] of contents) if (!name.endsWith('.css')) keep(name, content);
    for (const [name, content] of styles) {
      // A style sheet refers to the fonts as files beside it.
      const text = new TextDecoder().decode(content);
      keep(
        name,
        text.replace(/url\((?:\.\/)?(?:assets\/)?([\w.-]+)\)/g, (_whole, file) => `url(${chokepointPart(file)})`),
      );
      const sheet = document.createElement('link');
      sheet.rel = 'stylesheet';
      sheet.href = addresses.get(name);
      document.head.append(sheet);
    }
    const saved = JSON.parse(document.getElementById('saved')?.textContent ?? 'null');
    if (saved !== null) {
      globalThis.chokepointLab = saved.lab;
      if (window.location.hash === '') window.history.replaceState(null, '', `#${saved.fragment}`);
      tellWhereFrom(saved);
    }
    await import(addresses.get('page.js'));
  } catch (problem) {
    const [place] = document.getElementsByTagName('main');
    place.textContent = `This file could not be opened: ${problem instanceof Error ? problem.message : problem}. It needs a browser of 2023 or later.`;
  }
})();
