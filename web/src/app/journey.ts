/** The way to another moment: one is gone at a time, and of those asked for meanwhile only the last. */

import type { EngineKeeper } from './engine-keeper';
import type { Told } from './lane-engines';

/** A way to another moment. */
interface Way {
  readonly go: () => Promise<Told>;
  readonly thenPlays: boolean;
}

export class Journey {
  private isUnderWay = false;
  /** Where to go after that. */
  private next: Way | undefined;

  /** `arrive` takes what is told of the moment. */
  constructor(
    private readonly keeper: EngineKeeper,
    private readonly arrive: (told: Told, thenPlays: boolean) => Promise<void>,
  ) {}

  /** Goes to another moment; asked for while on the way to one, it goes there next, and leaves out those in between. */
  async to(go: () => Promise<Told>, thenPlays: boolean): Promise<void> {
    this.next = { go, thenPlays };
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    try {
      await this.keeper.perform(() => this.goOn());
    } finally {
      this.isUnderWay = false;
      this.next = undefined;
    }
  }

  private async goOn(): Promise<void> {
    while (this.next !== undefined) {
      const { go, thenPlays } = this.next;
      this.next = undefined;
      await this.arrive(await this.keeper.counted(go), thenPlays);
    }
  }
}
