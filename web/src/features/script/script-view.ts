/**
 * The editor: CodeMirror in a shadow root. Its styles are adopted style sheets, which the page's content security
 * policy allows.
 */

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import {
  bracketMatching,
  ensureSyntaxTree,
  indentOnInput,
  indentRange,
  indentUnit,
  StreamLanguage,
} from '@codemirror/language';
import { lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { ScriptProblem } from '../../core/border/script';
import { looks } from './editor-theme';
import { type ListedName, textToInsert } from './functions-list';
import { breakpointLines, breakpoints, lineMarks, type MarkedLine, markLines, setBreakpoints } from './line-marks';
import { rhai } from './rhai-tokens';
import { type Choice, choicesAt } from './script-completion';
import { type Help, helpAt, type Known } from './script-help';
import { typeOver } from './type-over';

export interface ScriptViewOptions {
  readonly root: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly known: () => Known;
  /** Called after every change by the user, but not for texts set by `show`. */
  readonly onText: (text: string) => void;
  readonly onHelp: (help: Help | undefined) => void;
  /** Called when the user clicks beside a line, or presses F9 on it. */
  readonly onToggle: (line: number) => void;
  /** Called when breakpoints have moved with the text. */
  readonly onBreakpoints: (lines: readonly number[]) => void;
}

/** Marks a transaction whose text comes from the lane, in contrast to text that the user typed. */
const fromLane = Annotation.define<boolean>();

const language = StreamLanguage.define(rhai);

/** The part of the editor's configuration that concerns the language. Tests use it without an editor. */
export const scriptLanguage: Extension = [language, indentUnit.of('    '), EditorState.tabSize.of(4)];

export class ScriptView {
  private readonly view: EditorView;

  constructor(private readonly options: ScriptViewOptions) {
    this.view = new EditorView({
      root: options.root,
      parent: options.root,
      state: EditorState.create({ doc: options.text, extensions: this.extensions() }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get hasFocus(): boolean {
    return this.view.hasFocus;
  }

  /** Replaces the whole text. Undo restores the previous one. `isFromLane` is true if the text already runs. */
  show(text: string, isFromLane = false): void {
    const { doc } = this.view.state;
    if (doc.toString() === text) return;
    // Only the part that differs is replaced, so that cursor and breakpoints stay where they are.
    const before = doc.toString();
    let from = 0;
    while (from < before.length && from < text.length && before[from] === text[from]) from += 1;
    let end = 0;
    while (end < before.length - from && end < text.length - from && before.at(-1 - end) === text.at(-1 - end))
      end += 1;
    this.view.dispatch({
      changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
      annotations: [fromLane.of(isFromLane), isolateHistory.of('full')],
    });
  }

  /** Reindents every line, and removes trailing spaces. */
  format(): void {
    const { state } = this.view;
    const spaces = state.changes(spacesAtEnds(state));
    const clean = parsed(state.update({ changes: spaces }).state);
    this.view.dispatch({
      changes: spaces.compose(indentRange(clean, 0, clean.doc.length)),
      annotations: isolateHistory.of('full'),
    });
  }

  mark(lines: readonly MarkedLine[]): void {
    this.view.dispatch({ effects: markLines.of(lines) });
  }

  /** Scrolls only the text, until a line is visible. */
  reveal(line: number): void {
    const { state, scrollDOM } = this.view;
    if (line < 1 || line > state.doc.lines) return;
    const { top, bottom, height } = this.view.lineBlockAt(state.doc.line(line).from);
    if (top < scrollDOM.scrollTop + height) scrollDOM.scrollTop = top - height;
    else if (bottom > scrollDOM.scrollTop + scrollDOM.clientHeight - height)
      scrollDOM.scrollTop = bottom + height - scrollDOM.clientHeight;
  }

  /** Shows a problem where it is in the text. */
  diagnose(problem: ScriptProblem | undefined): void {
    const { state } = this.view;
    if (problem === undefined) return this.view.dispatch(setDiagnostics(state, []));
    const line = state.doc.line(Math.min(Math.max(1, problem.line), state.doc.lines));
    const from = Math.min(line.from + Math.max(0, problem.column - 1), line.to);
    const word = /^\w+/.exec(state.sliceDoc(from, line.to))?.[0].length ?? 1;
    const to = Math.min(from + word, line.to);
    this.view.dispatch(setDiagnostics(state, [{ from, to, severity: 'error', message: problem.problem }]));
  }

  stopAt(lines: readonly number[]): void {
    if (lines.join() !== breakpointLines(this.view.state).join())
      this.view.dispatch({ effects: setBreakpoints.of(lines) });
  }

  get breakpoints(): readonly number[] {
    return breakpointLines(this.view.state);
  }

  /** Moves the cursor to a position in the text and scrolls it into view. */
  goTo(line: number, column: number): void {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.view.dispatch({ selection: { anchor: Math.min(from + Math.max(0, column - 1), to) } });
    this.view.focus();
    this.reveal(line);
  }

  /**
   * Inserts a name from the list at the cursor, replacing the selection. A function is inserted at the end of the text.
   */
  insert(name: ListedName): void {
    const { doc, selection } = this.view.state;
    const end = doc.length;
    const { from, to } = name.isFunction ? { from: end, to: end } : selection.main;
    const gap = name.isFunction ? (doc.sliceString(Math.max(0, end - 1)) === '\n' ? '\n' : '\n\n') : '';
    const written = `${gap}${textToInsert(name, doc.sliceString(doc.lineAt(from).from, from))}`;
    const cursor = written.indexOf('‸');
    const insert = written.replace('‸', '');
    this.view.focus();
    this.view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + (cursor < 0 ? insert.length : cursor) },
      scrollIntoView: true,
      annotations: [Transaction.userEvent.of('input.complete'), isolateHistory.of('full')],
    });
  }

  destroy(): void {
    this.view.destroy();
  }

  private extensions(): Extension {
    const { label, known, onText, onHelp, onToggle, onBreakpoints } = this.options;
    return [
      lineMarks(onToggle),
      lintGutter(),
      lineNumbers({
        domEventHandlers: {
          mousedown(view, block) {
            onToggle(view.state.doc.lineAt(block.from).number);
            return true;
          },
        },
      }),
      scriptLanguage,
      looks,
      history(),
      bracketMatching(),
      closeBrackets(),
      typeOver,
      indentOnInput(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      autocompletion({ override: [(context) => complete(context, known())], icons: false }),
      hoverTooltip((view, at) => {
        const help = helpAt(view.state.doc.toString(), at, known());
        return help === undefined
          ? null
          : { pos: help.from, end: help.to, above: true, create: () => ({ dom: helpBox(help) }) };
      }),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        {
          key: 'F9',
          run: ({ state }) => {
            onToggle(state.doc.lineAt(state.selection.main.head).number);
            return true;
          },
        },
        { key: 'F8', run: nextDiagnostic },
        {
          key: 'Shift-Alt-f',
          run: () => {
            this.format();
            return true;
          },
        },
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({
        'aria-label': `${label}. Tab indents; press Escape and then Tab to leave.`,
        autocapitalize: 'off',
        autocorrect: 'off',
        spellcheck: 'false',
        // The element is focusable even without this attribute, but accessibility checks recognise only the attribute.
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.every((one) => one.annotation(fromLane) === true))
          onText(update.state.doc.toString());
        if (update.docChanged && update.startState.field(breakpoints) !== update.state.field(breakpoints))
          onBreakpoints(breakpointLines(update.state));
        if (update.docChanged || update.selectionSet)
          onHelp(helpAt(update.state.doc.toString(), update.state.selection.main.head, known()));
      }),
    ];
  }
}

/**
 * A state whose whole text is parsed, because indentation depends on tokens. Otherwise CodeMirror would parse the text
 * in parts.
 */
export function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return state.update({}).state;
}

/** Longest time for parsing [ms], more than the longest text needs. After this time, a partly parsed text is used. */
const PARSE_MS = 1000;

function spacesAtEnds({ doc }: EditorState): readonly { readonly from: number; readonly to: number }[] {
  return [...doc.toString().matchAll(/[ \t]+$/gm)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function complete(context: CompletionContext, known: Known): CompletionResult | null {
  const found = choicesAt(context.state.doc.toString(), context.pos, known, context.explicit);
  if (found === undefined || found.choices.length === 0) return null;
  return { from: found.from, options: found.choices.map(optionOf), validFor: /^\w*$/ };
}

function optionOf({ label, shown, kind, meaning, writes }: Choice): Completion {
  return {
    label,
    type: kind,
    ...(shown === undefined ? {} : { displayLabel: shown }),
    ...(meaning === '' ? {} : { info: meaning }),
    ...(writes === undefined ? {} : { apply: writer(writes, label) }),
    // Names come before keywords.
    boost: kind === 'keyword' ? -1 : kind === 'variable' ? 1 : 0,
  };
}

function writer(writes: string, label: string): NonNullable<Completion['apply']> {
  return (view, completion, from, to) => {
    // No brackets are inserted if the name already has brackets after it.
    const isCalled = view.state.sliceDoc(to, to + 1) === '(';
    const text = isCalled ? label : writes;
    const cursor = text.indexOf('‸');
    const insert = text.replace('‸', '');
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + (cursor < 0 ? insert.length : cursor) },
      annotations: [pickedCompletion.of(completion), Transaction.userEvent.of('input.complete')],
    });
  };
}

function helpBox({ head, meaning }: Help): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-help';
  const name = document.createElement('b');
  name.textContent = head;
  box.append(name, meaning);
  return box;
}
