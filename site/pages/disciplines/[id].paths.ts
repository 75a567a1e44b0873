import { join } from 'node:path';
import { readCatalog, readScenes } from '../../build/catalog.ts';
import { disciplinePage } from '../../build/discipline-page.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export default {
  paths() {
    const sources = { root, catalog: readCatalog(root), scenes: readScenes(root) };
    return sources.catalog.disciplines.map((about) => ({
      params: { id: about.id },
      content: disciplinePage(about, sources),
    }));
  },
};
