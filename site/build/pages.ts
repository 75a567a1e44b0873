/** The order of the pages, grouped by audience. Long lists are read from folders of files. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byFamily, readCatalog } from './catalog.ts';
import type { Place } from './navigation.ts';

const page = (text: string, link: string): Place => ({ text, link });

/** Links in the header of every page. */
export const navigation: readonly Place[] = [
  page('Start', '/'),
  page('The chapter', '/chapter'),
  page('Disciplines', '/disciplines/'),
  page('How true?', '/fidelity'),
  page('Reference', '/formats'),
];

export function pages(root: string): readonly Place[] {
  return [
    {
      text: 'Start',
      isOpen: true,
      items: [
        page('What it is', '/'),
        page('Active queue management, seen', '/chapter'),
        page('The model', '/model'),
        page('Words', '/words'),
        page('All documents', '/all'),
      ],
    },
    {
      text: 'For lecturers',
      items: [
        page('Start here', '/lecturers'),
        page('Lessons of your own', '/lessons'),
        page('A scene in your page', '/embedding'),
        page('Addresses by hand', '/public-parameters'),
        page('Clips', '/clips'),
      ],
    },
    {
      text: 'For students',
      items: [
        page('Start here', '/students'),
        page('A discipline as a script', '/scripts'),
        page('Intervals of a run', '/intervals'),
      ],
    },
    {
      text: 'For researchers',
      items: [
        page('Start here', '/researchers'),
        page('How true is it?', '/fidelity'),
        page('Coverage of the documents', '/coverage'),
        page('Sweeps', '/exploring'),
        page('Many machines', '/scale'),
        page('Python', '/python'),
        page('Pictures and numbers', '/saving'),
      ],
    },
    {
      text: 'For implementers',
      items: [
        page('Start here', '/implementers'),
        page('Real packets', '/router'),
        page('Recordings', '/recordings'),
        page('ns-2, ns-3 and tc', '/simulators'),
        page('Linux’s CHOKe: a report', '/linux-choke-ring'),
        page('Performance', '/performance'),
        page('Invariants', '/invariants'),
        page('Dependencies', '/dependencies'),
      ],
    },
    {
      text: 'Disciplines',
      items: [
        page('All disciplines', '/disciplines/'),
        ...byFamily(root, readCatalog(root).disciplines).map(({ family, members }) => ({
          text: family.title,
          items: members.map(({ id, name }) => page(name, `/disciplines/${id}`)),
        })),
      ],
    },
    { text: 'Documents', items: titles(root, 'docs/fidelity', '/fidelity') },
    {
      text: 'Reference',
      items: [
        page('Files, links and reports', '/formats'),
        page('Glossary', '/reference/glossary'),
        page('Command line', '/reference/command-line'),
        page('JSON schemas', '/reference/schemas'),
        page('Rust', '/reference/rust'),
        page('JavaScript', '/reference/javascript'),
        page('Python API', '/reference/python'),
        page('Python', '/python'),
      ],
    },
    { text: 'Decisions', items: [page('All decisions', '/decisions/'), ...decisions(root)] },
  ];
}

/** The pages of a folder, with the titles from their files. */
function titles(root: string, folder: string, address: string): Place[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => page(titleOf(join(root, folder, name)), `${address}/${name.replace(/\.md$/, '')}`));
}

function titleOf(file: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return title.replaceAll('`', '');
}

/** The decisions by subject, as their index groups them. */
function decisions(root: string): Place[] {
  const index = readFileSync(join(root, 'docs', 'decisions', 'README.md'), 'utf8');
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      text: part.split('\n')[0] ?? '',
      items: [...part.matchAll(/^- \[(.+?)\]\((.+?)\.md\)$/gm)].map(([, title = '', name]) =>
        page(title.replaceAll('`', ''), `/decisions/${name}`),
      ),
    }));
}
