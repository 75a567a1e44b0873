import { ensureSyntaxTree, indentRange } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { describe, expect, it } from 'vitest';
import { startText, TEXTS } from '../../testing/script-reader';
import { parsed, scriptLanguage } from './script-view';

const NAMES = tagHighlighter([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.comment, class: 'comment' },
  { tag: tags.string, class: 'text' },
  { tag: tags.number, class: 'number' },
  { tag: tags.bool, class: 'bool' },
  { tag: tags.propertyName, class: 'property' },
  { tag: tags.standard(tags.variableName), class: 'root' },
  { tag: tags.definition(tags.function(tags.variableName)), class: 'defined' },
  { tag: tags.function(tags.variableName), class: 'call' },
  { tag: tags.invalid, class: 'refused' },
]);

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: scriptLanguage });
}

function tokens(text: string): readonly string[] {
  const tree = ensureSyntaxTree(stateOf(text), text.length, 10_000);
  if (tree === null) throw new Error('the text could not be cut in time');
  const found: string[] = [];
  highlightTree(tree, NAMES, (from, to, name) => found.push(`${name} ${text.slice(from, to)}`));
  return found;
}

describe('the syntax colours of a script', () => {
  it.each([
    ['let x = 1.5e3; // why', ['keyword let', 'number 1.5e3', 'comment // why']],
    ['for i in 0..n { }', ['keyword for', 'keyword in', 'number 0']],
    ['for i in 0..10 { }', ['keyword for', 'keyword in', 'number 0', 'number 10']],
    ['drop("a \\" b");', ['call drop', 'text "a \\" b"']],
    ['this.avg = queue.at(i).flow', ['root this', 'property avg', 'root queue', 'call at', 'property flow']],
    ['fn enqueue(packet) {', ['keyword fn', 'defined enqueue', 'root packet']],
    ['#{ unit: "s", ok: true }', ['property unit', 'text "s"', 'property ok', 'bool true']],
    ['/* a /* b */ c */ let', ['comment /* a /* b */ c */', 'keyword let']],
    ['switch x', ['refused switch']],
  ])('are assigned to tokens: %s', (text, expected) => expect(tokens(text)).toEqual(expected));

  it.each(TEXTS.starts.map(({ id }) => id))('mark no token of %s as refused', (id) => {
    expect(tokens(startText(id)).filter((token) => token.startsWith('refused'))).toEqual([]);
  });
});

describe('the indentation of lines', () => {
  const formatted = (text: string): string => {
    const state = parsed(stateOf(text));
    return state.update({ changes: indentRange(state, 0, text.length) }).state.doc.toString();
  };

  it.each(TEXTS.starts.map(({ id }) => id))('is that of %s, whatever it was before', (id) => {
    const text = startText(id);
    expect(formatted(text)).toBe(text);
    expect(formatted(text.replaceAll(/^ +/gm, ''))).toBe(text);
  });

  it('counts several brackets that open on one line only once', () => {
    expect(formatted('const params = #{ a: #{\nb: 1 } };\nlet y;')).toBe(
      'const params = #{ a: #{\n    b: 1 } };\nlet y;',
    );
  });
});
