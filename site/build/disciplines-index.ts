/** The list of all disciplines by family, as Markdown. */

import type { Catalog } from '../../web/src/core/border/catalog.ts';
import { CONFIDENCES } from '../../web/src/features/catalogue/catalogue-rows.ts';
import { byFamily } from './catalog.ts';
import { code, html, onPhone, plain, sentence, table } from './markdown.ts';

export function disciplinesIndex(root: string, { disciplines }: Catalog): string {
  const known = (id: string): string => CONFIDENCES.find((one) => one.id === id)?.name ?? id;
  return [
    '# All disciplines',
    `<p class="lead">${disciplines.length} rules for a queue, by family. Each page has the rule, the parameters, the reasons for drops and a live scene.</p>`,
    `How certain it is that a rule is the published one: ${CONFIDENCES.map(({ name, meaning }) => `*${plain(name)}*, ${plain(meaning)}`).join('; ')}.`,
    ...byFamily(root, disciplines).flatMap(({ family, members }) => [
      `## ${plain(family.title)}`,
      sentence(plain(family.meaning)),
      table(
        ['discipline', 'year', 'idea', 'memory', 'source'],
        members.map(({ id, name, year, idea, memory, confidence }) => [
          `[${plain(name)}](./${id})<br>${code(id)}`,
          String(year),
          html(idea),
          onPhone('memory') + memory,
          onPhone('source') + known(confidence),
        ]),
      ),
    ]),
  ].join('\n\n');
}
