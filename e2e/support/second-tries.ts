/**
 * Reports the tests that passed in CI only on retry, with the trace of the failed attempt. `npm test` prints the report
 * at its end.
 */

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A file in the results folder, which is emptied at the start of a run. */
const FILE = 'second-tries.json';

export interface SecondTry {
  readonly test: string;
  readonly problem: string;
  readonly trace: string;
}

// biome-ignore lint/style/noDefaultExport: Playwright takes the default export of the file for the reporter.
export default class SecondTries implements Reporter {
  private readonly tests = new Map<TestCase, TestResult>();
  private folder = '';
  private root = '';

  onBegin({ projects, rootDir }: FullConfig): void {
    this.folder = projects[0]?.outputDir ?? rootDir;
    this.root = join(rootDir, '..');
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== 'passed' && result.status !== 'skipped' && result.retry === 0) this.tests.set(test, result);
  }

  onEnd(): void {
    const found = [...this.tests].filter(([test]) => test.outcome() === 'flaky');
    if (found.length === 0) return;
    const hidden: SecondTry[] = found.map(([test, { attachments, error }]) => ({
      test: `${relative(this.root, test.location.file)}:${test.location.line} ${test.title}`,
      problem: stripVTControlCharacters(error?.message ?? '').split('\n')[0] ?? '',
      trace:
        attachments.filter(({ name }) => name === 'trace').map(({ path = '' }) => relative(this.root, path))[0] ??
        'none',
    }));
    writeFileSync(join(this.folder, FILE), JSON.stringify(hidden));
  }

  printsToStdio(): boolean {
    return false;
  }
}
