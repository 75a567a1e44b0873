/** Syntax highlighting of Rhai in the editor, for the part of the language that scripts may use. Pure. */

import type { StreamParser, StringStream } from '@codemirror/language';

/** Words that cannot be names. */
export const KEYWORDS: readonly string[] = [
  'let',
  'const',
  'fn',
  'if',
  'else',
  'while',
  'loop',
  'do',
  'until',
  'for',
  'in',
  'break',
  'continue',
  'return',
];

/** Rhai keywords that scripts may not contain. */
const REFUSED = /^(?:switch|try|catch|throw|import|export|as|private|global|spawn|async|await|yield|var|static|case)$/;

/** Names in scope in every function. */
export const ROOTS: readonly string[] = ['queue', 'packet', 'link', 'params', 'this'];

interface RhaiState {
  /** Nesting depth of block comments. */
  comment: number;
  /** The line of each open bracket, since several brackets opened on one line indent the next line only once. */
  open: number[];
  line: number;
  /** Kind of the previous word or symbol: after a dot comes a property, after `fn` the name of a function. */
  before: 'dot' | 'fn' | 'other';
}

export const rhai: StreamParser<RhaiState> = {
  name: 'rhai',
  startState: () => ({ comment: 0, open: [], line: 0, before: 'other' }),
  copyState: (state) => ({ ...state, open: [...state.open] }),
  token(stream, state) {
    if (stream.sol()) state.line += 1;
    if (state.comment > 0) return inComment(stream, state);
    if (stream.eatSpace()) return null;
    return next(stream, state);
  },
  indent(state, textAfter, { unit }) {
    if (state.comment > 0) return null;
    const open = /^[)\]}]/.test(textAfter.trimStart()) ? state.open.slice(0, -1) : state.open;
    return new Set(open).size * unit;
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[)\]}]$/,
  },
};

function next(stream: StringStream, state: RhaiState): string | null {
  const { before } = state;
  state.before = 'other';
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) {
    state.comment = 1;
    return inComment(stream, state);
  }
  // A string ends with its line. Scripts have no use for other kinds of strings.
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^`[^`]*`?/)) return 'string';
  // "0..n" is a range, "1.5" a number.
  if (stream.match(/^(?:0x[\da-f_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(?:\.(?![.\w])|\.\d[\d_]*)?(?:e[+-]?\d+)?)/i))
    return 'number';
  const start = stream.pos;
  if (stream.match(/^[A-Za-z_]\w*/)) return nameOf(stream.string.slice(start, stream.pos), before, stream, state);
  const sign = stream.next() ?? '';
  if (sign === '.' && !stream.match('.')) state.before = 'dot';
  else if ('([{'.includes(sign)) state.open.push(state.line);
  else if (')]}'.includes(sign)) state.open.pop();
  return null;
}

function nameOf(word: string, before: RhaiState['before'], stream: StringStream, state: RhaiState): string | null {
  const isCall = Boolean(stream.match(/^\s*\(/, false));
  if (before === 'fn') return 'variableName.function.definition';
  if (before === 'dot') return isCall ? 'variableName.function' : 'propertyName';
  if (word === 'fn') state.before = 'fn';
  if (KEYWORDS.includes(word)) return 'keyword';
  if (word === 'true' || word === 'false') return 'bool';
  if (ROOTS.includes(word)) return 'variableName.standard';
  if (REFUSED.test(word)) return 'invalid';
  if (isCall) return 'variableName.function';
  // A name before ":" is a map key. The symbol "::" has another meaning and is refused anyway.
  return stream.match(/^\s*:(?!:)/, false) ? 'propertyName' : 'variableName';
}

function inComment(stream: StringStream, state: RhaiState): string {
  while (state.comment > 0 && !stream.eol()) {
    if (stream.match('*/')) state.comment -= 1;
    else if (stream.match('/*')) state.comment += 1;
    else stream.next();
  }
  return 'comment';
}
