/** Functions that are called after each change of an object. */
export class Listeners {
  private readonly all = new Set<() => void>();

  /** Adds a listener. The returned function removes it. React can use it as `subscribe`. */
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
