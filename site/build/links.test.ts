import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressInRepository, fileOf, pageOf, placeOf } from './links.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(root, 'docs', 'decisions'), { recursive: true });
  for (const file of ['README.md', 'docs/model.md', 'docs/decisions/README.md'])
    writeFileSync(join(root, file), '# Title');
  writeFileSync(join(root, 'package.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

it('finds the file that a link of a document points to', () => {
  expect(fileOf(root, 'docs/decisions/README.md', '../model.md#time')).toBe('docs/model.md');
  expect(fileOf(root, 'docs/model.md', '../README.md')).toBe('README.md');
  expect(fileOf(root, 'site/pages/index.md', '@/presets/a.json')).toBe('presets/a.json');
  // None of these links leads to an existing file: a missing file, another host, an anchor, a URL of the site and a
  // mail address.
  for (const href of ['nothing.md', 'https://example.org/', '#time', '/model', 'mailto:a@b.c'])
    expect(fileOf(root, 'docs/model.md', href)).toBeUndefined();
});

it('gives each document its page, and other files no page', () => {
  expect(pageOf('docs/model.md')).toBe('/model');
  expect(pageOf('docs/README.md')).toBe('/all');
  expect(pageOf('docs/decisions/README.md')).toBe('/decisions/');
  expect(pageOf('docs/decisions')).toBe('/decisions/');
  expect(pageOf('site/pages/disciplines/index.md')).toBe('/disciplines/');
  expect(pageOf('README.md')).toBeUndefined();
  expect(pageOf('docs/lab.png')).toBeUndefined();
});

it('leads to the repository where package.json names it', () => {
  expect(addressInRepository(root, 'README.md')).toBeUndefined();
  for (const repository of ['github:a/b', 'https://github.com/a/b', { url: 'git+https://github.com/a/b.git' }]) {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ repository }));
    expect(addressInRepository(root, 'README.md')).toBe('https://github.com/a/b/blob/main/README.md');
  }
});

it('makes the heading anchors of a code host', () => {
  expect(placeOf('Against Linux’s kernel: 0.8 Mb/s (`udp-rate-1`)')).toBe('against-linuxs-kernel-08-mbs-udp-rate-1');
  expect(placeOf('200 flows')).toBe('200-flows');
});
