import { join } from 'node:path';
import { javascriptPage } from '../../build/javascript-page.ts';
import { schemasPage } from '../../build/schemas-page.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Pages that are made from files of the repository. */
export default {
  watch: ['../../../presets/schema/*.json', '../../build/schemas-page.ts', '../../build/javascript-page.ts'],
  paths: () => [
    { params: { name: 'schemas' }, content: schemasPage(root) },
    { params: { name: 'javascript' }, content: javascriptPage(root) },
  ],
};
