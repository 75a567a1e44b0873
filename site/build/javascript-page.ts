/** The npm package as a page: every exported declaration with its doc comment. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, plain, sentence } from './markdown.ts';

interface Part {
  readonly title: string;
  readonly text: string;
  readonly file: string;
}

const PARTS: readonly Part[] = [
  {
    title: 'Runs and scenes',
    text: 'What the package adds to the WebAssembly: typed scenes and results.',
    file: 'crates/apps/wasm/npm/engine.ts',
  },
  { title: 'Results', text: 'The fields of a result.', file: 'crates/apps/wasm/npm/result.ts' },
  {
    title: 'The engine itself',
    text: 'The functions and classes of the WebAssembly. They take and return JSON texts and bytes.',
    file: 'web/src/core/engine/pkg/lab/chokepoint_lab.d.ts',
  },
];

export function javascriptPage(root: string): string {
  return [
    '# JavaScript',
    '<p class="lead">The engine as a library for Node, workers and pages: the exports of @chokepoint/engine.</p>',
    `This page is generated from the declarations. ${code('@chokepoint/engine/full')} adds Linux’s senders, experiments, sweeps, scripts and lessons. [Embedding](/embedding) documents the messages of ${code('@chokepoint/embed')}.`,
    ...PARTS.flatMap(({ title, text, file }) => [
      `## ${plain(title)}`,
      plain(text),
      ...declarations(readFileSync(join(root, file), 'utf8')),
    ]),
  ].join('\n\n');
}

/** How the last shown line of a declaration ends, by kind of declaration. A function is shown without its body. */
const ENDS: Readonly<Record<string, RegExp>> = { function: /[;{]$/, class: /^\}$/, interface: /^\}$/, type: /;$/ };
const EXPORTED = /^export (?:declare )?(?:async )?(function|class|interface|type) (\w+)/;

/**
 * A file's exported classes, functions and types, each with its comment and without its body. Relies on the formatter:
 * a declaration starts at the beginning of a line, and ends on a line of its own or at the end of the last line.
 */
function declarations(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [, kind, name] = EXPORTED.exec(line) ?? [];
    if (kind === undefined || name === undefined || name.startsWith('Init')) return [];
    const rest = lines.slice(at);
    const end = rest.findIndex((one) => ENDS[kind]?.test(one) === true);
    const source = rest
      .slice(0, end + 1)
      .join('\n')
      .replace(/ \{$/, ';');
    return [`### ${code(name)}`, commentBefore(lines, at), fenced(source)].filter((one) => one !== '');
  });
}

/** The comment that ends on the line before the declaration. */
function commentBefore(lines: readonly string[], at: number): string {
  if (!lines[at - 1]?.trimEnd().endsWith('*/')) return '';
  const first = lines.slice(0, at).findLastIndex((line) => line.startsWith('/**'));
  const text = lines
    .slice(first, at)
    .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*)\s?|\s*\*\/$/g, ''))
    .join(' ')
    .trim();
  return text === '' ? '' : sentence(plain(text));
}

function fenced(source: string): string {
  return `\`\`\`ts\n${source}\n\`\`\``;
}
