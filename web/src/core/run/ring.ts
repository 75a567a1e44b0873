/** The last `capacity` items, the oldest first. */
export class Ring<T> {
  private readonly items: T[] = [];
  private first = 0;
  /** Total number of items ever added. Readers compare it to detect new items. */
  pushed = 0;

  constructor(readonly capacity: number) {}

  get length(): number {
    return this.items.length;
  }

  push(item: T): void {
    if (this.items.length < this.capacity) this.items.push(item);
    else {
      this.items[this.first] = item;
      this.first = (this.first + 1) % this.capacity;
    }
    this.pushed += 1;
  }

  /** Item by age. 0 is the oldest. */
  at(index: number): T | undefined {
    if (index < 0 || index >= this.items.length) return undefined;
    return this.items[(this.first + index) % this.items.length];
  }

  /** Item by age. 0 is the newest. */
  newest(index: number): T | undefined {
    return this.at(this.items.length - 1 - index);
  }

  clear(): void {
    this.items.length = 0;
    this.first = 0;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.items.length; index += 1) yield this.at(index) as T;
  }
}
