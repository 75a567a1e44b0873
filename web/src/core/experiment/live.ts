/** The paper's quantities, measured in the unfinished runs on the page. */

import type { Scenario } from '../border/scenario';
import type { LoadedPreset } from './preset-file';
import type { Report } from './report';
import type { Connect, Runner } from './runner';
import { jobsOfLanes } from './scene-lanes';

/** Evaluates the results of the page's lanes, one request at a time. */
export class LiveReports {
  private runner: Promise<Runner> | undefined;
  private isBusy = false;
  private readonly closing = new AbortController();

  constructor(
    private readonly preset: LoadedPreset,
    private readonly connect: Connect,
  ) {}

  /** A report on the results of all lanes, in the order of the lanes. Undefined while another report is being made. */
  async of(scenario: Scenario, results: readonly unknown[]): Promise<Report | undefined> {
    if (this.isBusy || this.closing.signal.aborted) return undefined;
    this.isBusy = true;
    try {
      this.runner ??= this.started();
      const runner = await this.runner;
      await runner.forget();
      for (const { lane, job } of jobsOfLanes(scenario, this.preset.file))
        if (results[lane] !== undefined) await runner.add(job, JSON.stringify(results[lane]));
      return await runner.report();
    } finally {
      this.isBusy = false;
    }
  }

  /** Terminates the worker at once, even while it is starting. */
  close(): void {
    this.closing.abort();
    void this.runner?.then(
      (runner) => runner.close(),
      () => undefined,
    );
  }

  private async started(): Promise<Runner> {
    const runner = await this.connect(this.closing.signal);
    try {
      await runner.open(this.preset.text);
    } catch (problem) {
      runner.close();
      throw problem;
    }
    return runner;
  }
}
