/**
 * Inserts text that is typed over a selection in the editor. The browser itself would copy the look of the selection as
 * an inline style. The page's content security policy refuses such a style with an error, even if the selection only
 * starts with a comment.
 */

import { EditorView } from '@codemirror/view';

export const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { main, ranges } = view.state.selection;
    if (inputType !== 'insertText' || data === null || isComposing || ranges.every(({ empty }) => empty)) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // Other handlers, such as the handler for closing brackets, come first, as for text that the browser inserts.
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});
