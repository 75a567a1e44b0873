/**
 * `<site-scene preset="…" lab="…">`. Shows its content until it comes near the viewport. Then it shows the lab's own
 * element `<chokepoint-scene>` (embed-api.js), and sends `ready` with that element's `scene`, which exchanges messages
 * with the frame (docs/embedding.md).
 */

import type { ChokepointSceneElement } from '../../web/src/embed/host/embed-api';
import { isDark } from './theme';

/** Attributes that are passed on to `<chokepoint-scene>`. */
const WORDS = ['preset', 'aqm', 'set', 'at', 'show', 'hide', 'plot', 'play', 'height'] as const;
/** The module that defines `<chokepoint-scene>`, relative to the lab's folder. */
const MODULE = 'embed-api.js';

class SiteScene extends HTMLElement {
  static readonly observedAttributes = [...WORDS];
  private readonly observer = new IntersectionObserver((entries) => this.see(entries), { rootMargin: '200px 0px' });
  private shown: ChokepointSceneElement | undefined;

  connectedCallback(): void {
    if (this.shown === undefined) this.observer.observe(this);
  }

  disconnectedCallback(): void {
    this.observer.disconnect();
  }

  attributeChangedCallback(word: string, _before: string | null, value: string | null): void {
    if (this.shown === undefined) return;
    if (value === null) this.shown.removeAttribute(word);
    else this.shown.setAttribute(word, value);
  }

  private see(entries: readonly IntersectionObserverEntry[]): void {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.observer.disconnect();
    // If the browser asks to save data, half a megabyte loads only when the reader presses the button.
    const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
    if (connection?.saveData === true) this.ask();
    else void this.show();
  }

  private ask(): void {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = 'Show the scene';
    button.addEventListener('click', () => {
      button.disabled = true;
      void this.show();
    });
    this.firstElementChild?.append(button);
  }

  private async show(): Promise<void> {
    const lab = new URL(this.getAttribute('lab') ?? '../', document.baseURI);
    try {
      await import(/* @vite-ignore */ new URL(MODULE, lab).href);
    } catch {
      this.firstElementChild?.append(problem());
      return;
    }
    const scene = document.createElement('chokepoint-scene') as ChokepointSceneElement;
    for (const word of WORDS) {
      const value = this.getAttribute(word);
      if (value !== null) scene.setAttribute(word, value);
    }
    scene.setAttribute('theme', isDark() ? 'dark' : 'light');
    scene.setAttribute('title', this.getAttribute('label') ?? '');
    this.replaceChildren(scene);
    this.shown = scene;
    this.dispatchEvent(new CustomEvent('ready', { detail: scene.scene, bubbles: true }));
  }
}

function problem(): HTMLElement {
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  text.textContent = 'The scene could not be loaded. Check your connection.';
  return text;
}

export function defineScene(): void {
  if (customElements.get('site-scene') === undefined) customElements.define('site-scene', SiteScene);
}
