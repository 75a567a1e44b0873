/** Makes tables that are wider than the page scrollable by keyboard. Narrower tables are not focusable. */

export function letTablesScroll(): void {
  const boxes = document.querySelectorAll<HTMLElement>('.wide');
  const look = (): void => {
    for (const box of boxes) {
      const scrolls = box.scrollWidth > box.clientWidth;
      box.toggleAttribute('tabindex', scrolls);
      if (scrolls) box.tabIndex = 0;
    }
  };
  look();
  window.addEventListener('resize', look);
}
