/**
 * A browser tab for tests: its history, its address, and the events that they cause, each in its own turn of the event
 * loop.
 */
/// <reference types="node" />

import { setImmediate } from 'node:timers';

interface Entry {
  readonly hash: string;
  readonly state: unknown;
}

export class FakeTab {
  entries: Entry[] = [{ hash: '', state: null }];
  at = 0;
  private listeners = new Map<string, (() => void)[]>();

  constructor(hash = '') {
    this.entries = [{ hash, state: null }];
  }

  get present(): Entry {
    const entry = this.entries[this.at];
    if (entry === undefined) throw new Error('a tab has a present entry');
    return entry;
  }

  /** Pastes a link or types an address. If the address is unchanged, its history entry is replaced. */
  paste(hash: string): void {
    const isSame = hash === this.present.hash;
    this.put({ hash, state: null }, !isSame);
    this.notifySoon(isSame ? ['popstate'] : ['popstate', 'hashchange']);
  }

  go(by: number): void {
    const to = this.at + by;
    const before = this.entries[to];
    if (before === undefined || by === 0) return;
    const isOther = before.hash !== this.present.hash;
    this.at = to;
    this.notifySoon(isOther ? ['popstate', 'hashchange'] : ['popstate']);
  }

  /** Closes the page and loads it again, which removes its listeners. */
  reload(): void {
    for (const listener of this.listeners.get('pagehide') ?? []) listener();
    this.listeners = new Map();
  }

  /** The part of a window that `core/session/address.ts` uses. */
  get window(): object {
    const { history, location } = this;
    return {
      history,
      location,
      addEventListener: (type: string, listener: () => void) => {
        this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
      },
    };
  }

  private get history(): object {
    const state = (): unknown => this.present.state;
    const write = (isNew: boolean) => (kept: unknown, _: string, address: string) => {
      const hash = address.includes('#') ? address.slice(address.indexOf('#') + 1) : '';
      this.put({ hash, state: structuredClone(kept) }, isNew);
    };
    return {
      get state() {
        return state();
      },
      pushState: write(true),
      replaceState: write(false),
      go: (by: number) => this.go(by),
    };
  }

  private get location(): object {
    const hash = (): string => (this.present.hash === '' ? '' : `#${this.present.hash}`);
    return {
      origin: 'https://example.org',
      pathname: '/',
      search: '',
      get hash() {
        return hash();
      },
    };
  }

  private put(entry: Entry, isNew: boolean): void {
    if (isNew) this.at += 1;
    this.entries = [...this.entries.slice(0, this.at), entry, ...(isNew ? [] : this.entries.slice(this.at + 1))];
  }

  private notifySoon(types: readonly string[]): void {
    for (const type of types) {
      const listening = this.listeners.get(type) ?? [];
      setImmediate(() => {
        for (const listener of listening) listener();
      });
    }
  }
}
