/** Where scenes stood when they were left for others: Back and Forward lead to those moments. */

export interface Left {
  readonly at_s: number;
  readonly wasPlaying: boolean;
}

/** More scenes than this are not remembered. */
const MOST = 50;

export class LeftScenes {
  private readonly left = new Map<string, Left>();

  /** `fragment`: what the address says of the scene. */
  remember(fragment: string, left: Left): void {
    // The last one is the one that was left last.
    this.left.delete(fragment);
    this.left.set(fragment, left);
    const [oldest] = this.left.keys();
    if (this.left.size > MOST && oldest !== undefined) this.left.delete(oldest);
  }

  of(fragment: string): Left | undefined {
    return this.left.get(fragment);
  }
}
