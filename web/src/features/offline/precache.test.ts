import { afterEach, expect, it, vi } from 'vitest';
import { filesKept } from './precache';

afterEach(() => void vi.unstubAllGlobals());

it('without permission for storage no file is stored, and no error is thrown', async () => {
  vi.stubGlobal('window', { location: { href: 'https://example.org/lab/' } });
  vi.stubGlobal('caches', undefined);
  Object.defineProperty(globalThis, 'caches', {
    configurable: true,
    get: () => {
      throw new DOMException('access is denied', 'SecurityError');
    },
  });
  expect(await filesKept()).toBe(0);
});
