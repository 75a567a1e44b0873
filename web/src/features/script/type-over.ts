/**
 * The editor inserts text typed over a selection. The browser would give it the looks of the selected text as an inline
 * style, which the policy of the page refuses with an error: a comment at the start of the selection is enough.
 */

import { EditorView } from '@codemirror/view';

export const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { main, ranges } = view.state.selection;
    if (inputType !== 'insertText' || data === null || isComposing || ranges.every(({ empty }) => empty)) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    // Brackets that close by themselves and the like come first, as with text that the browser puts in.
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handler) => handler(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});
