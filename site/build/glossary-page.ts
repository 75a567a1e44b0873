/** The lab's glossary as a page: every term with its meaning, its unit and the source that defines it. */

import { GLOSSARY, type TermId } from '../../web/src/base/glossary.ts';
import { placeOf } from './links.ts';
import { plain, sentence } from './markdown.ts';

export const GLOSSARY_PAGE = '/reference/glossary';

/** The URL of a term, relative to the root of the site. */
export function addressOf(id: TermId): string {
  return `${GLOSSARY_PAGE}#${placeOf(GLOSSARY[id].term)}`;
}

export function glossaryPage(): string {
  const entries = Object.values(GLOSSARY).sort((a, b) => a.term.localeCompare(b.term, 'en', { sensitivity: 'base' }));
  return [
    '# Glossary',
    `<p class="lead">The ${entries.length} terms that the lab explains in place, in one sentence each.</p>`,
    'In the lab and on these pages, press an underlined term to see its meaning. [Words](/words) lists the vocabulary of the code and the documents.',
    ...entries.flatMap(({ term, meaning, unit, source }) => {
      const facts = [
        ...(unit === undefined ? [] : [`Unit: ${unit === '1' ? 'none, a pure number' : unit}`]),
        ...(source === undefined ? [] : [`Source: ${source}`]),
      ];
      return [`### ${plain(term)}`, [plain(meaning), ...facts.map((fact) => plain(sentence(fact)))].join(' ')];
    }),
  ].join('\n\n');
}
