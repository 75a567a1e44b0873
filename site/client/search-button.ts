/** Adds the search button and its key. The search and its index load on first use. */

export function offerSearch(): void {
  const open = async (): Promise<void> => (await import('./search')).openSearch();
  for (const button of document.querySelectorAll<HTMLElement>('[data-opens-search]')) {
    button.hidden = false;
    button.addEventListener('click', () => void open());
  }
  document.addEventListener('keydown', (event) => {
    const isWanted = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isWanted || (event.key === '/' && isTyping(event.target))) return;
    event.preventDefault();
    void open();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
