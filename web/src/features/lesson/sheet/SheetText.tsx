/** A lesson's text on paper, in plain type. What a word names is marked by a glyph, not by colour. */

import type { ReactNode } from 'react';
import type { Block, Inline } from '../../../core/lesson/lesson';

export function SheetText({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
    <SheetBlock key={place} block={block} />
  ));
}

function SheetBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inWords(block.inlines)}</p>;
    case 'heading':
      return <h4>{inWords(block.inlines)}</h4>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
            <li key={place}>
              <SheetText blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote className="quote">
          <SheetText blocks={block.blocks} />
        </blockquote>
      );
    case 'code':
      return <pre>{block.text}</pre>;
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
                <th key={place}>{inWords(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
              <tr key={line}>
                {row.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
                  <td key={place}>{inWords(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'rule':
      return <hr />;
  }
}

function inWords(inlines: readonly Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
  return inlines.map((inline, place) => <SheetInline key={place} inline={inline} />);
}

function SheetInline({ inline }: { readonly inline: Inline }): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'strong':
      return <strong>{inWords(inline.inlines)}</strong>;
    case 'emphasis':
      return <em>{inWords(inline.inlines)}</em>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'link':
      // A link cannot be followed on paper, so its address is printed after its text.
      return (
        <a href={inline.url} rel="noreferrer">
          {inWords(inline.inlines)}
        </a>
      );
    case 'break':
      return <br />;
    case 'word':
      return (
        <>
          {inline.of === 'flow' && inline.name === 'udp' && <span className="small">◆ </span>}
          {inline.text}
        </>
      );
  }
}
