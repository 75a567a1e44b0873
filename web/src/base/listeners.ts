/** Functions to call after each change of an object. */
export class Listeners {
  private readonly all = new Set<() => void>();

  /** Adds a listener. Returns a function that removes it, as React expects of `subscribe`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.all.add(listener);
    return () => {
      this.all.delete(listener);
    };
  };

  notify(): void {
    for (const listener of this.all) listener();
  }
}
