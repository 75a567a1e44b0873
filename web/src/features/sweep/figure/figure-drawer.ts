/** Draws figures of a sweep. One worker serves all figures of a dialog. */

import type { PlotTexts } from '../../../core/experiment/plot.gen';
import type { SweepDefinition } from '../../../core/experiment/sweep';
import type { SweepRows } from '../sweep-rows';
import { type ConnectSweep, connectSweep, type SweepRunner } from '../sweep-runner';
import type { Figure } from './figure-form';

export class FigureDrawer {
  private readonly closing = new AbortController();
  private runner: Promise<SweepRunner> | undefined;

  constructor(
    private readonly definition: SweepDefinition,
    private readonly rows: Pick<SweepRows, 'packed'>,
    private readonly connect: ConnectSweep = connectSweep,
  ) {}

  /** The figure of the runs so far. Rejects with `SceneRefused`, whose problems name fields of the figure. */
  async draw(figure: Figure): Promise<PlotTexts> {
    this.runner ??= this.open();
    return (await this.runner).plot(figure, this.rows.packed());
  }

  close(): void {
    this.closing.abort();
  }

  private async open(): Promise<SweepRunner> {
    const runner = await this.connect(this.closing.signal);
    await runner.open(JSON.stringify(this.definition));
    return runner;
  }
}
