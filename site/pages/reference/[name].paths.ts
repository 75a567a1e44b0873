import { join } from 'node:path';
import { glossaryPage } from '../../build/glossary-page.ts';
import { javascriptPage } from '../../build/javascript-page.ts';
import { rustPage } from '../../build/rust-page.ts';
import { schemasPage } from '../../build/schemas-page.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Makes the pages whose text comes from files of the repository. */
export default {
  watch: [
    '../../../presets/schema/*.json',
    '../../build/schemas-page.ts',
    '../../build/javascript-page.ts',
    '../../build/glossary-page.ts',
  ],
  paths: () => [
    { params: { name: 'glossary' }, content: glossaryPage() },
    { params: { name: 'schemas' }, content: schemasPage(root) },
    { params: { name: 'rust' }, content: rustPage(root) },
    { params: { name: 'javascript' }, content: javascriptPage(root) },
  ],
};
