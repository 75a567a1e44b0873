/**
 * The editor's look, built from the page's custom properties. They also apply in the editor's shadow root, so a change
 * of theme takes effect at once. Highlighted lines have a border in addition to their background, since forced colours
 * keep only borders.
 */

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours for a line's outcome, by their palette names. */
const INKS = ['link', 'match', 'early', 'forced', 'overflow', 'penalty', 'ecn'] as const;

export function inkClass(ink: string): string {
  return `cm-ink-${ink}`;
}

const theme = EditorView.theme({
  '&': {
    blockSize: '100%',
    backgroundColor: 'var(--well)',
    color: 'var(--text)',
    fontSize: 'var(--script-size)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    // Without ligatures, ">=" is shown as two characters, as typed.
    fontVariantLigatures: 'none',
    lineHeight: '1.55',
    scrollbarColor: 'var(--border) transparent',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { paddingBlock: '0.375rem', caretColor: 'var(--text)' },
  '.cm-line': { paddingInline: '0.5rem' },
  '.cm-line ::selection, .cm-line::selection': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },

  '.cm-gutters': { border: '0', backgroundColor: 'var(--well)', color: 'var(--text-faint)' },
  '.cm-lineNumbers .cm-gutterElement': {
    minInlineSize: '2em',
    paddingInline: '0 0.375rem',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
  },
  '.cm-breakpoints': { inlineSize: '1em', cursor: 'pointer' },
  '.cm-breakpoints .cm-gutterElement': { color: 'var(--problem)', textAlign: 'center' },
  '.cm-breakpoints .cm-gutterElement:hover:not(:has(*))::before': { color: 'var(--text-faint)', content: '"○"' },
  '.cm-gutter-lint': { inlineSize: '0.875em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    inlineSize: '0.875em',
    blockSize: 'auto',
    color: 'var(--problem)',
    fontWeight: '600',
    textAlign: 'center',
  },
  '.cm-lint-marker-error': { content: 'none' },
  '.cm-lint-marker-error::before': { content: '"!"' },

  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--text) 5%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--text)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--border)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--problem)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--problem)',
    textUnderlineOffset: '0.2em',
  },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--problem)' },

  '.cm-lit, .cm-stopped': { boxShadow: 'inset 3px 0 0 var(--outcome)' },
  '.cm-lit, &.cm-focused .cm-lit.cm-activeLine': {
    '--outcome': 'var(--border)',
    backgroundColor: 'color-mix(in srgb, var(--focus) 13%, transparent)',
  },
  '.cm-decided, &.cm-focused .cm-decided.cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--outcome) 18%, transparent)',
  },
  ...Object.fromEntries(INKS.map((ink) => [`.cm-lit.${inkClass(ink)}`, { '--outcome': `var(--${ink})` }])),
  '.cm-stopped': { '--outcome': 'var(--problem)', backgroundColor: 'var(--problem-ground)' },
  '.cm-values': {
    marginInlineStart: '1.5em',
    color: 'var(--text-faint)',
    fontStyle: 'normal',
    whiteSpace: 'pre',
    userSelect: 'none',
    pointerEvents: 'none',
  },
  '.cm-stopped .cm-values': { color: 'var(--problem)' },

  '.cm-tooltip': {
    zIndex: '30',
    maxInlineSize: 'min(26rem, 90vw)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: '0 0.5rem 1.5rem #00000059',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxBlockSize: '11.5em',
    fontFamily: 'var(--font-mono)',
    scrollbarColor: 'var(--border) transparent',
    scrollbarWidth: 'thin',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { paddingInline: '0.5rem', lineHeight: '1.6' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo, .cm-help': {
    maxInlineSize: 'min(22rem, 90vw)',
    padding: '0.375rem 0.5rem',
    fontFamily: 'var(--font-text)',
    fontSize: 'max(0.75rem, 0.9em)',
    lineHeight: '1.4',
    whiteSpace: 'normal',
  },
  '.cm-help b': { display: 'block', fontFamily: 'var(--font-mono)', fontWeight: '600' },
  '.cm-tooltip-lint': { padding: '0', fontFamily: 'var(--font-text)', fontSize: 'max(0.75rem, 0.9em)' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--problem)' },

  '@media (forced-colors: active)': {
    '.cm-lit, .cm-stopped': { borderInlineStart: '3px solid Highlight', paddingInlineStart: 'calc(0.5rem - 3px)' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'Highlight',
      color: 'HighlightText',
      forcedColorAdjust: 'none',
    },
  },
});

const highlight = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--front)', fontWeight: '600' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--rear)' },
  { tag: tags.standard(tags.variableName), color: 'var(--text)', fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--link)' },
  { tag: tags.definition(tags.function(tags.variableName)), color: 'var(--text)', fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--problem)', textDecoration: 'underline wavy' },
]);

export const looks: Extension = [theme, syntaxHighlighting(highlight)];
