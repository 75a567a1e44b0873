/** A lesson's text, with its blocks as elements of the page. No part of the text is interpreted as HTML. */

import { createContext, type ReactNode, useContext } from 'react';
import type { Block, Inline } from '../../core/lesson/lesson';
import type { LaneRun } from '../../core/run/lanes';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { LessonWord } from './LessonWord';

/** The lanes on the page, which determine the colours of words. */
const Lanes = createContext<readonly LaneRun[]>([]);

interface Props {
  readonly blocks: readonly Block[];
  readonly lanes: readonly LaneRun[];
}

export function LessonText({ blocks, lanes }: Props) {
  return (
    <Lanes value={lanes}>
      <div className="lesson-text stack">{blocks.map(block)}</div>
    </Lanes>
  );
}

// Parsed text does not change, so a piece's index can be its React key.

function block(of: Block, place: number): ReactNode {
  switch (of.kind) {
    case 'paragraph':
      return <p key={place}>{of.inlines.map(inline)}</p>;
    case 'heading':
      // The step's title is a second-level heading, so headings in its text have lower levels.
      return of.level <= 3 ? (
        <h4 key={place}>{of.inlines.map(inline)}</h4>
      ) : (
        <h5 key={place}>{of.inlines.map(inline)}</h5>
      );
    case 'list': {
      const List = of.ordered ? 'ol' : 'ul';
      return (
        <List key={place}>
          {of.items.map((item, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
            <li key={number}>{item.map(block)}</li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote key={place} className="quote soft">
          {of.blocks.map(block)}
        </blockquote>
      );
    case 'code':
      return (
        <ScrollRegion as="pre" key={place}>
          {of.text}
        </ScrollRegion>
      );
    case 'table':
      return <LessonTable key={place} head={of.head} rows={of.rows} />;
    case 'rule':
      return <hr key={place} />;
  }
}

function LessonTable({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) {
  return (
    <ScrollRegion className="lesson-table scrolls" label="Table">
      <table className="table table--words">
        <thead>
          <tr>
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
              <th key={place} scope="col">
                {cell.map(inline)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
            <tr key={line}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of a parsed text does not change.
                <td key={place}>{cell.map(inline)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function inline(of: Inline, place: number): ReactNode {
  switch (of.kind) {
    case 'text':
      return of.text;
    case 'strong':
      return <strong key={place}>{of.inlines.map(inline)}</strong>;
    case 'emphasis':
      return <em key={place}>{of.inlines.map(inline)}</em>;
    case 'code':
      return <code key={place}>{of.text}</code>;
    case 'link':
      return (
        <a key={place} href={of.url} target="_blank" rel="noreferrer">
          {of.inlines.map(inline)}
        </a>
      );
    case 'break':
      return <br key={place} />;
    case 'word':
      return <WordOfLesson key={place} of={of.of} name={of.name} text={of.text} />;
  }
}

function WordOfLesson(word: Pick<Extract<Inline, { kind: 'word' }>, 'of' | 'name' | 'text'>) {
  return <LessonWord {...word} lanes={useContext(Lanes)} />;
}
