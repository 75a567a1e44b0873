/**
 * Links glossary terms in the prose of pages: a term's first use on a page becomes a link to its meaning.
 * `client/terms.ts` shows the meaning beside the term.
 */

import { relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { GLOSSARY, type TermId, withTermsMarked } from '../../web/src/base/glossary.ts';
import { addressOf } from './glossary-page.ts';
import { plain } from './markdown.ts';

/**
 * The pages whose terms become links: those about queues and networks. A term listed for a page stays plain there,
 * because its first use on that page has another meaning.
 */
const PAGES: Readonly<Record<string, readonly TermId[]>> = {
  'docs/README.md': [],
  'docs/chapter.md': ['price', 'slot'],
  'docs/model.md': ['threshold', 'timeout'],
  'docs/not-modelled.md': ['comparison'],
  'docs/linux-choke-ring.md': ['slot'],
  'site/pages/index.md': [],
  'site/pages/lecturers.md': [],
  'site/pages/students.md': [],
  'site/pages/researchers.md': ['comparison'],
};
/**
 * Terms that are not linked to the glossary in the texts of disciplines, because they have another meaning there. A
 * slot, for example, is a place in a ring buffer, not a slot of time.
 */
const NOT_IN_DISCIPLINES: readonly TermId[] = ['slot'];

type Tokens = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]['tokens'];

export function glossaryTerms(md: MarkdownRenderer, root: string): void {
  md.core.ruler.push('glossary-terms', (state) => {
    const { path, realPath } = state.env as { readonly path?: string; readonly realPath?: string };
    const others = PAGES[relative(root, realPath ?? path ?? root).replaceAll('\\', '/')];
    if (others === undefined) return;
    const known = new Set(others);
    for (const [place, token] of state.tokens.entries()) {
      const isProse = state.tokens[place - 1]?.type === 'paragraph_open';
      if (isProse && token.children !== null) token.children = withLinks(token.children, known);
    }

    function withLinks(tokens: Tokens, known: Set<TermId>): Tokens {
      // The number of links and HTML elements open at the current token.
      let depth = 0;
      let isDefined = false;
      return tokens.flatMap((token) => {
        if (/_open$/.test(token.type) || /^<\w[^>]*[^/]>$/.test(token.content)) depth += 1;
        else if (/_close$/.test(token.type) || /^<\//.test(token.content)) depth -= 1;
        if (token.type === 'strong_open') isDefined = true;
        else if (token.type === 'strong_close') isDefined = false;
        // A bold term is skipped, because its own sentence defines it.
        if (token.type === 'text' && isDefined) withTermsMarked(token.content, known);
        if (token.type !== 'text' || depth > 0) return [token];
        return withTermsMarked(token.content, known).flatMap(({ text, id }) => {
          if (id === undefined) return [textToken(text)];
          const open = new state.Token('link_open', 'a', 1);
          open.attrs = [
            ['href', addressOf(id)],
            ['class', 'term'],
            ['title', GLOSSARY[id].meaning],
          ];
          return [open, textToken(text), new state.Token('link_close', 'a', -1)];
        });
      });
    }

    function textToken(content: string) {
      const token = new state.Token('text', '', 0);
      token.content = content;
      return token;
    }
  });
}

/**
 * Returns a function that converts a text on a discipline's page to Markdown. Only a term's first use on the page
 * becomes a link.
 */
export function explainer(): (text: string) => string {
  const known = new Set(NOT_IN_DISCIPLINES);
  return (text) =>
    withTermsMarked(text, known)
      .map(({ text: part, id }) =>
        id === undefined
          ? plain(part)
          : `[${plain(part)}](${addressOf(id)} "${GLOSSARY[id].meaning.replaceAll('"', '\\"')}"){.term}`,
      )
      .join('');
}
