/**
 * Markers beside the editor's lines: breakpoints, executed lines with their values, and the line at which the script
 * stopped.
 */

import { type EditorState, type Extension, MapMode, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from '@codemirror/view';
import { inkClass } from './editor-theme';

/** A highlighted line, counted from 1. It is ignored if the text no longer has it. */
export interface MarkedLine {
  readonly line: number;
  /** Palette name of the colour, for a line that made a decision. */
  readonly ink?: string | undefined;
  readonly isStop?: boolean;
  readonly words: readonly string[];
}

export const markLines = StateEffect.define<readonly MarkedLine[]>();
export const setBreakpoints = StateEffect.define<readonly number[]>();

/** Lines with a breakpoint, in ascending order. A breakpoint moves with its line during editing. */
export function breakpointLines(state: EditorState): readonly number[] {
  return linesOf(state.field(breakpoints), state);
}

function linesOf(marks: RangeSet<GutterMarker>, state: EditorState): readonly number[] {
  const lines = new Set<number>();
  for (const cursor = marks.iter(); cursor.value !== null; cursor.next())
    lines.add(state.doc.lineAt(cursor.from).number);
  return [...lines].sort((one, other) => one - other);
}

class Dot extends GutterMarker {
  // Text inserted just before a breakpoint moves it. Formatting replaces the starts of lines, where the breakpoints
  // are. So no change of the text may remove a breakpoint.
  override startSide = 1;
  override endSide = 1;
  override mapMode = MapMode.Simple;

  override toDOM(): Node {
    const dot = document.createElement('span');
    dot.textContent = '●';
    return dot;
  }
}
const DOT = new Dot();

export const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    let next = transaction.docChanged
      ? dotsAt(transaction.state, linesOf(marks.map(transaction.changes), transaction.state))
      : marks;
    for (const effect of transaction.effects)
      if (effect.is(setBreakpoints)) next = dotsAt(transaction.state, effect.value);
    return next;
  },
});

function dotsAt(state: EditorState, lines: readonly number[]): RangeSet<GutterMarker> {
  const places = [...new Set(lines)].filter((line) => line >= 1 && line <= state.doc.lines).sort((a, b) => a - b);
  return RangeSet.of(places.map((line) => DOT.range(state.doc.line(line).from)));
}

class Values extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq(other: Values): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const span = document.createElement('span');
    span.className = 'cm-values';
    span.textContent = this.text;
    return span;
  }
}

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    // A change of the text removes all marks, since they belong to the text before it.
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects)
      if (effect.is(markLines)) next = decorations(transaction.state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(state: EditorState, lines: readonly MarkedLine[]): DecorationSet {
  const ranges = lines
    .filter(({ line }) => line >= 1 && line <= state.doc.lines)
    .flatMap(({ line, ink, isStop, words }) => {
      const { from, to } = state.doc.line(line);
      const names = [isStop ? 'cm-stopped' : 'cm-lit', ...(ink === undefined ? [] : ['cm-decided', inkClass(ink)])];
      return [
        Decoration.line({ class: names.join(' ') }).range(from),
        ...(words.length === 0
          ? []
          : [Decoration.widget({ widget: new Values(words.join('   ')), side: 1 }).range(to)]),
      ];
    });
  return Decoration.set(ranges, true);
}

/** `onToggle` is called when the user clicks beside a line. */
export function lineMarks(onToggle: (line: number) => void): Extension {
  return [
    breakpoints,
    marked,
    gutter({
      class: 'cm-breakpoints',
      renderEmptyElements: true,
      markers: (view) => view.state.field(breakpoints),
      initialSpacer: () => DOT,
      domEventHandlers: {
        mousedown(view, block) {
          onToggle(view.state.doc.lineAt(block.from).number);
          return true;
        },
      },
    }),
  ];
}
