/** Shows a term's meaning beside it when its link is pressed. Without this script, the link leads to the glossary. */

/** Space between the term, the note and the edges of the window [px]. */
const GAP = 8;

export function explainTerms(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  const note = document.createElement('div');
  note.className = 'meaning';
  note.popover = 'auto';
  document.body.append(note);
  document.addEventListener('click', (event) => {
    const term = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.term') : null;
    if (term === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(note, term);
  });
}

function show(note: HTMLElement, term: HTMLAnchorElement): void {
  const meaning = document.createElement('p');
  meaning.setAttribute('role', 'status');
  meaning.textContent = term.title;
  const more = document.createElement('a');
  more.href = term.href;
  more.textContent = 'Glossary';
  note.replaceChildren(meaning, more);
  note.showPopover();
  const { left, top, bottom } = term.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = note;
  const isBelow = bottom + GAP + height <= window.innerHeight;
  // Document coordinates, so that the note scrolls with the text.
  note.style.left = `${window.scrollX + Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
  note.style.top = `${window.scrollY + (isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height))}px`;
}
