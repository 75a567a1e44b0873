import { join } from 'node:path';
import { readCatalog, readResults, readScenes, readStarts } from '../../build/catalog.ts';
import { disciplinePage } from '../../build/discipline-page.ts';
import { disciplinesIndex } from '../../build/disciplines-index.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Makes a page for each discipline, and the list of all disciplines. */
export default {
  watch: ['../../../presets/*.json', '../../build/*.ts'],
  paths() {
    const sources = {
      ...{ root, catalog: readCatalog(root), scenes: readScenes(root) },
      ...{ results: readResults(root), starts: readStarts(root) },
    };
    const pages = sources.catalog.disciplines.map((about) => ({
      params: { id: about.id },
      content: disciplinePage(about, sources),
    }));
    return [...pages, { params: { id: 'index' }, content: disciplinesIndex(root, sources.catalog) }];
  },
};
