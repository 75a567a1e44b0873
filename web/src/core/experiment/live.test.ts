import { expect, it } from 'vitest';
import { EngineLost } from '../border/client';
import { FILE, FILE_TEXT } from './fixtures';
import { LiveReports } from './live';

it('a worker that is still starting ends together with the panel that requested it', async () => {
  let ended = false;
  const reports = new LiveReports({ file: FILE, text: FILE_TEXT }, (signal) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        ended = true;
        reject(new EngineLost('it was closed'));
      });
    });
  });
  const asked = reports.of(FILE.scenario, [{}]);
  reports.close();
  expect(ended).toBe(true);
  await expect(asked).rejects.toThrow('it was closed');
});
