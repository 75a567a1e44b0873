/**
 * Inserts text typed over a selection in the editor. The browser itself would copy the style at the start of the
 * selection, such as that of a comment, as an inline style, which the page's content security policy refuses with an
 * error.
 */

import { EditorView } from '@codemirror/view';

export const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { main, ranges } = view.state.selection;
    if (inputType !== 'insertText' || data === null || isComposing || ranges.every(({ empty }) => empty)) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // The editor's input handlers, such as the one that closes brackets, can handle the text first, as they do for text
    // that the browser inserts. If none handles the text, it is inserted here.
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});
